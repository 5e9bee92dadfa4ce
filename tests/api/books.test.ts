import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookCheckSchema, offenderSchema } from '../../contract/books';
import { type BookCheck, bookChecks } from '../../contract/enums';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { createBooks } from '../../server/books/books';
import { createDayFollower } from '../../server/ledger/account-days';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { beginHolding } from '../support/hold';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
let trxId: string;
beforeEach(async () => {
  await app?.close();
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  investor = await app.signUp();
  const { token } = investor;
  const create = (body: unknown) => app.call('POST', '/api/transaction/create', { token, body });
  trxId = transactionSchema.parse((await create(buildDeposit())).data)._id;
  await app.call('PUT', `/api/transaction/${trxId}`, { token: admin, body: { status: 'CONFIRMED' } });
  await create(buildWithdrawal());
  await freeze(true);
});
afterAll(() => app.close());

const freeze = (frozen: boolean) =>
  app.call('PUT', `/api/account/${investor.userId}/frozen`, {
    token: admin,
    body: { frozen },
    headers: { 'x-reason': 'Checking' },
  });
const check = async () => {
  const { data } = await app.call('GET', '/api/admin/books', { token: admin });
  return z.array(bookCheckSchema).parse(data);
};
const offenders = async (name: BookCheck, range?: [number, number]) => {
  const query = range ? `?range=${JSON.stringify(range)}` : '';
  const { data, headers } = await app.call('GET', `/api/admin/books/${name}${query}`, { token: admin });
  return { rows: z.array(offenderSchema).parse(data), range: headers['content-range'] };
};

/** Does to the tables what the server never does: their triggers are switched off. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  await app.superuser.transact(async ({ db }) => {
    await db.execute('set local session_replication_role = replica');
    const text = values.reduce<string>(
      (sql, value, index) => sql.replace(`$${index + 1}`, `'${value}'`),
      statement,
    );
    await db.execute(text);
  });
}

test('books that are right hold in every check', async () => {
  expect(await check()).toEqual(
    bookChecks.options.map((_id) => ({
      _id,
      name: expect.any(String),
      holds: true,
      offenders: 0,
      problem: null,
    })),
  );
  expect(await bookProblems(app.database.pool)).toEqual([]);
  expect(await offenders('held-amounts', [0, 9])).toEqual({ rows: [], range: 'items */0' });
});

describe('each check finds what breaks it', () => {
  const of = (): Record<BookCheck, [statement: string, values: unknown[], offender: object]> => ({
    'entry-balance': [
      `update ledger_postings set amount = amount + 1 where account = 'walletBalance'`,
      [],
      {
        what: 'statement',
        found: 0.01,
        expected: 0,
        userId: investor.userId,
        trxId,
        entryId: expect.any(Number),
      },
    ],
    'book-balance': [
      `update ledger_postings set amount = amount + 1 where account = 'balance' and amount > 0`,
      [],
      { what: 'money', found: 0.01, expected: 0, userId: null },
    ],
    'account-replay': [
      'update accounts set profit = 100 where user_id = $1',
      [investor.userId],
      { what: 'profit', found: 1, expected: 0, userId: investor.userId },
    ],
    'held-amounts': [
      'update accounts set held = 0 where user_id = $1',
      [investor.userId],
      { found: 0, expected: 150, userId: investor.userId },
    ],
    'status-effects': [
      `update transactions set status = 'DECLINED' where id = $1`,
      [trxId],
      { what: 'balance', found: 350, expected: -150, userId: investor.userId },
    ],
    'transaction-audit': [
      `delete from audit_events where action = 'transaction.status_changed'`,
      [],
      { found: 1, expected: 2, trxId, userId: investor.userId },
    ],
    'adjustment-audit': [
      `insert into audit_events (action, subject_type, subject_id) values ('account.edited', 'account', $1)`,
      [investor.userId],
      { found: 1, expected: 0, userId: investor.userId },
    ],
    'account-versions': [
      'update accounts set version = 9 where user_id = $1',
      [investor.userId],
      { found: 9, expected: 4, userId: investor.userId },
    ],
    statements: [
      `insert into statements (user_id, period, figures, entries, last_entry_id, entries_hash, hash) values ($1, '2026-01',
        '{"profit": {"opening": 0, "deposits": 0, "withdrawals": 0, "adjustments": 100, "closing": 100}}', 0, 0, '', '')`,
      [investor.userId],
      { what: 'profit, 2026-01', found: 1, expected: 0, userId: investor.userId },
    ],
    'account-days': [
      `insert into account_days (user_id, day, profit, last_entry_id) values ($1, '2026-01-31', 100, 0)`,
      [investor.userId],
      { what: 'profit, 2026-01-31', found: 1, expected: 0, userId: investor.userId },
    ],
  });

  test.each(bookChecks.options)('%s', async (name) => {
    const [statement, values, offender] = of()[name];
    await tamper(statement, values);
    const result = (await check()).find(({ _id }) => _id === name);
    const { rows } = await offenders(name);
    expect(result).toMatchObject({ holds: false, offenders: rows.length });
    expect(rows).toContainEqual(expect.objectContaining(offender));
    const page = await offenders(name, [0, 0]);
    expect(page).toEqual({ rows: rows.slice(0, 1), range: `items 0-0/${rows.length}` });
    expect((await bookProblems(app.database.pool)).length).toBeGreaterThanOrEqual(rows.length);
  });
});

