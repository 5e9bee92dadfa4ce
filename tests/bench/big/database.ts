import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { startSession } from '../../../server/auth/sessions';
import { createTokens } from '../../../server/auth/tokens';
import { readConfig } from '../../../server/config';
import { type Database, openDatabase } from '../../../server/db/client';
import { type Embedded, startEmbedded } from '../../../server/db/embedded/start-embedded';
import { users } from '../../../server/db/schema/people';
import { createPersonalSeal } from '../../../server/personal-seal';
import { prepareDatabase } from '../../../server/prepare-database';
import { loadSecrets } from '../../../server/secrets';
import { type CaughtUp, untilCaughtUp } from '../behind';
import { openAsServer } from '../data';
import { addDatabase, addressesOf, end, startServer, unlimited } from '../servers';
import { seedBig } from './seed';
import type { Size } from './steps';

/** A product that runs on a database of some size. */
export interface Product {
  address: string;
  /** Its environment. */
  env: NodeJS.ProcessEnv;
  /** As the server opens it. */
  database: Database;
  /** Owns the tables. */
  pool: pg.Pool;
  /** An administrator's token, and whose it is. */
  admin: string;
  adminId: string;
  /** Answers a token of whoever has that address. */
  signIn(email: string): Promise<string>;
}

const nameOf = ({ transactions, ofOne = 0 }: Size) => `bench_${transactions}_${ofOne}`;

/** Each database has checkpoints of its own, so a data folder of its own. */
const environmentOf = (embedded: Embedded, folder: string, size: Size) => ({
  ...unlimited,
  DATA_DIR: join(folder, nameOf(size)),
  ...addressesOf(embedded, nameOf(size)),
});

async function onEmbedded<T>(folder: string, work: (embedded: Embedded) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
  try {
    return await work(embedded);
  } finally {
    await embedded.stop();
  }
}

async function onServer<T>(
  env: NodeJS.ProcessEnv,
  work: (address: string, pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: env.DATABASE_OWNER_URL, max: 2 });
  const { child, address } = await startServer('product', env);
  try {
    return await work(address, pool);
  } finally {
    await end(child);
    await pool.end();
  }
}

/**
 * Adds a database of a size, fills it, and lets a product seal its rows and sum up its days, so that what is measured later
 * does not share the machine with that. Answers how long these took.
 */
export function fillDatabase(folder: string, size: Size): Promise<CaughtUp> {
  return onEmbedded(folder, async (embedded) => {
    await addDatabase(embedded, nameOf(size));
    const env = environmentOf(embedded, folder, size);
    const config = readConfig(env);
    const server = openAsServer(config);
    const owner = { connectionString: config.databaseOwnerUrl };
    try {
      await prepareDatabase({ server, owner }, { live: false, reason: undefined });
    } finally {
      await server.close();
    }
    const { pool, close } = openDatabase(owner, () => {}, 1);
    try {
      const seal = createPersonalSeal(loadSecrets(config).personalKey);
      await seedBig(pool, size, { seal, progress: createProgress(`${size.transactions} transactions`) });
    } finally {
      await close();
    }
    return onServer(env, async (_, pool) => {
      const caughtUp = await untilCaughtUp(pool, createProgress('sealing'));
      const { leaves, sealing, entries, following } = caughtUp;
      console.log(
        `${leaves} rows sealed in ${sealing.toFixed(1)} s, ${entries} entries in the figures by day in ${following.toFixed(1)} s`,
      );
      await pool.query('vacuum analyze');
      return caughtUp;
    });
  });
}

/** Calls the product on a database that was filled. PostgreSQL is started anew: its own memory is empty. */
export function onFilled<T>(folder: string, size: Size, work: (product: Product) => Promise<T>): Promise<T> {
  return onEmbedded(folder, async (embedded) => {
    const env = environmentOf(embedded, folder, size);
    const database = openAsServer(readConfig(env));
    try {
      const admin = await addAdmin(database);
      return await onServer(env, async (address, pool) => {
        const signIn = (email: string) => startSessionOf(database, env, email);
        const token = await signIn(admin.email);
        return work({ address, env, database, pool, admin: token, adminId: admin.id, signIn });
      });
    } finally {
      await database.close();
    }
  });
}

async function addAdmin({ db }: Database): Promise<typeof users.$inferSelect> {
  const id = randomUUID();
  const [admin] = await db
    .insert(users)
    .values({
      ...{ id, type: 'admin', firstName: 'Ada', lastName: 'Lovelace' },
      ...{ email: `${id}@example.org`, passwordHash: '-' },
    })
    .returning();
  if (!admin) throw new Error('The administrator was not added');
  return admin;
}

async function startSessionOf(database: Database, env: NodeJS.ProcessEnv, email: string): Promise<string> {
  const [user] = await database.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`Nobody has ${email}`);
  const tokens = await createTokens(loadSecrets(readConfig(env)).tokenKey);
  const visitor = { ip: '127.0.0.1', userAgent: undefined, requestId: undefined };
  return database.transact((tx) => startSession(tx, tokens, user, visitor));
}

/** A line that is written over where somebody watches; elsewhere one for each tenth. */
function createProgress(what: string): (share: number) => void {
  let tenths = 0;
  let said = '';
  return (share) => {
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.');
    const line = `${what}  [${bar}] ${Math.floor(share * 100)} %`;
    if (process.stdout.isTTY) {
      if (line !== said) process.stdout.write(`\r${line}${share === 1 ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > tenths) {
      console.log(line);
    }
    said = line;
    tenths = Math.max(tenths, Math.floor(share * 10));
  };
}
