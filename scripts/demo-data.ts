import { createHash } from 'node:crypto';
import { en, Faker } from '@faker-js/faker';
import { sql } from 'drizzle-orm';
import { checksum } from 'ox/Address';
import { fromBytes } from 'ox/Base58';
import { v7 as uuid } from 'uuid';
import type { AddressFormat } from '../contract/address-formats';
import { currencies, currencyOf } from '../contract/currencies';
import { cryptos, type TrxStatus } from '../contract/enums';
import type { LegalDocument } from '../contract/legal';
import { plans } from '../contract/plans';
import { readAccount } from '../server/accounts/accounts';
import { editAccount } from '../server/accounts/edit';
import type { Database } from '../server/db/client';
import { accounts } from '../server/db/schema/money';
import { legalAcceptances, users } from '../server/db/schema/people';
import { createTransaction } from '../server/transactions/create';
import { changeStatus } from '../server/transactions/status';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../tests/builders';

interface DemoOptions {
  /** The same seed gives the same people, amounts and states; dates count back from `until`. */
  seed: number;
  investors: number;
  transactions: number;
  until: Date;
  adminId: string;
  /** Of the one password that all investors share. */
  passwordHash: string;
  /** Address of the first investor, for signing in. */
  firstEmail: string;
  /** The legal documents that all investors agreed to when they joined. */
  documents?: readonly LegalDocument[];
  progress: (done: number, all: number) => void;
  /** Ends it in the middle. */
  signal?: AbortSignal;
}

/** The database to fill, as the server and as one who may go behind its back. */
interface Databases {
  database: Database;
  superuser: Database;
}

interface Investor {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  joined: Date;
}

const day = 86_400_000;
const investorsAtOnce = 8;

/**
 * Fills an empty database with investors and a year of their money, through the server's own functions: every
 * figure has its entries. Afterwards the moments of everything are moved to when it would have happened.
 */
export async function fillDemo({ database, superuser }: Databases, options: DemoOptions): Promise<void> {
  const moments = new Map<string, Date>();
  const people = await addInvestors(database, options);
  let done = 0;
  const queue = people.map((investor, index) => async () => {
    // A generator of its own for each investor: the order of work does not change the data.
    const faker = fakerOf(options.seed + index + 1);
    const share = Math.floor(options.transactions / people.length);
    const rest = index < options.transactions % people.length ? 1 : 0;
    await addHistory(database, options, investor, share + rest, faker, moments);
    done += share + rest;
    options.progress(done, options.transactions);
  });
  await Promise.all(
    Array.from({ length: investorsAtOnce }, async () => {
      for (let work = queue.shift(); work; work = queue.shift()) await work();
    }),
  );
  await moveBackInTime(superuser, moments);
}

function fakerOf(seed: number): Faker {
  const faker = new Faker({ locale: en });
  faker.seed(seed);
  return faker;
}

async function addInvestors(database: Database, options: DemoOptions): Promise<Investor[]> {
  const faker = fakerOf(options.seed);
  const rows = Array.from({ length: options.investors }, (_, index) => {
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    const { password: _password, ...person } = buildRegistration({
      firstName,
      lastName,
      email:
        index === 0
          ? options.firstEmail
          : `${firstName}.${lastName}.${index}@example.com`.toLowerCase().replaceAll(/[^a-z0-9.@]/g, ''),
      phoneNumber: faker.phone.number({ style: 'international' }),
      country: faker.location.country(),
    });
    const joined = new Date(options.until.getTime() - faker.number.float({ min: 60, max: 365 }) * day);
    return { ...person, id: uuid(), createdAt: joined, updatedAt: joined };
  });
  await database.db
    .insert(users)
    .values(rows.map((row) => ({ ...row, type: 'investor' as const, passwordHash: options.passwordHash })));
  await database.db.insert(accounts).values(rows.map(({ id }) => ({ userId: id })));
  const agreed = rows.flatMap(({ id, createdAt }) =>
    (options.documents ?? []).map(({ document, version }) => ({
      userId: id,
      document,
      version,
      acceptedAt: createdAt,
    })),
  );
  if (agreed.length > 0) await database.db.insert(legalAcceptances).values(agreed);
  return rows.map(({ id, firstName, lastName, email, createdAt }) => ({
    _id: id,
    firstName,
    lastName,
    email,
    joined: createdAt,
  }));
}

/** An address of base58 with its checksum: a byte that tells the network, and a hash of twenty bytes. */
function base58(network: number, hash: string): string {
  const bytes = Buffer.concat([Buffer.from([network]), Buffer.from(hash.slice(2), 'hex')]);
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  return fromBytes(Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]));
}

/** Addresses that the product takes for right, nobody's, of the digits of one of Ethereum, as those of another format stay. */
const sampleOf: Readonly<Partial<Record<AddressFormat, (digits: string) => string>>> = {
  bitcoin: (digits) => base58(0x00, digits),
  litecoin: (digits) => base58(0x30, digits),
  tron: (digits) => base58(0x41, digits),
};

/** How often each plan is chosen; those after them as seldom as the last. */
const planWeights = [10, 5, 2, 1];

