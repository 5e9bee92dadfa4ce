import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editableAccountFields } from '../../contract/account';
import { cryptos, trxStatuses } from '../../contract/enums';
import { type Home, homeSchema } from '../../contract/home';
import { z } from '../../contract/zod';
import { foldKeptSums, summedAs } from '../../server/db/kept-sums';
import { readHome } from '../../server/home/home';
import { buildDeposit, buildWithdrawal } from '../builders';
import { dayToUse } from '../support/one-day';
import { randomRuns } from '../support/random-runs';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  await dayToUse();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const home = async (token = admin): Promise<Home> =>
  homeSchema.parse((await app.call('GET', '/api/admin/home', { token })).data);
const idSchema = z.looseObject({ _id: z.string() });
const create = async (token: string, body: object) =>
  idSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data)._id;
const decide = (trxId: string, status: string) =>
  app.call('PUT', `/api/transaction/${trxId}`, {
    token: admin,
    body: { status },
    headers: { 'x-reason': 'Seen on the chain' },
  });
const today = () => new Date().toISOString().slice(0, 10);

test('of an empty database is empty', async () => {
  const none = { count: 0, oldest: null };
  const { at, flows, ...rest } = await home();
  expect(rest).toEqual({
    waiting: {
      deposits: { ...none, amount: 0, byCurrency: [] },
      withdrawals: { ...none, amount: 0, byCurrency: [] },
      reports: none,
      proposals: none,
    },
    sums: { balance: 0, held: 0 },
    newInvestors: { days7: 0, days30: 0 },
    books: null,
    backups: null,
    decisions: [],
  });
  expect(flows).toMatchObject({ to: at.slice(0, 10), days: [] });
  expect(Date.parse(flows.to) - Date.parse(flows.from)).toBe(29 * 86_400_000);
});

