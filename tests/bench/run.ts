import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root, run, script } from '../../scripts/run-command';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { startExternal } from '../support/external-postgres';
import { freePort } from '../support/free-port';
import { prepareData } from './data';
import { measure, workloads } from './load';

/*
 * `npm run bench [-- --rounds 6 --seconds 4]`: the product against a bare node:http server with the same SQL, on the
 * same database, in turns, in one run. Writes the table of docs/benchmark.md.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '4' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const report = join(root, 'docs/benchmark.md');

interface Result {
  database: string;
  title: string;
  product: number;
  bare: number;
}

const servers = {
  product: ['dist/server/main.js'],
  bare: ['--import', 'tsx', 'tests/bench/bare-server.ts'],
} as const;
type ServerName = keyof typeof servers;

async function startServer(name: ServerName, env: NodeJS.ProcessEnv) {
  const port = String(await freePort());
  const child = spawn(process.execPath, servers[name], {
    cwd: root,
    // Nothing of the caller's: its DATABASE_URL or SITE_MODE would be measured.
    env: { PATH: process.env.PATH, ...env, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await fetch(address).catch(() => undefined)); waited += 50) {
    if (waited > 20_000 || child.exitCode !== null) {
      await end(child);
      throw new Error(`The ${name} server did not start`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { child, address };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Who begins changes: writes leave longer histories for whoever comes after. */
const turns = (round: number): ServerName[] => (round % 2 === 0 ? ['product', 'bare'] : ['bare', 'product']);

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (index: number) => sorted[Math.floor(index)] ?? 0;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/** Removes the mail that waits: what one server has left must not be sent during the turn of the other. */
async function forgetMail(database: pg.Pool): Promise<void> {
  await database.query('delete from mail_outbox where sent_at is null');
}

async function compare(database: string, databaseUrl: string, dataDir: string): Promise<Result[]> {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'off',
    NODE_ENV: 'production',
  };
  const data = await prepareData(env);
  const children: ChildProcess[] = [];
  const addressOf = async (name: ServerName) => {
    const { child, address } = await startServer(name, env);
    children.push(child);
    return address;
  };
  const results: Result[] = [];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const addresses = { product: await addressOf('product'), bare: await addressOf('bare') };
    for (const workload of workloads(data)) {
      const figures: Record<ServerName, number[]> = { product: [], bare: [] };
      await measure(addresses.product, workload, 1);
      await measure(addresses.bare, workload, 1);
      for (let round = 0; round < rounds; round += 1) {
        for (const name of turns(round)) {
          figures[name].push(await measure(addresses[name], workload, seconds));
          await forgetMail(pool);
        }
      }
      const result = {
        database,
        title: workload.title,
        product: median(figures.product),
        bare: median(figures.bare),
      };
      results.push(result);
      console.log(row(result));
    }
  } finally {
    await Promise.all(children.map(end));
    await pool.end();
  }
  return results;
}

const row = ({ database, title, product, bare }: Result) =>
  `| ${database} | \`${title}\` | ${Math.round(product)} | ${Math.round(bare)} | ${(product / bare).toFixed(2)} |`;

async function onEmbedded(folder: string): Promise<Result[]> {
  const { connection, stop } = await startEmbedded({ dataDir: folder, log: console.log });
  const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  try {
    return await compare('embedded', url, folder);
  } finally {
    await stop();
  }
}

async function onExternal(folder: string): Promise<Result[]> {
  const { url, stop } = await startExternal(folder);
  try {
    return await compare('external, TCP', url, folder);
  } finally {
    await stop();
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'averin-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeReport(results: Result[]): void {
  const begin = '<!-- results -->';
  const finish = '<!-- end of results -->';
  const table = [
    begin,
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${rounds} rounds of ${seconds} s each, 16 connections, medians.`,
    '',
    '| database | call | product, requests/s | bare, requests/s | ratio |',
    '|---|---|--:|--:|--:|',
    ...results.map(row),
    finish,
  ].join('\n');
  const text = readFileSync(report, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  writeFileSync(report, `${before}${table}${rest.split(finish)[1] ?? ''}`);
}

if ((await run(script('scripts/build.ts', '--if-stale'))).code !== 0) throw new Error('The build failed');
console.log('| database | call | product | bare | ratio |');
const results = [...(await inFolder(onEmbedded)), ...(await inFolder(onExternal))];
writeReport(results);
console.log('Written to docs/benchmark.md');
