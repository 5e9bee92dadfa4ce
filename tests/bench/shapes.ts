import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { TrxType } from '../../contract/enums';
import { headers } from '../../contract/headers';
import { readConfig } from '../../server/config';
import type { Tx } from '../../server/db/client';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { buildDeposit, buildWithdrawal } from '../builders';
import { untilSealed } from './behind';
import { percentile } from './big/measure';
import { addTransactionIn, type BenchData, type BenchPerson, openAsServer, prepareData } from './data';
import { onWhat, writeResults } from './report';
import { addressesOf, end, forgetMail, holdMail, inFolder, startServer, unlimited } from './servers';

const connections = 16;
/** Transactions that wait for each second of a shape: more than are decided in it. */
const perSecond = { spread: 450, hot: 350 };
/** How many of them are stored in one transaction of the database, so that this takes less long than deciding on them. */
const together = 50;
/** Milliseconds before each shape in which nothing is asked for. */
const rest = 5_000;
/** Dollars of each investor at the beginning of a shape. */
const balance = 900_000_000;

interface Shape {
  name: string;
  /** Whose the money is. */
  owners: readonly BenchPerson[];
  /** What waits to be confirmed: of several kinds one after the other. */
  kinds: readonly TrxType[];
}

/** Each has investors of its own. */
function shapesOf([source, destination, pair, ...spread]: readonly BenchPerson[]): Shape[] {
  const only = (one: BenchPerson | undefined) => (one ? [one] : []);
  return [
    { name: 'spread', owners: spread, kinds: ['DEPOSIT', 'WITHDRAWAL'] },
    { name: 'hot source', owners: only(source), kinds: ['WITHDRAWAL'] },
    { name: 'hot destination', owners: only(destination), kinds: ['DEPOSIT'] },
    { name: 'hot pair', owners: only(pair), kinds: ['DEPOSIT', 'WITHDRAWAL'] },
  ];
}

interface Answered {
  status: number;
  text: string;
}

/** One product and its database. */
interface Scene {
  address: string;
  env: NodeJS.ProcessEnv;
  data: BenchData;
  /** Owns the tables. */
  pool: pg.Pool;
  agent: Agent;
}

