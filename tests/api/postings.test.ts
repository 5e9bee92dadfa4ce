import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../server/db/client';
import { readPersonKey } from '../../server/db/person-key';
import { accounts, transactions } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { openReason } from '../../server/db/sealed-events';
import { adjustmentOf, effectOf, type Posting } from '../../server/ledger/effects';
import {
  type AccountRow,
  type EntrySubject,
  findAccount,
  lockAccount,
  postEntry,
  reversalOf,
} from '../../server/ledger/posting';
import type { Actor } from '../../server/request';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const admin = randomUUID();
type PostingActor = Actor & { userId: string };
const actor: PostingActor = { userId: admin, requestId: undefined, reason: 'Payment seen' };
const deposit = { trxType: 'DEPOSIT', amount: 500_00, crypto: 'bitcoin', plan: 'basic' } as const;
let userId: string;
let transactionId: string;

/** A person with an account and a deposit that nothing has been posted for. */
async function addInvestor() {
  const ids = { userId: randomUUID(), transactionId: randomUUID() };
  const { db } = own.database;
  await db.insert(users).values({
    id: ids.userId,
    type: 'investor',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${ids.userId}@example.com`,
    passwordHash: '-',
  });
  await db.insert(accounts).values({ userId: ids.userId });
  const { transactionId: id, userId: owner } = ids;
  await db.insert(transactions).values({ id, userId: owner, ...deposit, status: 'PENDING' });
  return ids;
}
beforeEach(async () => {
  ({ userId, transactionId } = await addInvestor());
});

type Lines = { reversal?: readonly Posting[]; effect?: readonly Posting[] };
/** Posts an entry; answers the account as it is then. */
async function post(subject: EntrySubject, lines: Lines, by: PostingActor = actor): Promise<AccountRow> {
  await own.database.transact((tx) => postTo(tx, subject, lines, by));
  const account = await findAccount(own.database.db, userId);
  if (!account) throw new Error('no account');
  return account;
}
async function postTo(
  tx: Tx,
  subject: EntrySubject,
  { reversal = [], effect = [] }: Lines,
  by: PostingActor,
): Promise<void> {
  const account = await lockAccount(tx.db, userId);
  if (!account) throw new Error('no account');
  postEntry(tx, account, by, subject, { reversal, effect });
}
const confirmed = (): EntrySubject => ({ kind: 'transaction', transactionId, status: 'CONFIRMED' });

async function stored() {
  const { rows: entries } = await own.database.pool.query(
    `select id, kind, transaction_id, status, actor_id, reason, sealed_reason as "sealedReason"
     from ledger_entries where user_id = $1 order by id`,
    [userId],
  );
  const person = await readPersonKey(own.database.db, userId);
  const { rows: postings } = await own.database.pool.query<{ posting: string }>(
    `select concat_ws(' ', line, book, account, amount, reversal) as posting
     from ledger_postings where entry_id = any($1) order by entry_id, line`,
    [entries.map(({ id }) => id)],
  );
  return {
    entries: entries.map(({ id: _, reason, sealedReason, ...entry }) => ({
      ...entry,
      reason: openReason(own.database.seal, person, { reason, sealedReason }),
    })),
    postings: postings.map(({ posting }) => posting),
  };
}

test('an entry says whose, what, why and by whom, and its lines stand in order', async () => {
  await post(confirmed(), { effect: effectOf(deposit, 'CONFIRMED') });
  expect(await stored()).toEqual({
    entries: [
      {
        kind: 'transaction',
        transaction_id: transactionId,
        status: 'CONFIRMED',
        actor_id: admin,
        reason: 'Payment seen',
      },
    ],
    postings: [
      '1 money custody:bitcoin -50000 f',
      '2 money balance 50000 f',
      '3 statement walletBalance 50000 f',
      '4 statement contra:walletBalance -50000 f',
      '5 statement bitcoin 50000 f',
      '6 statement contra:bitcoin -50000 f',
      '7 statement investment 50000 f',
      '8 statement contra:investment -50000 f',
    ],
  });
});

test('the figures move by the lines, the version by one, and nobody else’s', async () => {
  const other = await addInvestor();
  const before = await findAccount(own.database.db, userId);
  const updated = await post(confirmed(), { effect: effectOf(deposit, 'CONFIRMED') });
  expect(updated).toEqual({
    ...before,
    balance: 500_00,
    walletBalance: 500_00,
    bitcoin: 500_00,
    investment: 500_00,
    version: 2,
    updatedAt: updated.updatedAt,
  });
  expect(await findAccount(own.database.db, userId)).toEqual(updated);
  expect(await findAccount(own.database.db, other.userId)).toMatchObject({ balance: 0, version: 1 });
  expect(await post({ kind: 'adjustment' }, { effect: adjustmentOf('balance', -1) })).toMatchObject({
    balance: 499_99,
    bitcoin: 500_00,
    version: 3,
  });
});

test('an adjustment is of no transaction, and may have no reason', async () => {
  await post({ kind: 'adjustment' }, { effect: adjustmentOf('profit', -7) }, { ...actor, reason: undefined });
  expect(await stored()).toEqual({
    entries: [{ kind: 'adjustment', transaction_id: null, status: null, actor_id: admin, reason: null }],
    postings: ['1 statement profit -7 f', '2 statement contra:profit 7 f'],
  });
});

test('without lines nothing is stored and the account stays as it is', async () => {
  const before = await findAccount(own.database.db, userId);
  expect(await post(confirmed(), {})).toEqual(before);
  expect(await stored()).toEqual({ entries: [], postings: [] });
  expect(await findAccount(own.database.db, userId)).toEqual(before);
});

test('what is in effect is taken back exactly, marked as that, and then nothing is left to take back', async () => {
  const { db } = own.database;
  const effect = effectOf(deposit, 'CONFIRMED');
  expect(await reversalOf(db, transactionId)).toEqual([]);
  await post(confirmed(), { effect });
  // Of another transaction, and of none: neither is this one's.
  await post({ kind: 'adjustment' }, { effect: adjustmentOf('balance', 5) });
  const reversal = await reversalOf(db, transactionId);
  const negated = effect.map(({ amount, ...line }) => ({ ...line, amount: -amount }));
  expect(reversal).toHaveLength(effect.length);
  expect(reversal).toEqual(expect.arrayContaining(negated));
  const smaller = effectOf({ ...deposit, amount: 1, plan: null }, 'CONFIRMED');
  const updated = await post(confirmed(), { reversal, effect: smaller });
  expect(updated).toMatchObject({ balance: 6, walletBalance: 1, bitcoin: 1, investment: 0 });
  const marks = (await stored()).postings.slice(effect.length + 2).map((line) => line.at(-1));
  expect(marks.join('')).toBe('t'.repeat(effect.length) + 'f'.repeat(smaller.length));
  const rest = await reversalOf(db, transactionId);
  expect(rest).toHaveLength(smaller.length);
  await post({ kind: 'transaction', transactionId, status: 'DECLINED' }, { reversal: rest });
  expect(await reversalOf(db, transactionId)).toEqual([]);
  expect(await findAccount(db, userId)).toMatchObject({ balance: 5, walletBalance: 0, bitcoin: 0 });
});

test('entry and account are timed when the lock is held, not when the transaction began', async () => {
  const began = await own.database.transact(async (tx) => {
    const { rows } = await tx.db.execute<{ began: Date }>('select now() as began');
    await tx.db.execute('select pg_sleep(0.05)');
    await postTo(tx, { kind: 'adjustment' }, { effect: adjustmentOf('profit', 1) }, actor);
    return new Date(String(rows[0]?.began));
  });
  const account = await findAccount(own.database.db, userId);
  const { rows } = await own.database.pool.query('select created_at from ledger_entries where user_id = $1', [
    userId,
  ]);
  expect(rows[0].created_at.getTime() - began.getTime()).toBeGreaterThanOrEqual(45);
  expect(Number(account?.updatedAt) - began.getTime()).toBeGreaterThanOrEqual(45);
});

test('a locked account waits for its transaction, what only refers to it does not, and a look locks nothing', async () => {
  const tryLock = () =>
    own.database.pool.query('select 1 from accounts where user_id = $1 for no key update nowait', [userId]);
  await own.database.transact(async (tx) => {
    expect(await findAccount(tx.db, userId)).toMatchObject({ userId });
    expect((await tryLock()).rowCount).toBe(1);
    expect(await lockAccount(tx.db, userId)).toMatchObject({ userId, version: 1 });
    await expect(tryLock()).rejects.toMatchObject({ code: '55P03' });
    const refers = await own.database.pool.query(
      'select 1 from accounts where user_id = $1 for key share nowait',
      [userId],
    );
    expect(refers.rowCount).toBe(1);
  });
  expect((await tryLock()).rowCount).toBe(1);
});

test('nobody has no account', async () => {
  expect(await findAccount(own.database.db, randomUUID())).toBeUndefined();
  expect(await own.database.transact((tx) => lockAccount(tx.db, randomUUID()))).toBeUndefined();
});
