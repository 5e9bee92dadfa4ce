import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TransactionCreate } from '../../contract/transaction';
import { startSession } from '../../server/auth/sessions';
import { createTokens } from '../../server/auth/tokens';
import { type Config, readConfig } from '../../server/config';
import { type Database, openDatabase, type Tx } from '../../server/db/client';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { createPersonalSeal } from '../../server/personal-seal';
import { prepareDatabase } from '../../server/prepare-database';
import { loadSecrets } from '../../server/secrets';
import { createTransaction } from '../../server/transactions/create';
import { changeStatus } from '../../server/transactions/status';
import { buildDeposit } from '../builders';

/** Pieces of work that are done at once: fewer than there are connections. */
const atOnce = 8;

/** Does the same with each, some at once; answers in their order. */
async function eachOf<T, R>(items: readonly T[], work: (item: T, nth: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const left = [...items.entries()];
  const goOn = async () => {
    for (let next = left.shift(); next; next = left.shift()) done[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return done;
}

/** Every transaction has been confirmed and declined before. */
async function giveHistory(database: Database, adminId: string, transactions: string[]): Promise<void> {
  const actor = { userId: adminId, requestId: undefined, reason: undefined };
  for (const status of ['CONFIRMED', 'DECLINED'] as const) {
    await eachOf(transactions, (id) =>
      database.transact((tx) => changeStatus(tx, actor, id, status, undefined)),
    );
  }
}

/** The database knows afterwards what its tables look like. */
async function vacuum(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Who asks for a transaction. */
export interface BenchPerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** Stores a transaction as the product does, and answers its id. */
export async function addTransaction(
  database: Database,
  owner: BenchPerson,
  request: TransactionCreate,
): Promise<string> {
  return database.transact((tx) => addTransactionIn(tx, owner, request));
}

/** The same, with others in one transaction of the database. */
export async function addTransactionIn(
  tx: Tx,
  owner: BenchPerson,
  request: TransactionCreate,
): Promise<string> {
  const actor = { userId: owner.id, requestId: undefined, reason: undefined };
  const made = await createTransaction(tx, { ...owner, _id: owner.id }, actor, request, {
    pendingDeposits: Number.MAX_SAFE_INTEGER,
  });
  return made._id;
}

export interface BenchData {
  /** Tokens of investors, and who they are. */
  investors: string[];
  people: BenchPerson[];
  /** Tokens of administrators: so many that a turn within the limits has calls for all of it. */
  admins: string[];
  /** One of them. */
  admin: string;
  /** Ids of transactions to change, of one investor after the other. */
  transactions: string[];
  /** Ids of others, all of them one investor's. */
  ofOne: string[];
}

/** How many people there are. */
interface People {
  admins: number;
  investors: number;
}

const usualPeople: People = { admins: 300, investors: 300 };
const size = { transactions: 2_000, ofOne: 400 };

/** Opens the database of an environment as the server does. */
export function openAsServer(config: Config): Database {
  return openDatabase(
    { connectionString: config.databaseUrl },
    () => {},
    undefined,
    createPersonalSeal(loadSecrets(config).personalKey),
  );
}

/** Migrates a database and fills it with what the workloads need. `env` is the servers' environment. */
export async function prepareData(env: NodeJS.ProcessEnv, people = usualPeople): Promise<BenchData> {
  const config = readConfig(env);
  const database = openAsServer(config);
  const owner = { connectionString: config.databaseOwnerUrl };
  const tokens = await createTokens(loadSecrets(config).tokenKey);
  const visitor = { ip: '127.0.0.1', userAgent: undefined, requestId: undefined };
  try {
    await prepareDatabase({ server: database, owner }, { live: false, reason: undefined });
    const peopleOf = (type: 'admin' | 'investor', length: number) =>
      Array.from({ length }, () => {
        const id = randomUUID();
        const email = `${id}@example.com`;
        return { id, type, firstName: 'Ada', lastName: 'Lovelace', email, passwordHash: '-' };
      });
    const admins = peopleOf('admin', people.admins);
    const investors = peopleOf('investor', people.investors);
    await database.db.insert(users).values([...admins, ...investors]);
    const [admin] = admins;
    if (!admin) throw new Error('There is no administrator');
    await database.db.insert(accounts).values(investors.map(({ id }) => ({ userId: id })));
    const deposits = (count: number, owners: typeof investors) =>
      eachOf(
        Array.from({ length: count }, (_, nth) => owners[nth % owners.length]).filter((owner) => !!owner),
        (owner) => addTransaction(database, owner, buildDeposit()),
      );
    const transactions = await deposits(size.transactions, investors);
    const ofOne = await deposits(size.ofOne, investors.slice(0, 1));
    await giveHistory(database, admin.id, [...transactions, ...ofOne]);
    await vacuum(owner);
    const signIn = (user: typeof admin) =>
      database.transact((tx) => startSession(tx, tokens, { ...user, credentialVersion: 1 }, visitor));
    const tokensOfAdmins = await eachOf(admins, signIn);
    return {
      admins: tokensOfAdmins,
      admin: tokensOfAdmins[0] ?? '',
      investors: await eachOf(investors, signIn),
      people: investors,
      transactions,
      ofOne,
    };
  } finally {
    await database.close();
  }
}
