import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { run, script } from '../../scripts/run-command';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { startExternal } from '../support/external-postgres';
import { benchBig } from './big/run';
import { benchScale } from './big/scale';
import { benchConnections } from './connections';
import { prepareData } from './data';
import { decisionsForOne, measure, type Workload, workloads } from './load';
import { benchMail } from './mail';
import { benchMemory } from './memory';
import { median, onWhat, writeResults } from './report';
import { benchSealing } from './sealing';
import { benchSecurity } from './security';
import {
  addressesOf,
  end,
  forgetLimits,
  forgetMail,
  holdMail,
  inFolder,
  limited,
  type ServerName,
  startServer,
} from './servers';
import { benchShapes } from './shapes';

/*
 * `npm run bench [-- --rounds 6 --seconds 4]`: the product against a bare node:http server that does the same work, on
 * the same database, in turns, in one run. With `--big` the lists of the console instead, and with `--checks` the checks of the
 * books and the figures over time, both at 1,000,000 transactions or `--transactions 20000`; with `--scale` what one database
 * holds and takes at `--transactions 100000,1000000`; with
 * `--connections` PgBouncer and HAProxy, with `--mail` a backlog of mail, with `--security` what second factors and roles cost, with `--memory` what the process takes, with `--sealing` what the
 * sealed history costs, with `--shapes` (60 seconds each) money that goes many ways and one.
 * Writes the tables of docs/benchmark.md, and that of docs/scale.md.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string' },
    big: { type: 'boolean', default: false },
    checks: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    connections: { type: 'boolean', default: false },
    transactions: { type: 'string' },
    mail: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    security: { type: 'boolean', default: false },
    sealing: { type: 'boolean', default: false },
    shapes: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds ?? (values.shapes ? 60 : 4));

/** Decisions for one investor against decisions for many, by the product. */
interface Busy {
  database: string;
  many: number;
  one: number;
}

interface Result {
  database: string;
  title: string;
  product: number;
  bare: number;
  /** The same as `product`, by another process. */
  again: number;
}

/** Who begins changes: writes leave longer histories for whoever comes after. */
const names = ['product', 'bare', 'again'] as const satisfies ServerName[];
const turns = (round: number): (typeof names)[number][] =>
  names.map((_, nth) => names[(nth + round) % 3] ?? 'product');

async function compare(
  database: string,
  addresses: { DATABASE_URL: string; DATABASE_OWNER_URL: string },
  dataDir: string,
): Promise<{ results: Result[]; busy: Busy }> {
  const env = { ...limited, DATA_DIR: dataDir, ...addresses };
  const data = await prepareData(env);
  const children: ChildProcess[] = [];
  const addressOf = async (name: ServerName) => {
    const { child, address } = await startServer(name, env);
    children.push(child);
    return address;
  };
  const results: Result[] = [];
  const pool = new pg.Pool({ connectionString: addresses.DATABASE_OWNER_URL, max: 1 });
  const turn = async (address: string, workload: Workload, duration = seconds) => {
    await forgetLimits(pool);
    await forgetMail(pool);
    return measure(address, workload, duration);
  };
  try {
    await holdMail(pool);
    const servers = {
      product: await addressOf('product'),
      bare: await addressOf('bare'),
      again: await addressOf('again'),
    };
    for (const workload of workloads(data)) {
      const figures: Record<(typeof names)[number], number[]> = { product: [], bare: [], again: [] };
      for (const name of names) await turn(servers[name], workload, 1);
      for (let round = 0; round < rounds; round += 1) {
        for (const name of turns(round)) {
          figures[name].push(await turn(servers[name], workload));
        }
      }
      const result = {
        database,
        title: workload.title,
        product: median(figures.product),
        bare: median(figures.bare),
        again: median(figures.again),
      };
      results.push(result);
      console.log(row(result));
    }
    const { many, one } = decisionsForOne(data);
    const figures: Record<'many' | 'one', number[]> = { many: [], one: [] };
    for (let round = 0; round < rounds; round += 1) {
      figures.many.push(await turn(servers.product, many));
      figures.one.push(await turn(servers.product, one));
    }
    const busy = { database, many: median(figures.many), one: median(figures.one) };
    console.log(busyRow(busy));
    return { results, busy };
  } finally {
    await Promise.all(children.map(end));
    await pool.end();
  }
}

const busyRow = ({ database, many, one }: Busy) =>
  `| ${database} | ${Math.round(many)} | ${Math.round(one)} | ${(one / many).toFixed(2)} |`;

const row = ({ database, title, product, bare, again }: Result) =>
  `| ${[
    database,
    `\`${title}\``,
    Math.round(product),
    Math.round(bare),
    (product / bare).toFixed(2),
    (again / product).toFixed(2),
  ].join(' | ')} |`;

async function onEmbedded(folder: string) {
  const embedded = await startEmbedded({ dataDir: folder, log: console.log });
  try {
    return await compare('embedded', addressesOf(embedded), folder);
  } finally {
    await embedded.stop();
  }
}

async function onExternal(folder: string) {
  const { environment, major, stop } = await startExternal(folder);
  try {
    return await compare(`PostgreSQL ${major}, TCP`, environment, folder);
  } finally {
    await stop();
  }
}

function writeReport(all: { results: Result[]; busy: Busy }[]): void {
  writeResults('busy', [
    '| database | for many investors, requests/s | for one, requests/s | ratio |',
    '|---|--:|--:|--:|',
    ...all.map(({ busy }) => busyRow(busy)),
  ]);
  writeResults('results', [
    `${onWhat()}, ${rounds} rounds of ${seconds} s each, 16 connections, medians.`,
    '',
    '| database | call | product, requests/s | bare, requests/s | ratio | product against itself |',
    '|---|---|--:|--:|--:|--:|',
    ...all.flatMap(({ results }) => results.map(row)),
  ]);
}

if ((await run(script('scripts/build.ts', '--if-stale'))).code !== 0) throw new Error('The build failed');
if (values.big || values.checks) {
  await benchBig({
    transactions: Number(values.transactions ?? 1_000_000),
    lists: values.big,
    checks: values.checks,
  });
} else if (values.scale) {
  await benchScale((values.transactions ?? '100000,1000000').split(',').map(Number), rounds, seconds);
} else if (values.connections) {
  await benchConnections({ rounds, seconds });
} else if (values.mail) {
  await benchMail();
} else if (values.memory) {
  await benchMemory(seconds);
} else if (values.security) {
  await benchSecurity(rounds, seconds);
} else if (values.sealing) {
  await benchSealing(rounds, seconds);
} else if (values.shapes) {
  await benchShapes(seconds);
} else {
  console.log('| database | call | product | bare | ratio | product against itself |');
  writeReport([await inFolder(onEmbedded), await inFolder(onExternal)]);
}
console.log(`Written to docs/${values.scale ? 'scale' : 'benchmark'}.md`);