/** Sends a decision or an edit of an administrator, and takes all of the answer. */
function put({ address, data, agent }: Scene, path: string, body: object): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address + path,
      {
        method: 'PUT',
        agent,
        headers: {
          authorization: `Bearer ${data.admin}`,
          'content-type': 'application/json',
          [headers.idempotencyKey]: crypto.randomUUID(),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const isAccepted = ({ status }: Answered) => status >= 200 && status < 300;

/** Does work for each number up to a count, so many at once, until a moment. */
async function forEach(
  count: number,
  work: (nth: number) => Promise<void>,
  { until = Infinity, atOnce = connections } = {},
): Promise<void> {
  let next = 0;
  async function go(): Promise<void> {
    while (next < count && performance.now() < until) {
      next += 1;
      await work(next - 1);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go));
}

/** Transactions that wait for a decision, of one owner after the other. */
async function addWaiting(scene: Scene, { owners, kinds }: Shape, count: number): Promise<string[]> {
  await forEach(owners.length, async (nth) => {
    const answer = await put(scene, `/api/account/${owners[nth]?.id}`, { balance });
    if (!isAccepted(answer)) throw new Error(`A balance was not set: ${answer.status} ${answer.text}`);
  });
  const database = openAsServer(readConfig(scene.env));
  const groups = Math.ceil(count / together);
  const ids: string[] = [];
  /** Of one owner in one transaction, which nobody else waits for. */
  async function addGroup(tx: Tx, group: number): Promise<void> {
    const owner = owners[group % owners.length];
    if (!owner) throw new Error('There are no investors');
    for (let nth = 0; nth < together; nth += 1) {
      const request =
        kinds[nth % kinds.length] === 'WITHDRAWAL' ? buildWithdrawal({ amount: 101 }) : buildDeposit();
      // Decided on are those of one group after the other.
      ids[nth * groups + group] = await addTransactionIn(tx, owner, request);
    }
  }
  try {
    await forEach(groups, (group) => database.transact((tx) => addGroup(tx, group)), {
      atOnce: Math.min(connections, owners.length),
    });
  } finally {
    await database.close();
  }
  return ids;
}

/** Waits until what was done before takes nothing of the machine any more. */
async function settle({ pool }: Scene): Promise<void> {
  await untilSealed(pool);
  await forgetMail(pool);
  await delay(rest);
}

interface Played {
  accepted: number;
  /** Entries that were found of what was accepted. */
  applied: number;
  refused: number;
  /** Milliseconds of each answer. */
  times: number[];
  seconds: number;
}

/** Confirms what waits, each in a request of its own, and looks for the entry of each that was accepted. */
async function play(
  scene: Scene,
  { name }: Shape,
  waiting: readonly string[],
  seconds: number,
): Promise<Played> {
  await settle(scene);
  const { rows: last } = await scene.pool.query<{ id: string }>('select max(id) as id from ledger_entries');
  const accepted: string[] = [];
  const times: number[] = [];
  const begun = performance.now();
  await forEach(
    waiting.length,
    async (nth) => {
      const id = waiting[nth] ?? '';
      const sent = performance.now();
      const answer = await put(scene, `/api/transaction/${id}`, { status: 'CONFIRMED' });
      times.push(performance.now() - sent);
      if (isAccepted(answer)) accepted.push(id);
    },
    { until: begun + seconds * 1000 },
  );
  const took = (performance.now() - begun) / 1000;
  const { rows } = await scene.pool.query<{ id: string; entries: number }>(
    `select transaction_id as id, count(*)::int as entries from ledger_entries
     where id > $1 and status = 'CONFIRMED' group by transaction_id`,
    [last[0]?.id],
  );
  const entries = new Map(rows.map((row) => [row.id, row.entries]));
  const twice = rows.filter((row) => row.entries > 1);
  if (twice.length > 0) throw new Error(`${name}: ${twice.length} decisions were applied twice`);
  return {
    accepted: accepted.length,
    applied: accepted.filter((id) => entries.has(id)).length,
    refused: times.length - accepted.length,
    times,
    seconds: took,
  };
}

function rowOf({ name }: Shape, { accepted, applied, refused, times, seconds }: Played): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
  const rate = Math.round(accepted / seconds);
  return `| ${name} | ${seconds.toFixed(0)} | ${accepted} | ${applied} | ${accepted - applied} | ${refused} | ${rate} | ${p50} | ${p99} |`;
}

/** Decisions in the four shapes of money that benchmarks of ledgers use. Writes its part of docs/benchmark.md. */
export function benchShapes(seconds: number): Promise<void> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded({ dataDir: folder, log: console.log });
    const addresses = addressesOf(embedded);
    const env = { ...unlimited, DATA_DIR: folder, ...addresses };
    const pool = new pg.Pool({ connectionString: addresses.DATABASE_OWNER_URL, max: 1 });
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    try {
      const data = await prepareData(env);
      await holdMail(pool);
      const { child, address } = await startServer('product', env);
      try {
        const scene: Scene = { address, env, data, pool, agent };
        const prepared: { shape: Shape; waiting: string[] }[] = [];
        for (const shape of shapesOf(data.people)) {
          const count = perSecond[shape.owners.length > 1 ? 'spread' : 'hot'] * seconds;
          prepared.push({ shape, waiting: await addWaiting(scene, shape, count) });
          console.log(`${shape.name}: ${count} transactions wait`);
        }
        await pool.query('vacuum analyze');
        await untilSealed(pool);
        console.log('All are prepared');
        const played: { shape: Shape; figures: Played }[] = [];
        for (const { shape, waiting } of prepared) {
          const figures = await play(scene, shape, waiting, seconds);
          played.push({ shape, figures });
          console.log(rowOf(shape, figures));
        }
        const lost = played.filter(({ figures }) => figures.applied < figures.accepted);
        if (lost.length > 0) throw new Error(`Lost: ${lost.map(({ shape }) => shape.name).join(', ')}`);
        writeResults('shapes', [
          `${onWhat()}, embedded PostgreSQL, ${connections} connections; milliseconds.`,
          '',
          '| shape | seconds | accepted | applied | lost | refused | a second | p50 | p99 |',
          '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
          ...played.map(({ shape, figures }) => rowOf(shape, figures)),
        ]);
      } finally {
        await end(child);
      }
    } finally {
      agent.destroy();
      await pool.end();
      await embedded.stop();
    }
  });
}
