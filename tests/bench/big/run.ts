import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ensureChromium } from '../../../scripts/chromium';
import { startSession } from '../../../server/auth/sessions';
import { createTokens } from '../../../server/auth/tokens';
import { readConfig } from '../../../server/config';
import { openDatabase } from '../../../server/db/client';
import { superuser } from '../../../server/db/embedded/cluster';
import { startEmbedded } from '../../../server/db/embedded/start-embedded';
import { users } from '../../../server/db/schema';
import { createPersonalSeal } from '../../../server/personal-seal';
import { prepareDatabase } from '../../../server/prepare-database';
import { loadSecrets } from '../../../server/secrets';
import { onWhat, writeResults } from '../report';
import { addressesOf, end, inFolder, startServer } from '../servers';
import { browserTable, measureBrowser } from './browser';
import { askAll, type Timed } from './measure';
import { type ListCall, listCalls } from './queries';
import { compareFirstPages, compareLastPages, tableOf } from './results';
import { seedBig } from './seed';
import type { Size } from './steps';

const big: Size = { users: 100_000, transactions: 1_000_000 };
const small: Size = { users: 1_000, transactions: 10_000 };
/** How often each first and last page is asked for when they are compared. */
const rounds = 15;

/** Measures the lists of the console, over the API and in Chromium, on a million transactions, and on ten thousand. */
export async function benchLists(): Promise<void> {
  const chromium = ensureChromium();
  await inFolder(async (folder) => {
    const smallPages = await onDatabase(folder, small, (address, token) =>
      repeat(address, token, endPages()),
    );
    await onDatabase(folder, big, async () => {});
    // Once more, so that PostgreSQL's own memory is empty; the operating system still has the files.
    const { cold, warm, pages, inBrowser } = await onDatabase(folder, big, async (address, token) => ({
      cold: await askAll(address, token, inMixedOrder(listCalls())),
      warm: await askAll(address, token, inMixedOrder(listCalls())),
      pages: await repeat(address, token, endPages()),
      inBrowser: await measureBrowser(chromium, address, token),
    }));
    const lines = [
      `${onWhat()}, embedded PostgreSQL, ${big.transactions} transactions and ${big.users} users, one request at a time.`,
      '',
      ...tableOf(cold, warm),
      '',
      compareFirstPages(smallPages, pages),
      compareLastPages(pages),
      '',
      ...browserTable(inBrowser),
    ];
    console.log(lines.join('\n'));
    writeResults('lists', lines);
  });
}

/** Calls the product on a database of that size; fills it when it is not there yet. */
async function onDatabase<T>(
  folder: string,
  size: Size,
  work: (address: string, token: string) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
  const database = `lists_${size.transactions}`;
  const env = {
    DATA_DIR: folder,
    ...addressesOf(embedded, database),
    RATE_LIMITS: 'off',
    NODE_ENV: 'production',
  };
  try {
    const admin = new pg.Client({ ...embedded.connection, user: superuser });
    await admin.connect();
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await admin.query(`create database ${database} owner ${embedded.owner.user}`);
    await admin.end();
    const token = await prepare(env, size, rowCount === 0);
    const { child, address } = await startServer('product', env);
    try {
      return await work(address, token);
    } finally {
      await end(child);
    }
  } finally {
    await embedded.stop();
  }
}

/** Fills a new database, and answers an administrator's token. */
async function prepare(env: NodeJS.ProcessEnv, size: Size, isNew: boolean): Promise<string> {
  const config = readConfig(env);
  const database = openDatabase(
    { connectionString: config.databaseUrl },
    () => {},
    undefined,
    createPersonalSeal(loadSecrets(config).personalKey),
  );
  const owner = { connectionString: config.databaseOwnerUrl };
  try {
    if (isNew) {
      await prepareDatabase({ server: database, owner }, { live: false, reason: undefined });
      const { pool, close } = openDatabase(owner, () => {}, 1);
      await seedBig(pool, size, { progress: (share) => showProgress(size, share) });
      await close();
    }
    const id = randomUUID();
    const admin = {
      id,
      type: 'admin' as const,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${id}@example.org`,
    };
    await database.db.insert(users).values({ ...admin, passwordHash: '-' });
    const tokens = await createTokens(loadSecrets(config).tokenKey);
    const user = { ...admin, credentialVersion: 1 };
    const visitor = { ip: '127.0.0.1', userAgent: undefined, requestId: undefined };
    return await database.transact((tx) => startSession(tx, tokens, user, visitor));
  } finally {
    await database.close();
  }
}

function showProgress({ transactions }: Size, share: number): void {
  const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.');
  const line = `${transactions} transactions  [${bar}] ${Math.floor(share * 100)} %`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${share === 1 ? '\n' : ''}`);
  else if (share === 1) console.log(line);
}

/** The first and the last page of every list, by every field. */
function endPages(): ListCall[] {
  return listCalls().filter(({ kind, where }) => kind === 'sort' && (where === 'first' || where === 'last'));
}

async function repeat(address: string, token: string, calls: readonly ListCall[]): Promise<Timed[]> {
  const timed: Timed[] = [];
  // The first round is for warming up.
  await askAll(address, token, calls);
  for (let round = 0; round < rounds; round += 1) timed.push(...(await askAll(address, token, calls)));
  return timed;
}

/** The same mix each time; a first page stands before the others of its list, since it tells their total. */
function inMixedOrder(calls: ListCall[]): ListCall[] {
  const mixed = calls.map((call, index) => ({ call, at: (index * 7_919) % 10_007 }));
  const inOrder = mixed.toSorted((a, b) => a.at - b.at).map(({ call }) => call);
  return [
    ...inOrder.filter(({ where }) => where === 'first'),
    ...inOrder.filter(({ where }) => where !== 'first'),
  ];
}
