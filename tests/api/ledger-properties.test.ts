import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountField, accountFields, editableAccountFields } from '../../contract/account';
import { cryptos, planValues, trxStatuses } from '../../contract/enums';
import { readAccount } from '../../server/accounts/accounts';
import { editAccount } from '../../server/accounts/edit';
import { setFrozen } from '../../server/accounts/freeze';
import type { Database } from '../../server/db/client';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { readSnapshot } from '../../server/db/snapshot';
import { sqlState } from '../../server/errors/failures';
import { Refusal } from '../../server/errors/refusal';
import { statusOf } from '../../server/http/statuses';
import { listEntries } from '../../server/ledger/entries';
import { toCents, toDollars } from '../../server/money';
import { createTransaction } from '../../server/transactions/create';
import { previewStatus } from '../../server/transactions/preview';
import { cancelWithdrawal, changeStatus, ensureStatus, lockStatus } from '../../server/transactions/status';
import { createCommit } from '../../server/writes/commit';
import { buildDeposit, buildWithdrawal } from '../builders';
import { begin } from '../support/begin';
import { bookProblems } from '../support/books';
import { LedgerModel, type ModelTransaction } from '../support/ledger-model';
import { randomRuns } from '../support/random-runs';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 2 ** 31);
const investors = 2;

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  console.log(`ledger properties: LEDGER_SEED=${seed}`);
});
afterAll(() => testDatabase.drop());

const who = fc.nat({ max: investors - 1 });
const cents = fc.oneof(fc.integer({ min: 1, max: 50_000_00 }), fc.constantFrom(1, 100_00, 100_01, 99_99));
/** Picks one of the transactions there are by then. */
const pick = fc.nat({ max: 1_000 });
const status = fc.constantFrom(...trxStatuses.options);
const version = fc.constantFrom('none', 'current', 'stale');
const edits = fc.dictionary(
  fc.constantFrom(...editableAccountFields.options),
  fc.integer({ min: -1_000_00, max: 100_000_00 }),
  { minKeys: 1, maxKeys: 4 },
);

/** What happens, in cents. `twice` sends it again with the same idempotency key. */
const event = fc.oneof(
  fc.record({
    kind: fc.constant('deposit' as const),
    who,
    amount: cents,
    crypto: fc.constantFrom(...cryptos.options),
    plan: fc.constantFrom(...planValues.options),
    twice: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('withdraw' as const),
    who,
    amount: cents,
    crypto: fc.constantFrom(...cryptos.options),
    twice: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('status' as const), pick, status, version, twice: fc.boolean() }),
  fc.record({ kind: fc.constant('bring' as const), pick, status, stale: fc.boolean() }),
  fc.record({ kind: fc.constant('freeze' as const), who, frozen: fc.boolean() }),
  fc.record({ kind: fc.constant('cancel' as const), pick, who }),
  fc.record({ kind: fc.constant('edit' as const), who, edits, version, twice: fc.boolean() }),
);
type LedgerEvent = typeof event extends fc.Arbitrary<infer E> ? E : never;

interface Person {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
}

