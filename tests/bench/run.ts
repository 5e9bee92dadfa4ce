import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { run, script } from '../../scripts/run-command';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { sealingLock } from '../../server/history/seal-batch';
import { startExternal } from '../support/external-postgres';
import { untilSealed } from './behind';
import { benchBig } from './big/run';
import { benchScale } from './big/scale';
import { benchConnections } from './connections';
import { cpuOf, createDatabaseCpu } from './cpu';
import { prepareData } from './data';
import { decisionsForOne, measure, type Workload, warm, workloads } from './load';
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
  type ServerName,
  startServer,
  usual,
} from './servers';
import { benchShapes } from './shapes';
import { benchWrittenLists } from './written-lists';

/*
 * `npm run bench [-- --rounds 6 --seconds 4]`: the product against a bare node:http server that does the same work, on
 * the same database, in turns, in one run. With `--big` the lists of the console instead, and with `--checks` the checks of the
 * books and the figures over time, both at 1,000,000 transactions or `--transactions 20000`; with `--scale` what one database
 * holds and takes at `--transactions 100000,1000000`; with
 * `--connections` PgBouncer and HAProxy, with `--mail` a backlog of mail, with `--security` what second factors and roles cost, with `--memory` what the process takes, with `--sealing` what the
 * sealed history costs, with `--shapes` (60 seconds each) money that goes many ways and one, with `--writes` lists while rows
 * are added to them.
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
    writes: { type: 'boolean', default: false },
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

/** Of the turns of one server. */
interface Figures {
  /** Requests per second. */
  rate: number;
  /** Microseconds of processor for each request: of the server, and of its database. */
  server: number;
  database: number;
}

interface Result extends Record<(typeof names)[number], Figures> {
  on: string;
  title: string;
}

/** So many that no investor comes to the limit of waiting deposits, which are counted at each report. */
const people = { admins: 300, investors: 2_000 };

/** Who begins changes: writes leave longer histories for whoever comes after. */
const names = ['product', 'bare', 'again'] as const satisfies ServerName[];
const turns = (round: number): (typeof names)[number][] =>
  names.map((_, nth) => names[(nth + round) % 3] ?? 'product');

async function compare(
  database: string,
  addresses: { DATABASE_URL: string; DATABASE_OWNER_URL: string },
  dataDir: string,
): Promise<{ results: Result[]; busy: Busy }> {
  const env = { ...usual, DATA_DIR: dataDir, ...addresses };
  const data = await prepareData(env, people);
  const children: ChildProcess[] = [];
  const start = async (name: ServerName) => {
    const { child, address } = await startServer(name, env);
    children.push(child);
    return { address, pid: child.pid ?? 0 };
  };
  const results: Result[] = [];
  // One connection: it holds the lock below.
  const pool = new pg.Pool({ connectionString: addresses.DATABASE_OWNER_URL, max: 1 });
  const cpuOfDatabase = await createDatabaseCpu(pool);
  type Server = Awaited<ReturnType<typeof start>>;
  const turn = async ({ address, pid }: Server, workload: Workload): Promise<Figures> => {
    await forgetLimits(pool);
    await forgetMail(pool);
    const begun = { server: cpuOf(pid), database: cpuOfDatabase() };
    const rate = await measure(address, workload, seconds);
    const each = (taken: number) => taken / (rate * seconds);
    return {
      rate,
      server: each(cpuOf(pid) - begun.server),
      database: each(cpuOfDatabase() - begun.database),
    };
  };
  /** What the bare server writes is sealed by the products, in nobody's turn. */
  const bareTurn: typeof turn = async (...how) => {
    await pool.query(`select pg_advisory_lock(${sealingLock})`);
    const figures = await turn(...how);
    await pool.query(`select pg_advisory_unlock(${sealingLock})`);
    await untilSealed(pool);
    return figures;
  };
  try {
    await holdMail(pool);
    const servers = {
      product: await start('product'),
      bare: await start('bare'),
      again: await start('again'),
    };
    const turnOf = (name: (typeof names)[number]) => (name === 'bare' ? bareTurn : turn);
    for (const workload of workloads(data)) {
      const figures: Record<(typeof names)[number], Figures[]> = { product: [], bare: [], again: [] };
      for (const name of names) {
        await warm(servers[name].address, workload);
        await untilSealed(pool);
      }
      for (let round = 0; round < rounds; round += 1) {
        for (const name of turns(round)) {
          figures[name].push(await turnOf(name)(servers[name], workload));
        }
      }
      const result = {
        on: database,
        title: workload.title,
        product: medians(figures.product),
        bare: medians(figures.bare),
        again: medians(figures.again),
      };
      results.push(result);
      console.log(row(result));
      console.log(cpuRow(result));
    }
    const { many, one } = decisionsForOne(data);
    const figures: Record<'many' | 'one', number[]> = { many: [], one: [] };
    for (let round = 0; round < rounds; round += 1) {
      figures.many.push((await turn(servers.product, many)).rate);
      figures.one.push((await turn(servers.product, one)).rate);
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

const medians = (figures: readonly Figures[]): Figures => ({
  rate: median(figures.map(({ rate }) => rate)),
  server: median(figures.map(({ server }) => server)),
  database: median(figures.map(({ database }) => database)),
});

const row = ({ on, title, product, bare, again }: Result) =>
  `| ${[
    on,
    `\`${title}\``,
    Math.round(product.rate),
    Math.round(bare.rate),
    (product.rate / bare.rate).toFixed(2),
    (again.rate / product.rate).toFixed(2),
  ].join(' | ')} |`;

const cpuRow = ({ on, title, product, bare }: Result) =>
  `| ${[
    on,
    `\`${title}\``,
    ...[product.server, product.database, bare.server, bare.database].map(Math.round),
    ((bare.server + bare.database) / (product.server + product.database)).toFixed(2),
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
    '',
    '| processor for a request, µs | call | product | its database | bare | its database | ratio |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...all.flatMap(({ results }) => results.map(cpuRow)),
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
} else if (values.writes) {
  await benchWrittenLists(rounds, seconds);
} else {
  console.log('| database | call | product | bare | ratio | product against itself |');
  writeReport([await inFolder(onEmbedded), await inFolder(onExternal)]);
}
console.log(`Written to docs/${values.scale ? 'scale' : 'benchmark'}.md`);
