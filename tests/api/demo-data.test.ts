import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Crypto } from '../../contract/enums';
import { fillDemo } from '../../scripts/demo-data';
import { checkAddress } from '../../server/wallets/addresses';
import { bookProblems } from '../support/books';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const databases: TestDatabase[] = [];
let first: pg.Pool;
beforeAll(async () => {
  first = await fill(7);
});
afterAll(async () => {
  for (const { drop } of databases) await drop();
});

const until = new Date('2026-01-01T00:00:00Z');

async function fill(seed: number) {
  const made = await createTestDatabase();
  databases.push(made);
  await fillDemo(made, {
    seed,
    investors: 20,
    transactions: 200,
    until,
    adminId: randomUUID(),
    passwordHash: '-',
    firstEmail: 'investor@example.com',
    documents: [{ document: 'terms', title: 'Terms', version: '1', path: '/legal/terms' }],
    progress: () => {},
  });
  return made.database.pool;
}

const summary = `select u.email, t.trx_type, t.amount, t.status, t.created_at, a.balance
  from transactions t join users u on u.id = t.user_id join accounts a on a.user_id = u.id
  order by t.created_at, u.email`;

test('the same seed gives the same people, amounts, states and dates, with books that balance', async () => {
  const [second, other] = [await fill(7), await fill(8)];
  const { rows } = await first.query(summary);
  expect(rows).toHaveLength(200);
  expect((await second.query(summary)).rows).toEqual(rows);
  expect((await other.query(summary)).rows).not.toEqual(rows);
  expect(await bookProblems(first)).toEqual([]);
});

test('withdrawals go to addresses of their currency that no check warns of', async () => {
  const { rows } = await first.query<{ crypto: Crypto; wallet: string }>(
    `select distinct crypto, wallet from transactions where trx_type = 'WITHDRAWAL'`,
  );
  expect(new Set(rows.map(({ crypto }) => crypto)).size).toBeGreaterThan(1);
  for (const { crypto, wallet } of rows) checkAddress(crypto, wallet, 'live', 'wallet');
});

test('nothing happened in the future, and entries stand at the moment of their change', async () => {
  const { rows } = await first.query(
    `select (select max(created_at) from ledger_entries) <= $1 as past,
       (select count(*) from transactions where updated_at < created_at)::int as backwards,
       (select count(*) from ledger_entries e join users u on u.id = e.user_id
        where e.created_at < u.created_at)::int as early`,
    [until],
  );
  expect(rows).toEqual([{ past: true, backwards: 0, early: 0 }]);
});

test('the last event of a transaction tells when it was changed, as the sealed history compares', async () => {
  const { rows } = await first.query(
    `select t.id from transactions t where abs(extract(epoch from t.updated_at - (
       select (after ->> 'updatedAt')::timestamptz from audit_events v
       where v.subject_type = 'transaction' and v.subject_id = t.id::text order by v.id desc limit 1))) >= 0.002`,
  );
  expect(rows).toEqual([]);
});

test('all investors have agreed to the documents in force when they joined', async () => {
  const { rows } = await first.query(
    `select count(*)::int as agreed from legal_acceptances l join users u on u.id = l.user_id
     where l.document = 'terms' and l.version = '1' and l.accepted_at = u.created_at`,
  );
  expect(rows).toEqual([{ agreed: 20 }]);
});
