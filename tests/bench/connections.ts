import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type ExternalPostgres, startExternal } from '../support/external-postgres';
import { freePort } from '../support/free-port';
import { startPgbouncer } from '../support/pgbouncer';
import { findProgram, lackingPrograms } from '../support/system-programs';
import { prepareData } from './data';
import { measure, type Workload, workloads } from './load';
import { median, onWhat, writeResults } from './report';
import { end, forgetMail, inFolder, startServer, unlimited } from './servers';

/** So many that none of them comes near a limit of theirs (server/limits). */
const people = { investors: 1_000, admins: 1_000 };

const ways = ['direct', 'direct again', 'HAProxy', 'PgBouncer'] as const;
type Way = (typeof ways)[number];
type Addresses = Readonly<Record<Way, NodeJS.ProcessEnv>>;

const throughPort = (url: string, port: number) => {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
};

/** HAProxy in front of a database as deploy/cluster has it: it passes bytes on. Answers its port, and how to stop. */
async function startHaproxy(
  folder: string,
  database: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `
defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  server database ${new URL(database).host}
`,
  );
  const child = spawn(findProgram('haproxy') ?? '', ['-db', '-f', file], { stdio: 'inherit' });
  const gone = once(child, 'exit');
  await until(throughPort(database, port));
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function until(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

interface Result {
  limits: 'off' | 'on';
  title: string;
  rates: Readonly<Record<Way, number>>;
}

/** Who begins changes from round to round: writes leave longer histories for whoever comes after. */
const turns = (round: number): Way[] => ways.map((_, nth) => ways[(nth + round) % ways.length] ?? 'direct');

const lineOf = ({ limits, title, rates }: Result) => {
  const others = ways.slice(1).map((way) => (rates[way] / rates.direct).toFixed(2));
  return `| ${[limits, `\`${title}\``, Math.round(rates.direct), ...others].join(' | ')} |`;
};

interface Rounds {
  rounds: number;
  seconds: number;
}

/** A workload by each way, in turns. */
async function compareWays(
  addresses: Readonly<Record<Way, string>>,
  workload: Workload,
  pool: pg.Pool,
  { rounds, seconds }: Rounds,
): Promise<Record<Way, number>> {
  const figures = new Map<Way, number[]>(ways.map((way) => [way, []]));
  for (const way of ways) await measure(addresses[way], workload, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const way of turns(round)) {
      figures.get(way)?.push(await measure(addresses[way], workload, seconds));
      await forgetMail(pool);
    }
  }
  const rateOf = (way: Way) => median(figures.get(way) ?? []);
  return {
    direct: rateOf('direct'),
    'direct again': rateOf('direct again'),
    HAProxy: rateOf('HAProxy'),
    PgBouncer: rateOf('PgBouncer'),
  };
}

async function compare(
  folder: string,
  external: ExternalPostgres,
  addresses: Addresses,
  rounds: Rounds,
): Promise<Result[]> {
  const { environment } = external;
  const base = { ...unlimited, DATA_DIR: folder, ...environment };
  const data = await prepareData(base, people);
  const pool = new pg.Pool({ connectionString: environment.DATABASE_OWNER_URL, max: 1 });
  const results: Result[] = [];
  try {
    for (const limits of ['off', 'on'] as const) {
      const children: ChildProcess[] = [];
      const start = async (way: Way) => {
        const server = await startServer('product', { ...base, ...addresses[way], RATE_LIMITS: limits });
        children.push(server.child);
        return server.address;
      };
      try {
        const servers = {
          direct: await start('direct'),
          'direct again': await start('direct again'),
          HAProxy: await start('HAProxy'),
          PgBouncer: await start('PgBouncer'),
        };
        for (const workload of workloads(data)) {
          const { title } = workload;
          const result = { limits, title, rates: await compareWays(servers, workload, pool, rounds) };
          results.push(result);
          console.log(lineOf(result));
        }
      } finally {
        await Promise.all(children.map(end));
      }
    }
    return results;
  } finally {
    await pool.end();
  }
}

/** The product through HAProxy and PgBouncer against direct connections, with its limits and without. Writes its part of docs/benchmark.md. */
export async function benchConnections(rounds: Rounds): Promise<void> {
  const lacking = lackingPrograms('haproxy', 'pgbouncer');
  if (lacking.length > 0) throw new Error(`Missing here: ${lacking.join(', ')}`);
  await inFolder(async (folder) => {
    const external = await startExternal(folder);
    const { DATABASE_URL: direct } = external.environment;
    const haproxy = await startHaproxy(folder, direct);
    // As many connections as the product's pool has.
    const bouncer = await startPgbouncer(join(folder, 'pgbouncer'), external.connections, {
      averin: 'dbname=averin pool_size=16',
    });
    const bouncerPort = bouncer.through(external.connections.server).port;
    try {
      const results = await compare(
        folder,
        external,
        {
          direct: {},
          'direct again': {},
          HAProxy: { DATABASE_URL: throughPort(direct, haproxy.port) },
          PgBouncer: {
            DATABASE_URL: throughPort(direct, bouncerPort),
            DATABASE_POOLER: 'transaction',
            DATABASE_DIRECT_URL: direct,
          },
        },
        rounds,
      );
      writeResults('connections', [
        `${onWhat()}, PostgreSQL ${external.major}, ${rounds.rounds} rounds of ${rounds.seconds} s each, 16 connections, medians.`,
        '',
        '| limits | call | direct, requests/s | direct against itself | through HAProxy | through PgBouncer |',
        '|---|---|--:|--:|--:|--:|',
        ...results.map(lineOf),
      ]);
    } finally {
      await bouncer.stop();
      await haproxy.stop();
      await external.stop();
    }
  });
}