async function addInvestor(): Promise<Person> {
  const id = randomUUID();
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${id}@example.com` };
  await database.db.insert(users).values({ id, type: 'investor', passwordHash: '-', ...person });
  await database.db.insert(accounts).values({ userId: id });
  return { _id: id, ...person };
}

const actorOf = (userId: string) => ({ userId, requestId: undefined, reason: 'property' });
const admin = actorOf(randomUUID());

/** Runs a write as its route does: in a transaction, once per key, and a second time when asked. */
async function write<T>(
  userId: string,
  twice: boolean,
  work: Parameters<Database['transact']>[0],
): Promise<T> {
  const key = randomUUID();
  const run = () =>
    createCommit(database, new Uint8Array(32))(
      { actor: actorOf(userId), key, operation: 'write', body: null },
      work,
    );
  const first = await run();
  if (twice) expect(await run()).toEqual(first);
  return first as T;
}

async function refused(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return statusOf[error.code];
    throw error;
  }
  throw new Error('The write was not refused');
}

function wanted(kind: 'none' | 'current' | 'stale', current: number): number | undefined {
  return kind === 'none' ? undefined : kind === 'current' ? current : current - 1;
}

/** Does one event to the server and to the model. */
async function apply(happened: LedgerEvent, people: Person[], model: LedgerModel): Promise<void> {
  switch (happened.kind) {
    case 'deposit':
    case 'withdraw': {
      const owner = people[happened.who];
      if (!owner) return;
      const amount = toDollars(happened.amount);
      const { crypto } = happened;
      const request =
        happened.kind === 'deposit'
          ? buildDeposit({ amount, crypto, plan: happened.plan })
          : buildWithdrawal({ amount, crypto });
      const work = write<{ _id: string }>(owner._id, happened.twice, (tx) =>
        createTransaction(tx, owner, actorOf(owner._id), request),
      );
      if (happened.kind === 'withdraw' && !model.mayWithdraw(happened.who, happened.amount)) {
        expect(await refused(work)).toBe(422);
        return;
      }
      const { _id: id } = await work;
      const made: ModelTransaction = {
        id,
        owner: happened.who,
        trxType: request.trxType,
        amount: happened.amount,
        crypto,
        plan: happened.kind === 'deposit',
        status: 'PENDING',
        version: 1,
      };
      model.transactions.push(made);
      return;
    }
    case 'status': {
      const found = model.transactions[happened.pick % Math.max(1, model.transactions.length)];
      if (!found) return;
      const ifMatch = wanted(happened.version, found.version);
      const work = write(admin.userId, happened.twice, (tx) =>
        changeStatus(tx, admin, found.id, happened.status, ifMatch),
      );
      if (happened.version === 'stale') expect(await refused(work)).toBe(412);
      else if (model.refusesFrozen(found, happened.status)) expect(await refused(work)).toBe(409);
      else {
        await work;
        model.setStatus(found, happened.status);
      }
      return;
    }
    case 'bring': {
      const found = model.transactions[happened.pick % Math.max(1, model.transactions.length)];
      if (!found) return;
      const version = happened.stale ? found.version - 1 : found.version;
      const foretold = await readSnapshot(database, (db) => previewStatus(db, found.id, happened.status));
      const work = write(admin.userId, false, (tx) =>
        ensureStatus(tx, admin, found.id, happened.status, version),
      );
      if (happened.stale && happened.status !== found.status) {
        expect(await refused(work)).toBe(412);
        return;
      }
      if (model.refusesFrozen(found, happened.status)) {
        expect([await refused(work), foretold.blocked]).toEqual([409, true]);
        return;
      }
      await work;
      const before = model.figuresOf(found.owner);
      model.setStatus(found, happened.status);
      const after = model.figuresOf(found.owner);
      const moved = accountFields.options.filter((field) => before[field] !== after[field]);
      expect(foretold.changes).toEqual(
        moved.map((field) => ({ field, before: toDollars(before[field]), after: toDollars(after[field]) })),
      );
      return;
    }
    case 'freeze': {
      const person = people[happened.who];
      if (!person) return;
      await database.transact((tx) => setFrozen(tx, admin, person._id, happened.frozen, undefined));
      if (happened.frozen) model.frozen.add(happened.who);
      else model.frozen.delete(happened.who);
      return;
    }
    case 'cancel': {
      const found = model.transactions[happened.pick % Math.max(1, model.transactions.length)];
      const person = people[happened.who];
      if (!found || !person) return;
      const work = database.transact(async (tx) =>
        cancelWithdrawal(tx, actorOf(person._id), await lockStatus(tx.db, found.id, 'DECLINED', person._id)),
      );
      if (found.owner !== happened.who) expect(await refused(work)).toBe(404);
      else if (found.trxType !== 'WITHDRAWAL' || found.status !== 'PENDING')
        expect(await refused(work)).toBe(409);
      else {
        await work;
        model.setStatus(found, 'DECLINED');
      }
      return;
    }
    case 'edit': {
      const person = people[happened.who];
      if (!person) return;
      const current = await readAccount(database.db, person._id);
      const values = Object.fromEntries(
        Object.entries(happened.edits).map(([field, value]) => [field, toDollars(value)]),
      );
      const ifMatch = wanted(happened.version, current.version);
      const work = write(admin.userId, happened.twice, (tx) =>
        editAccount(tx, admin, person._id, values, ifMatch),
      );
      if (happened.version === 'stale') expect(await refused(work)).toBe(412);
      else {
        await work;
        model.edit(happened.who, happened.edits);
      }
    }
  }
}

async function figuresOf(person: Person): Promise<Record<AccountField, number>> {
  const account = await readAccount(database.db, person._id);
  const figures = accountFields.options.map((field): [AccountField, number] => [
    field,
    toCents(account[field]),
  ]);
  return Object.fromEntries(figures) as Record<AccountField, number>;
}

test('accounts are their adjustments and the effects of current statuses, after any events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), async (events) => {
      const people = await Promise.all(Array.from({ length: investors }, addInvestor));
      const model = new LedgerModel(investors);
      for (const happened of events) {
        await apply(happened, people, model);
        // After each event, and for the investor it is not about as well: nobody else's account moves.
        for (const [index, person] of people.entries()) {
          expect(await figuresOf(person)).toEqual(model.figuresOf(index));
        }
      }
    }),
    { seed, numRuns: randomRuns(100), endOnFailure: false },
  );
  expect(await bookProblems(database.pool)).toEqual([]);
});

test('events at the same time leave books that balance, and no withdrawal overdraws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ amount: cents, decline: fc.boolean() }), { minLength: 2, maxLength: 10 }),
      async (withdrawals) => {
        const person = await addInvestor();
        const opening = 60_000_00;
        await database.transact((tx) =>
          editAccount(tx, admin, person._id, { balance: toDollars(opening) }, undefined),
        );
        await Promise.all(
          withdrawals.map(async ({ amount, decline }) => {
            const request = buildWithdrawal({ amount: toDollars(amount) });
            const made = await database
              .transact((tx) => createTransaction(tx, person, actorOf(person._id), request))
              .catch((error: unknown) => {
                if (error instanceof Refusal && statusOf[error.code] === 422) return undefined;
                throw error;
              });
            if (!made) return;
            const next = decline ? 'DECLINED' : 'CONFIRMED';
            await database.transact((tx) => changeStatus(tx, admin, made._id, next, undefined));
          }),
        );
        const { balance, held } = await figuresOf(person);
        expect(balance).toBeGreaterThanOrEqual(0);
        expect(held).toBe(0);
      },
    ),
    { seed, numRuns: randomRuns(20) },
  );
  expect(await bookProblems(database.pool)).toEqual([]);
});

test('entries tell the figures there were, in their order, whichever write had begun first', async () => {
  const inTurn = fc.array(fc.record({ balance: cents, turn: fc.nat() }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(inTurn, async (edits) => {
      const person = await addInvestor();
      const writes: (() => Promise<unknown>)[] = [];
      for (const { balance } of edits) {
        writes.push(
          await begin(database, (tx) =>
            editAccount(tx, admin, person._id, { balance: toDollars(balance) }, undefined),
          ),
        );
      }
      const figures: number[] = [];
      const order = edits.map(({ turn }, index) => ({ turn, index })).sort((a, b) => a.turn - b.turn);
      for (const { index } of order) {
        await writes[index]?.();
        const { balance } = await readAccount(database.db, person._id);
        if (balance !== figures.at(-1)) figures.push(balance);
      }
      const { rows } = await listEntries(database, person._id, {
        sort: { field: 'createdAt', order: 'ASC' },
        range: undefined,
        conditions: [{ kind: 'oneOf', field: 'field', values: ['balance'] }],
      });
      expect(rows.map(({ figureAfter }) => figureAfter)).toEqual(figures);
      const times = rows.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted());
    }),
    { seed, numRuns: randomRuns(15), endOnFailure: true },
  );
});

test.each(['ledger_entries', 'ledger_postings', 'audit_events'])(
  '%s refuses to be updated, deleted from or truncated',
  async (table) => {
    for (const change of [
      `update ${table} set reason = 'x'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      const column = table === 'ledger_postings' ? change.replace("reason = 'x'", 'amount = 1') : change;
      const stateFor = (pool: pg.Pool) =>
        pool.query(column).then(
          () => 'done',
          (error: unknown) => sqlState(error),
        );
      // The server's role has no right to it; the triggers stand against the owner as well.
      expect(await stateFor(database.pool)).toBe('42501');
      expect(await stateFor(testDatabase.superuser.pool)).toBe('23001');
    }
  },
);

test('an entry whose postings do not sum to zero is refused by the database', async () => {
  const person = await addInvestor();
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `insert into ledger_entries (user_id, kind, actor_id) values ($1, 'adjustment', $1) returning id`,
      [person._id],
    );
    const posting = client.query(
      `insert into ledger_postings (entry_id, line, book, account, amount)
       values ($1, 1, 'money', 'balance', 100), ($1, 2, 'money', 'adjustments', -99)`,
      [rows[0]?.id],
    );
    await expect(posting).rejects.toThrow('unbalanced ledger entry');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