describe('the versions of accounts', () => {
  const wrong = async () => (await offenders('account-versions')).rows;

  test.each([
    ['an event of a freeze is gone', `delete from audit_events where action = 'user.frozen'`, 4, 3],
    [
      'an account was frozen past the server',
      `update accounts set frozen_at = now(), version = version + 1 where user_id = $1`,
      5,
      4,
    ],
    [
      'an event of a freeze was made up',
      `insert into audit_events (action, subject_type, subject_id, after)
       values ('user.unfrozen', 'user', $1, '{"frozen": false, "version": 5}')`,
      4,
      5,
    ],
  ])('are found when %s', async (_, statement, found, expected) => {
    expect(await wrong()).toEqual([]);
    await tamper(statement, [investor.userId]);
    expect(await wrong()).toMatchObject([{ found, expected, userId: investor.userId }]);
  });

  test('hold after freezes of this version of the product and of former ones, which made none', async () => {
    await freeze(false);
    await tamper(
      `insert into audit_events (action, subject_type, subject_id, before, after)
       values ('user.frozen', 'user', $1, '{"frozen": false}', '{"frozen": true}')`,
      [investor.userId],
    );
    expect(await wrong()).toEqual([]);
  });
});

test('the sums over all accounts by day are checked with the figures of each', async () => {
  const follow = createDayFollower(app.database);
  await vi.waitFor(async () => expect(await follow()).toBe(true), { timeout: patient(30_000), interval: 20 });
  const days = async () => (await check()).find(({ _id }) => _id === 'account-days');
  expect(await days()).toMatchObject({ holds: true, offenders: 0 });
  await tamper('update day_totals set held = held + 100');
  expect(await days()).toMatchObject({ holds: false, offenders: 1 });
  const { rows } = await offenders('account-days');
  expect(rows).toMatchObject([{ what: expect.stringMatching(/^held, /), userId: null }]);
  expect((rows[0]?.found ?? 0) - (rows[0]?.expected ?? 0)).toBe(1);
});

test('a check that takes too long says so, and the others still answer', async () => {
  const impatient = createBooks(app.database, 200);
  const client = await beginHolding(app.database.pool);
  try {
    await client.query('lock table transactions in access exclusive mode');
    const results = await impatient.check();
    const held = results.find(({ _id }) => _id === 'held-amounts');
    expect(held).toMatchObject({
      holds: null,
      offenders: null,
      problem: expect.stringContaining('did not finish'),
    });
    expect(results.find(({ _id }) => _id === 'book-balance')).toMatchObject({ holds: true, problem: null });
    const request = { sort: undefined, range: undefined, conditions: [] };
    await expect(impatient.listOffenders('held-amounts', request)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 60,
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
});