describe('after deposits and decisions', () => {
  let investor: Awaited<ReturnType<TestApp['signUp']>>;
  let waits: string;
  let paid: string;
  beforeAll(async () => {
    investor = await app.signUp();
    const { token } = investor;
    waits = await create(token, buildDeposit({ amount: 250.5, crypto: 'ethereum' }));
    await create(token, buildDeposit({ amount: 100, crypto: 'ethereum' }));
    await create(token, buildDeposit({ amount: 300, crypto: 'bitcoin' }));
    const credited = await create(token, buildDeposit({ amount: 5_000, crypto: 'bitcoin' }));
    await decide(credited, 'CONFIRMED');
    paid = await create(token, buildWithdrawal({ amount: 400, crypto: 'bitcoin' }));
    await decide(paid, 'CONFIRMED');
    await decide(await create(token, buildWithdrawal({ amount: 500, crypto: 'ethereum' })), 'DECLINED');
    await create(token, buildWithdrawal({ amount: 1_000, crypto: 'bitcoin' }));
  });

  const freeze = (frozen: boolean) =>
    app.call('PUT', `/api/account/${investor.userId}/frozen`, {
      token: admin,
      body: { frozen },
      headers: { 'x-reason': 'Checking' },
    });

  test('it says what waits, how much that is, and since when', async () => {
    const { waiting } = await home();
    expect(waiting.deposits).toMatchObject({
      count: 3,
      amount: 650.5,
      byCurrency: [
        { crypto: 'ethereum', count: 2, amount: 350.5 },
        { crypto: 'bitcoin', count: 1, amount: 300 },
      ],
    });
    expect(waiting.withdrawals).toMatchObject({
      count: 1,
      amount: 1_000,
      byCurrency: [{ crypto: 'bitcoin', count: 1, amount: 1_000 }],
    });
    const oldest = z
      .object({ createdAt: z.string() })
      .parse((await app.call('GET', `/api/transaction/${waits}`, { token: admin })).data);
    expect(waiting.deposits.oldest).toBe(oldest.createdAt);
  });

  test('it says what came and went today, and what is there of it', async () => {
    const { flows, sums, newInvestors } = await home();
    expect(flows.days).toEqual([{ day: today(), crypto: 'bitcoin', in: 5_000, out: 400 }]);
    expect(sums).toEqual({ balance: 3_600, held: 1_000 });
    expect(newInvestors).toEqual({ days7: 1, days30: 1 });
  });

  test('the list finds what each figure is the sum of, by the day of the confirmation', async () => {
    await app.superuser.pool.query(
      `update transactions set created_at = created_at - interval '3 days' where id = $1`,
      [paid],
    );
    const filter = { status: 'CONFIRMED', updatedAt_gte: today(), updatedAt_lte: today() };
    const amounts = async (kind: object) => {
      const query = new URLSearchParams({ filter: JSON.stringify({ ...filter, ...kind }) });
      const path = `/api/transaction/transactions?${query}`;
      const { data } = await app.call('GET', path, { token: admin });
      return z
        .array(z.object({ amount: z.number() }))
        .parse(data)
        .map(({ amount }) => amount);
    };
    expect(await amounts({ trxType: 'DEPOSIT', crypto: 'bitcoin' })).toEqual([5_000]);
    expect(await amounts({ trxType: 'WITHDRAWAL', crypto: 'bitcoin' })).toEqual([400]);
    expect(await amounts({ updatedAt_gte: '2020-01-01', updatedAt_lte: '2020-01-02' })).toEqual([]);
  });

  test('it names the newest decisions of administrators, and nothing that investors did', async () => {
    await freeze(true);
    const { decisions } = await home();
    expect(
      decisions.map(({ action, transaction }) => [action, transaction?.status, transaction?.amount]),
    ).toEqual([
      ['user.frozen', undefined, undefined],
      ['transaction.status_changed', 'DECLINED', 500],
      ['transaction.status_changed', 'CONFIRMED', 400],
      ['transaction.status_changed', 'CONFIRMED', 5_000],
    ]);
    expect(decisions[2]).toMatchObject({
      actor: { type: 'admin' },
      person: { _id: investor.userId, email: investor.email },
      transaction: { _id: paid, trxType: 'WITHDRAWAL', crypto: 'bitcoin' },
    });
  });

  test('a withdrawal that its owner cancels is no decision of the operator', async () => {
    await freeze(false);
    const before = await home();
    const own = await create(investor.token, buildWithdrawal({ amount: 200 }));
    await app.call('POST', `/api/transaction/${own}/cancel`, { token: investor.token });
    const after = await home();
    expect(after.decisions).toEqual(before.decisions);
    expect(after.sums).toEqual(before.sums);
  });

  test('what is taken back has not come', async () => {
    const trxId = await create(investor.token, buildDeposit({ amount: 700, crypto: 'usdt-erc-20' }));
    const before = await home();
    await decide(trxId, 'CONFIRMED');
    expect((await home()).flows.days).toContainEqual({
      day: today(),
      crypto: 'usdt-erc-20',
      in: 700,
      out: 0,
    });
    await decide(trxId, 'PENDING');
    const after = await home();
    expect({ ...after, at: '', decisions: [] }).toEqual({ ...before, at: '', decisions: [] });
    await decide(trxId, 'DECLINED');
    expect((await home()).waiting.deposits.count).toBe(before.waiting.deposits.count - 1);
  });

  test('it says when the books were checked last, and how that ended', async () => {
    await app.call('GET', '/api/admin/books', { token: admin });
    expect((await home()).books).toMatchObject({ holds: true });
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db.execute('update accounts set held = held + 1');
    });
    await app.call('GET', '/api/admin/books', { token: admin });
    expect((await home()).books).toMatchObject({ holds: false });
    // A clock that was ahead.
    await app.superuser.pool.query(
      `insert into book_runs (at, ended_at, holds) values (now() + interval '1 day', now(), true)`,
    );
    expect((await home()).books).toMatchObject({ holds: false });
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db.execute('update accounts set held = held - 1');
    });
  });

  test('auditors read it, investors do not', async () => {
    const { at: _, ...seen } = await home(await app.signInAsAuditor());
    const { at: __, ...own } = await home();
    expect(seen).toEqual(own);
    expect((await app.call('GET', '/api/admin/home', { token: investor.token })).status).toBe(403);
    expect((await app.call('GET', '/api/admin/home')).status).toBe(401);
  });
});

test('a proposal and a report wait until somebody decides', async () => {
  const { userId } = await app.signUp();
  const adminId = idSchema.parse((await app.call('GET', '/api/user', { token: admin })).data)._id;
  const { pool } = app.superuser;
  const at = '2026-01-02T03:04:05.678Z';
  await pool.query(
    `insert into takeover_reports (id, user_id, link_hash, about, mailed_at, reported_at, network, device)
     values ($1, $2, $3, 'withdrawal_received', $4, $4, '192.0.2.0', 'Firefox')`,
    [randomUUID(), userId, randomUUID(), at],
  );
  await pool.query(
    `insert into proposals (id, kind, subject_type, subject_id, parameters, effect, effect_hash, proposer_id, reason, created_at)
     values ($1, 'adjustment', 'account', $2, '{}', '{}', $3, $4, 'Profit', $5)`,
    [randomUUID(), userId, 'a'.repeat(64), adminId, at],
  );
  expect((await home()).waiting).toMatchObject({
    reports: { count: 1, oldest: at },
    proposals: { count: 1, oldest: at },
  });
});