/** One investor's transactions in order of time, their decisions, and a result posted now and then. */
async function addHistory(
  database: Database,
  { until, adminId, signal }: DemoOptions,
  investor: Investor,
  count: number,
  faker: Faker,
  moments: Map<string, Date>,
): Promise<void> {
  const plan = faker.helpers.weightedArrayElement(
    plans.map((value, index) => ({ value, weight: planWeights[index] ?? 1 })),
  );
  const step = (until.getTime() - investor.joined.getTime()) / (count + 1);

  let decidedLast = investor.joined;
  const actor = (userId: string, at: Date, reason?: string) => {
    const requestId = uuid();
    moments.set(requestId, at > until ? until : at);
    return { userId, requestId, reason };
  };

  for (let nth = 1; nth <= count; nth += 1) {
    signal?.throwIfAborted();
    const planned = investor.joined.getTime() + step * (nth + faker.number.float({ min: -0.3, max: 0.3 }));
    // Entries stand in the order they are made in here.
    const at = new Date(Math.max(planned, decidedLast.getTime()));
    const account = await readAccount(database.db, investor._id);
    const richest = currencies.reduce((most, next) =>
      account[next.field] > account[most.field] ? next : most,
    );
    const available = Math.min(account.balance, account[richest.field]);
    const withdraws = available > 400 && faker.datatype.boolean({ probability: 0.3 });
    const crypto = withdraws ? richest.value : faker.helpers.arrayElement(cryptos.options);
    const request = withdraws
      ? buildWithdrawal({
          amount: Math.floor(available * faker.number.float({ min: 0.1, max: 0.5 }) * 100) / 100,
          crypto,
          wallet: (sampleOf[currencyOf(crypto).addresses] ?? checksum)(faker.finance.ethereumAddress()),
        })
      : buildDeposit({
          amount: faker.number.int({ min: plan.min, max: Math.min(plan.max, plan.min * 4) }),
          plan: plan.value,
          crypto,
          transactionId: faker.string.hexadecimal({ length: 32, prefix: '', casing: 'lower' }),
        });
    const created = await database.transact((tx) =>
      createTransaction(tx, investor, actor(investor._id, at), request),
    );
    // The newest ones still wait for a decision.
    const recent = nth === count;
    const decision = faker.helpers.weightedArrayElement<TrxStatus>([
      { value: 'CONFIRMED', weight: recent ? 4 : 17 },
      { value: 'DECLINED', weight: recent ? 1 : 3 },
      { value: 'PENDING', weight: recent ? 5 : 0.5 },
    ]);
    if (decision !== 'PENDING') {
      const decided = new Date(at.getTime() + faker.number.float({ min: 0.05, max: 0.9 }) * day);
      decidedLast = decided;
      const reason = decision === 'DECLINED' ? 'No payment arrived under this reference' : 'Payment seen';
      await database.transact((tx) =>
        changeStatus(tx, actor(adminId, decided, reason), created._id, decision, undefined),
      );
      if (decision === 'CONFIRMED' && !withdraws && faker.datatype.boolean({ probability: 0.4 })) {
        await postResult(database, investor, plan.profit, actor(adminId, decided, `Result of ${plan.name}`));
      }
    }
  }
}

async function postResult(
  database: Database,
  investor: Investor,
  percent: number,
  actor: Parameters<typeof editAccount>[1],
): Promise<void> {
  const { balance, profit, investment, walletBalance } = await readAccount(database.db, investor._id);
  const result = Math.round(investment * percent * 0.1) / 100;
  if (result <= 0) return;
  const cents = (value: number) => Math.round(value * 100) / 100;
  await database.transact((tx) =>
    editAccount(
      tx,
      actor,
      investor._id,
      {
        balance: cents(balance + result),
        profit: cents(profit + result),
        walletBalance: cents(walletBalance + result),
      },
      undefined,
    ),
  );
}

/**
 * Moves everything to its moment. The books refuse changes, so this switches their triggers off for one
 * transaction: a superuser can do that to a database of samples, and the server's own role cannot.
 */
async function moveBackInTime(superuser: Database, moments: Map<string, Date>): Promise<void> {
  await superuser.transact(async ({ db }) => {
    await db.execute(sql`set local session_replication_role = replica`);
    await db.execute(
      sql`create temporary table moments (request_id text primary key, at timestamptz) on commit drop`,
    );
    const rows = JSON.stringify([...moments].map(([id, at]) => ({ request_id: id, at })));
    await db.execute(
      sql`insert into moments select * from json_populate_recordset(null::moments, ${rows}::json)`,
    );
    await db.execute(
      // A transaction's event tells when it was, as the sealed history compares.
      sql`update audit_events v set at = m.at, after = case when after ? 'updatedAt' then after || jsonb_build_object(
            'updatedAt', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) else after end
          from moments m where m.request_id = v.request_id`,
    );
    await db.execute(sql`update transactions t set created_at = v.first, updated_at = v.last
      from (select subject_id, min(at) as first, max(at) as last from audit_events
            where subject_type = 'transaction' group by subject_id) v where v.subject_id = t.id::text`);
    await db.execute(sql`update ledger_entries e set created_at = v.at from audit_events v
      where v.subject_id = e.transaction_id::text and coalesce(v.after->>'status', '') = e.status`);
    await db.execute(sql`update ledger_entries e set created_at = v.at
      from (select subject_id, at, row_number() over (partition by subject_id order by id) as nth
            from audit_events where action = 'account.edited') v,
           (select id, user_id, row_number() over (partition by user_id order by id) as nth
            from ledger_entries where kind = 'adjustment') n
      where n.id = e.id and v.subject_id = n.user_id::text and v.nth = n.nth`);
    await db.execute(sql`update accounts a set updated_at = coalesce(
      (select max(created_at) from ledger_entries e where e.user_id = a.user_id),
      (select created_at from users u where u.id = a.user_id))`);
    // No trigger has seen any of this.
    await db.execute(sql`select recount_kept_sums()`);
  });
}
