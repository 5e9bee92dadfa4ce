import { randomUUID } from 'node:crypto';
import { startSession } from '../../server/auth/sessions';
import { createTokens } from '../../server/auth/tokens';
import { readConfig } from '../../server/config';
import { type Database, openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { accounts, users } from '../../server/db/schema';
import { loadSecrets } from '../../server/secrets';
import { createTransaction } from '../../server/transactions/create';
import { changeStatus } from '../../server/transactions/status';
import { buildDeposit } from '../builders';

/** Every transaction has been confirmed and declined before, and the database knows what its tables look like. */
async function giveHistory(database: Database, adminId: string, transactions: string[]): Promise<void> {
  const actor = { userId: adminId, requestId: undefined, reason: undefined };
  for (const status of ['CONFIRMED', 'DECLINED'] as const) {
    for (const id of transactions) {
      await database.transact((tx) => changeStatus(tx, actor, id, status, undefined));
    }
  }
  await database.pool.query('vacuum analyze');
}

export interface BenchData {
  /** Tokens of investors. */
  investors: string[];
  /** An administrator's token. */
  admin: string;
  /** Ids of transactions to change. */
  transactions: string[];
}

const size = { investors: 200, transactions: 2_000 };

/** Migrates a database and fills it with what the workloads need. `env` is the servers' environment. */
export async function prepareData(env: NodeJS.ProcessEnv): Promise<BenchData> {
  const config = readConfig(env);
  const database = openDatabase({ connectionString: config.databaseUrl }, () => {});
  const tokens = await createTokens(loadSecrets(config).tokenKey);
  const device = { ip: '127.0.0.1', userAgent: undefined };
  try {
    await migrateDatabase(database.pool);
    const people = Array.from({ length: size.investors + 1 }, (_, index) => {
      const id = randomUUID();
      const type = index === 0 ? ('admin' as const) : ('investor' as const);
      return {
        id,
        type,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: `${id}@example.com`,
        passwordHash: '-',
      };
    });
    await database.db.insert(users).values(people);
    const [admin, ...investors] = people;
    if (!admin) throw new Error('There is no administrator');
    await database.db.insert(accounts).values(investors.map(({ id }) => ({ userId: id })));
    const transactions: string[] = [];
    for (let nth = 0; nth < size.transactions; nth += 1) {
      const owner = investors[nth % investors.length];
      if (!owner) continue;
      const { _id } = await database.transact((tx) =>
        createTransaction(
          tx,
          { ...owner, _id: owner.id },
          { userId: owner.id, requestId: undefined, reason: undefined },
          buildDeposit(),
        ),
      );
      transactions.push(_id);
    }
    await giveHistory(database, admin.id, transactions);
    const signIn = (user: typeof admin) =>
      startSession(database.db, tokens, { ...user, credentialVersion: 1 }, device);
    return {
      admin: await signIn(admin),
      investors: await Promise.all(investors.map(signIn)),
      transactions,
    };
  } finally {
    await database.close();
  }
}
