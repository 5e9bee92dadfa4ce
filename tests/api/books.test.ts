import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookCheckSchema, booksStateSchema, offenderSchema } from '../../contract/books';
import { type BookCheck, bookChecks } from '../../contract/enums';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { createBooks } from '../../server/books/books';
import { bookRuns } from '../../server/db/schema/ledger';
import { createDayFollower } from '../../server/ledger/account-days';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { beginHolding } from '../support/hold';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase } from '../support/test-database';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
let trxId: string;
beforeEach(async () => {
  await app?.close();
  app = await startTestApp({}, { own: await createTestDatabase({ limit: patient(60_000) }) });
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

test('they hold after acts on an account whose id was sent in capitals', async () => {
  const path = `/api/account/${investor.userId.toUpperCase()}`;
  const headers = { 'x-reason': 'Checking' };
  expect((await app.call('PUT', path, { token: admin, body: { profit: 1.5 }, headers })).status).toBe(200);
  const thaw = await app.call('PUT', `${path}/frozen`, { token: admin, body: { frozen: false }, headers });
  expect(thaw.status).toBe(200);
  expect(await bookProblems(app.database.pool)).toEqual([]);
});

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
    'day-totals': [
      `insert into day_totals (day, profit) values ('2026-01-31', 100);
       insert into ledger_followers (name, entry_id) values ('day_totals', 0) on conflict do nothing`,
      [],
      { what: 'profit, 2026-01-31', found: 1, expected: 0, userId: null },
    ],
    'platform-addresses': [
      `update wallets set value = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' where name = 'bitcoin'`,
      [],
      {
        what: 'bitcoin: value 1BoatSLRHtKNngkdXEeobR76b53LETtpyT, not DEMO-BITCOIN-DO-NOT-SEND-FUNDS',
        found: null,
        expected: null,
        userId: null,
      },
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
  await vi.waitFor(async () => expect(await follow()).toBe(true), { timeout: patient(60_000), interval: 20 });
  const days = async () => (await check()).find(({ _id }) => _id === 'day-totals');
  expect(await days()).toMatchObject({ holds: true, offenders: 0 });
  await tamper('update day_totals set held = held + 100');
  expect(await days()).toMatchObject({ holds: false, offenders: 1 });
  const { rows } = await offenders('day-totals');
  expect(rows).toMatchObject([{ what: expect.stringMatching(/^held, /), userId: null }]);
  expect((rows[0]?.found ?? 0) - (rows[0]?.expected ?? 0)).toBe(1);
});

describe('platform addresses', () => {
  const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const thief = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const wrong = async () => (await offenders('platform-addresses')).rows.map(({ what }) => what);
  const change = async (body: object, name = 'bitcoin') => {
    const { rows } = await app.database.pool.query('select id from wallets where name = $1', [name]);
    const path = `/api/admin/wallets/${z.array(z.object({ id: z.string() })).parse(rows)[0]?.id}`;
    expect((await app.call('PUT', path, { token: admin, body })).status).toBe(200);
  };
  /** By the server's own role, which the database lets change these rows. */
  const set = (columns: string) =>
    app.database.pool.query(`update wallets set ${columns} where name = 'bitcoin'`);

  test('are what was written last, whatever was written before', async () => {
    await change({ value: bitcoin });
    await change({ enabled: false });
    await change({ enabled: true });
    await change({ value: 'DEMO-ETHEREUM-DO-NOT-SEND-FUNDS', enabled: false }, 'ethereum');
    await app.superuser.pool.query(`delete from wallets where name = 'usdt-erc-20'`);
    const body = { name: 'usdt-erc-20', value: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
    expect((await app.call('POST', '/api/admin/wallets', { token: admin, body })).status).toBe(201);
    expect(await wrong()).toEqual([]);
    await app.superuser.pool.query(`delete from wallets where name = 'usdt-erc-20'`);
    expect(await wrong()).toEqual(['usdt-erc-20: record none, not one']);
  });

  test.each([
    ['an address', `value = '${thief}'`, `bitcoin: value ${thief}, not ${bitcoin}`],
    ['what is shown', 'enabled = true', 'bitcoin: enabled true, not false'],
    [
      'several fields',
      `value = '${thief}', demo = true, version = 9`,
      `bitcoin: demo true, not false; value ${thief}, not ${bitcoin}; version 9, not 3`,
    ],
  ])('are found when the role of the server changes %s, until it is put back', async (_, columns, what) => {
    await change({ value: bitcoin });
    await change({ enabled: false });
    expect(await wrong()).toEqual([]);
    await set(columns);
    expect(await wrong()).toEqual([what]);
    await set(`value = '${bitcoin}', demo = false, enabled = false, version = 3`);
    expect(await wrong()).toEqual([]);
  });

  test('are found where one was added, and whatever an event says that is none of ours', async () => {
    await app.superuser.pool.query(`delete from wallets where name = 'bitcoin'`);
    const values = `gen_random_uuid(), 'bitcoin', '${thief}', false`;
    await app.database.pool.query(`insert into wallets (id, name, value, demo) values (${values})`);
    await app.database.pool.query(
      `insert into audit_events (action, subject_type, subject_id, after) values ('wallets.updated', 'wallets', '1', '5')`,
    );
    expect(await wrong()).toEqual([
      `bitcoin: demo false, not true; value ${thief}, not DEMO-BITCOIN-DO-NOT-SEND-FUNDS`,
    ]);
  });
});

describe('a check in the background', () => {
  const read = async (path = '/api/admin/books/state') =>
    booksStateSchema.parse((await app.call('GET', path, { token: admin })).data);
  const recheck = () => read('/api/admin/books/recheck');
  /** How the books stand once nothing is checked any more. */
  const ended = () =>
    vi.waitFor(
      async () => {
        const state = await read();
        expect(state.check.running).toBeNull();
        return state;
      },
      { timeout: patient(60_000), interval: 20 },
    );
  /** As if all checks had begun that many seconds before. */
  const age = (seconds: number) =>
    app.superuser.db.execute(
      sql`update book_runs set at = at - make_interval(secs => ${seconds}), whole_at = whole_at - make_interval(secs => ${seconds})`,
    );
  const countAccounts = async () => {
    const { rows } = await app.database.pool.query<{ n: number }>('select count(*)::int as n from accounts');
    return rows[0]?.n;
  };

  test('looks at all accounts first, and then at those that changed since', async () => {
    const others = [await app.signUp(), await app.signUp()];
    const first = await read();
    expect(first).toMatchObject({
      checks: [],
      check: { running: { percent: expect.any(Number) }, checkedAt: null, wholeAt: null },
    });
    const whole = await ended();
    const accounts = await countAccounts();
    expect(whole.checks.map(({ _id, holds }) => [_id, holds])).toEqual(
      bookChecks.options.map((_id) => [_id, true]),
    );
    expect(whole.check).toMatchObject({ accounts, wholeAccounts: accounts, problem: null });
    expect(whole.check.wholeAt).toBe(whole.check.checkedAt);

    await app.call('PUT', `/api/account/${others[0]?.userId}`, {
      token: admin,
      body: { profit: 5 },
      headers: { 'x-reason': 'Checking' },
    });
    expect((await read()).check).toEqual(whole.check);
    await age(60);
    await read();
    const since = await ended();
    // The figures by day had followed no entry: whoever has one is looked at again. Where other databases of the cluster
    // had transactions under way, so is whoever registered beside them.
    expect(since.check.accounts).toBeGreaterThanOrEqual(2);
    expect(since.check.wholeAccounts).toBe(accounts);
    expect(Date.parse(since.check.checkedAt ?? '')).toBeGreaterThan(Date.parse(since.check.wholeAt ?? ''));
    expect(since.checks.every(({ holds }) => holds)).toBe(true);
  });

  test.each([
    [
      'a deposit',
      () => app.call('POST', '/api/transaction/create', { token: investor.token, body: buildDeposit() }),
    ],
    ['a freeze', () => freeze(false)],
    [
      'a decision',
      () => app.call('PUT', `/api/transaction/${trxId}`, { token: admin, body: { status: 'DECLINED' } }),
    ],
  ])('looks at whoever has %s since, when the figures by day have followed', async (_, change) => {
    await app.signUp();
    const follow = createDayFollower(app.database);
    await vi.waitFor(async () => expect(await follow()).toBe(true), {
      timeout: patient(60_000),
      interval: 20,
    });
    await read();
    const whole = await ended();
    await age(60);
    await read();
    const nothing = await ended();
    await change();
    await tamper('update accounts set profit = profit + 100 where user_id = $1', [investor.userId]);
    await age(60);
    await read();
    const since = await ended();
    expect(since.checks.find(({ _id }) => _id === 'account-replay')).toMatchObject({
      holds: false,
      offenders: 1,
    });
    expect(since.check.wholeAt).not.toBe(since.check.checkedAt);
    // Transactions of other databases of the cluster may have been under way: never fewer, sometimes more.
    expect(nothing.check.accounts).toBeLessThanOrEqual(whole.check.accounts ?? 0);
  });

  test('looks at what changed since, also beside events about what is no id', async () => {
    await read();
    await ended();
    await app.superuser.pool.query(
      `insert into audit_events (action, subject_type, subject_id)
       select 'noted', 'account', subject_id from unnest($1::text[]) as subject_id`,
      [['x', '-'.repeat(36)]],
    );
    await age(60);
    await read();
    expect((await ended()).check).toMatchObject({ running: null, problem: null });
  });

  test('looks at the platform addresses each time', async () => {
    await recheck();
    const whole = await ended();
    await app.database.pool.query(
      `update wallets set value = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' where name = 'bitcoin'`,
    );
    await age(60);
    await read();
    const since = await ended();
    expect(since.check.wholeAt).not.toBe(since.check.checkedAt);
    expect(whole.checks.every(({ holds }) => holds)).toBe(true);
    expect(since.checks.filter(({ holds }) => !holds).map(({ _id }) => _id)).toEqual(['platform-addresses']);
  });

  test('looks at all accounts when something did not hold, after an hour, and when it is told to', async () => {
    await recheck();
    const accounts = (await ended()).check.wholeAccounts;
    await tamper('update accounts set profit = 100 where user_id = $1', [investor.userId]);
    await recheck();
    expect((await ended()).checks.filter(({ holds }) => !holds).map(({ _id }) => _id)).toEqual([
      'account-replay',
      'status-effects',
    ]);
    await tamper('update accounts set profit = 0 where user_id = $1', [investor.userId]);
    await age(60);
    await read();
    const mended = await ended();
    expect(mended.checks.every(({ holds }) => holds)).toBe(true);
    expect(mended.check).toMatchObject({ accounts, wholeAt: mended.check.checkedAt });
    await age(3_601);
    await read();
    const later = await ended();
    expect(later.check.wholeAt).toBe(later.check.checkedAt);
  });

  test('is one for all processes, which see how far it is; one that was lost is begun anew, one whose process ends is over', async () => {
    const client = await beginHolding(app.database.pool);
    const other = createBooks(app.database);
    try {
      await client.query('lock table transactions in access exclusive mode');
      await recheck();
      const running = { accounts: await countAccounts(), percent: 25 };
      // Three of twelve checks do not read that table.
      await vi.waitFor(async () => expect((await read()).check.running).toEqual(running), {
        timeout: patient(10_000),
      });
      expect((await other.recheck()).check.running).toEqual(running);
      expect(await app.database.db.$count(bookRuns)).toBe(1);
      await app.superuser.db.execute(sql`update book_runs set seen_at = now() - interval '31 s'`);
      // How far the new one is when the answer is written is a matter of speed.
      expect((await other.recheck()).check.running?.percent).toBeLessThanOrEqual(running.percent);
      expect(await app.database.db.$count(bookRuns)).toBe(2);
      // Whoever waits for the table does not keep the process from ending.
      await other.stop();
      expect((await read()).check).toMatchObject({
        running: null,
        problem: expect.stringContaining('could not be finished'),
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('of a time to come, by a clock that was ahead, stands before none of now', async () => {
    await recheck();
    await ended();
    await app.superuser.db.execute(sql`update book_runs set at = at + interval '1 day'`);
    // One whose process is lost.
    await app.superuser.db.execute(
      sql`insert into book_runs (at, seen_at, ended_at) select now() + moment, now() + moment, null from (select interval '1 day' as moment) as ahead`,
    );
    const now = Date.now();
    const begun = await read();
    expect(begun.check).toMatchObject({ running: expect.anything(), checkedAt: null });
    expect(Date.parse((await ended()).check.checkedAt ?? '')).toBeGreaterThanOrEqual(now - 1_000);
  });

  test('that fails says so, and the answer before it stays', async () => {
    await recheck();
    const before = await ended();
    await app.superuser.db.execute(sql`alter table statements rename to mislaid`);
    await recheck();
    const after = await ended();
    expect(after.checks).toEqual(before.checks);
    expect(after.check).toMatchObject({
      checkedAt: before.check.checkedAt,
      problem: expect.stringContaining('could not be finished'),
    });
    await app.superuser.db.execute(sql`alter table mislaid rename to statements`);
    await recheck();
    expect((await ended()).check.problem).toBeNull();
  });
});

test('a check that takes too long says so, and the others still answer', async () => {
  // Less than the server waits for a lock, and far more than one of these checks takes on a busy machine.
  const impatient = createBooks(app.database, { timeout: 1_000 });
  const client = await beginHolding(app.superuser.pool);
  try {
    // One check alone reads this table.
    await client.query('lock table statements in access exclusive mode');
    const results = await impatient.check();
    expect(results.filter(({ holds }) => holds === null)).toMatchObject([
      { _id: 'statements', offenders: null, problem: expect.stringContaining('did not finish') },
    ]);
    expect(results.find(({ _id }) => _id === 'book-balance')).toMatchObject({ holds: true, problem: null });
    const request = { sort: undefined, range: undefined, conditions: [] };
    await expect(impatient.listOffenders('statements', request)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 60,
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
});