/** The kept figures, counted from the rows themselves. */
async function counted() {
  const { rows } = await app.superuser.pool.query<{ key: string; rows: string; amount: string }>(
    `select concat_ws(' ', figure, trx_type, crypto, day) as key, rows::text, amount::text from (
      select $1::jsonb ->> status as figure, trx_type, crypto,
        case $1 ->> status when 'confirmed' then (updated_at at time zone 'UTC')::date end as day, count(*) as rows,
        sum(amount) as amount
      from transactions where $1 ? status group by 1, 2, 3, 4
      union all select 'investors', null, null, (created_at at time zone 'UTC')::date, count(*), 0
      from users where type = 'investor' group by 4
      union all select 'balance', null, null, null, 0, sum(balance) from accounts having sum(balance) <> 0
      union all select 'held', null, null, null, 0, sum(held) from accounts having sum(held) <> 0
    ) as figures order by 1`,
    [JSON.stringify(summedAs)],
  );
  return rows;
}

async function kept() {
  const { rows } = await app.superuser.pool.query<{ key: string; rows: string; amount: string }>(`
    select concat_ws(' ', figure, trx_type, crypto, day) as key, sum(rows)::text as rows, sum(amount)::text as amount
    from kept_sums group by 1 having sum(rows) <> 0 or sum(amount) <> 0 order by 1`);
  return rows;
}

const event = fc.oneof(
  fc.record({
    kind: fc.constant('deposit' as const),
    amount: fc.integer({ min: 100, max: 50_000 }),
    crypto: fc.constantFrom(...cryptos.options),
  }),
  fc.record({
    kind: fc.constant('withdrawal' as const),
    amount: fc.integer({ min: 100, max: 500 }),
    crypto: fc.constantFrom(...cryptos.options),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    pick: fc.nat(1_000),
    status: fc.constantFrom(...trxStatuses.options),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    field: fc.constantFrom(...editableAccountFields.options),
    value: fc.integer({ min: 0, max: 9_000 }),
  }),
  fc.record({ kind: fc.constant('late' as const), pick: fc.nat(1_000), days: fc.nat(20) }),
  fc.record({ kind: fc.constant('gone' as const) }),
  fc.record({ kind: fc.constant('type' as const), type: fc.constantFrom('investor', 'auditor') }),
  fc.record({ kind: fc.constant('fold' as const) }),
);

test('whatever happens, what is kept is what is counted', async () => {
  const { token, userId } = await app.signUp();
  const ids: string[] = [];
  const { pool } = app.superuser;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      for (const one of events) {
        if (one.kind === 'deposit') {
          ids.push(await create(token, buildDeposit({ amount: one.amount, crypto: one.crypto })));
        } else if (one.kind === 'withdrawal') {
          const body = buildWithdrawal({ amount: one.amount, crypto: one.crypto });
          await app.call('POST', '/api/transaction/create', { token, body });
        } else if (one.kind === 'status') {
          const id = ids[one.pick % ids.length];
          if (id) await decide(id, one.status);
        } else if (one.kind === 'edit') {
          await app.call('PUT', `/api/account/${userId}`, {
            token: admin,
            body: { [one.field]: one.value },
            headers: { 'x-reason': 'Set' },
          });
        } else if (one.kind === 'late') {
          // As if it had been decided some days ago, and not so many that its day is dropped.
          const id = ids[one.pick % ids.length];
          const text = `update transactions set
            updated_at = greatest(updated_at - $1 * interval '1 day', now() - interval '50 days') where id = $2`;
          if (id) await pool.query(text, [one.days, id]);
        } else if (one.kind === 'gone') {
          const text = `delete from transactions t where id = (select id from transactions
            where status = 'PENDING' and trx_type = 'DEPOSIT'
              and not exists (select from ledger_entries e where e.transaction_id = transactions.id)
            order by id limit 1)`;
          await pool.query(text);
        } else if (one.kind === 'type') {
          await pool.query('update users set type = $1 where id = $2', [one.type, userId]);
          await pool.query(`update users set type = 'investor' where id = $1`, [userId]);
        } else {
          await Promise.all([foldKeptSums(app.database.db), foldKeptSums(app.database.db)]);
        }
      }
      expect(await kept()).toEqual(await counted());
    }),
    { numRuns: randomRuns(6) },
  );
  await foldKeptSums(app.database.db);
  const { rows } = await pool.query(
    'select figure from kept_sums group by figure, trx_type, crypto, day having count(*) > 1',
  );
  expect(rows).toEqual([]);
  expect(await kept()).toEqual(await counted());
  await pool.query('insert into kept_sums (figure, rows, amount) values ($1, 7, 7)', ['balance']);
  await pool.query('select recount_kept_sums()');
  expect(await kept()).toEqual(await counted());
});

test('days that nobody asks for any more are dropped, and what is of no day stays', async () => {
  const before = await home();
  await app.superuser.pool.query(
    `insert into kept_sums (figure, day, "rows", amount) values
     ('investors', current_date - 100, 1, 0), ('investors', current_date - 100, 1, 0)`,
  );
  await foldKeptSums(app.database.db);
  const { rows } = await app.superuser.pool.query('select from kept_sums where day < current_date - 60');
  expect(rows).toEqual([]);
  const after = await readHome(app.database, undefined);
  expect({ ...after, at: '' }).toEqual({ ...before, at: '' });
});
