import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountFields, accountSchema, editableAccountFields } from '../../contract/account';
import { bookCheckNames } from '../../contract/console-names';
import { type FigureDays, figureDaysSchema, figuresSchema } from '../../contract/figures';
import { transactionSchema } from '../../contract/transaction';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { addDays, createDayFollower } from '../../server/ledger/account-days';
import { adjustmentOf } from '../../server/ledger/effects';
import { listAllFigureDays, listFigureDays } from '../../server/ledger/figure-days';
import { readAllFiguresAt, readFiguresAt } from '../../server/ledger/figures-at';
import { toDollars } from '../../server/money';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { beginHolding } from '../support/hold';
import { type Figures, noFigures } from '../support/ledger-model';
import { dayToUse } from '../support/one-day';
import { patient } from '../support/patience';
import { randomRuns } from '../support/random-runs';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 2 ** 31);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  console.log(`figures over time: LEDGER_SEED=${seed}`);
});
afterAll(() => app.close());

const dollars = (figures: Figures) =>
  Object.fromEntries(accountFields.options.map((field) => [field, toDollars(figures[field])]));
const plus = (one: Figures, other: Figures) =>
  Object.fromEntries(accountFields.options.map((field) => [field, one[field] + other[field]])) as Figures;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

async function addAccount(): Promise<string> {
  const id = randomUUID();
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${id}@example.com`, passwordHash: '-' };
  await app.database.db.insert(users).values({ id, type: 'investor', ...person });
  await app.database.db.insert(accounts).values({ userId: id });
  return id;
}

/** An adjustment that was posted at a time of the test's choosing: only the server's own clock dates those it posts. */
async function post(userId: string, field: keyof Figures & string, amount: number, at: number) {
  const postings = adjustmentOf(editableAccountFields.parse(field), amount);
  const values = postings.map(
    ({ book, account, amount: cents }, line) => sql`(${line}::int, ${book}, ${account}, ${cents}::bigint)`,
  );
  await app.database.db.execute(sql`
    with entry as (
      insert into ledger_entries (user_id, kind, actor_id, created_at)
        values (${userId}, 'adjustment', ${randomUUID()}, ${new Date(at).toISOString()}) returning id
    ) insert into ledger_postings (entry_id, line, book, account, amount)
      select entry.id, line, book, account, amount
      from entry, (values ${sql.join(values, sql`, `)}) as lines (line, book, account, amount)`);
}

/** Transactions of other tests on the same server hold it up. */
async function followAll(follow: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await follow()).toBe(true), { timeout: patient(60_000), interval: 20 });
}

const start = Date.parse('2025-11-20T00:00:00Z');
const hour = 3_600_000;
const step = fc.record({
  who: fc.nat({ max: 1 }),
  field: fc.constantFrom(...editableAccountFields.options),
  amount: fc.integer({ min: -90_000_00, max: 90_000_00 }).filter((amount) => amount !== 0),
  // Mostly forwards; a clock that was set back as well.
  hours: fc.integer({ min: -30, max: 60 }),
  /** Whether the days are brought up to the entries then, and how. */
  follow: fc.constantFrom('not', 'not', 'account', 'round'),
});

test('the figures at a moment, and those of each day, are what the entries up to it sum to', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 20 }),
      fc.array(fc.integer({ min: -40, max: 700 }), { minLength: 3, maxLength: 3 }),
      async (steps, asked) => {
        const before = await readAllFiguresAt(app.database, undefined);
        const span = { from: dayOf(start - 20 * hour), to: dayOf(start + 240 * hour) };
        const daysBefore = await listAllFigureDays(app.database, span);
        const ids = [await addAccount(), await addAccount()];
        const follow = createDayFollower(app.database);
        /** What is replayed: the time of each entry, as it is told, and the figures after it. */
        const told: { at: number; figures: Figures }[][] = [[], []];
        let clock = start;
        for (const { who, field, amount, hours, follow: how } of steps) {
          clock += hours * hour;
          const [id, entries] = [ids[who], told[who]];
          if (!id || !entries) throw new Error('Nobody');
          await post(id, field, amount, clock);
          const last = entries.at(-1);
          const figures = { ...(last?.figures ?? noFigures()) };
          figures[field] += amount;
          entries.push({ at: Math.max(clock, last?.at ?? clock), figures });
          if (how === 'account') await addDays(app.database.db, [id]);
          if (how === 'round') await follow();
        }
        const replayed = (who: number, at: number) =>
          told[who]?.findLast((entry) => entry.at <= at)?.figures ?? noFigures();
        const exact = told.flat().flatMap(({ at }) => [at, at - 1]);
        for (const at of [...asked.map((hours) => start + hours * hour), ...exact.slice(0, 6)]) {
          const moment = new Date(at).toISOString();
          for (const [who, id] of ids.entries()) {
            expect(await readFiguresAt(app.database.db, id, moment)).toEqual({
              at: moment,
              ...dollars(replayed(who, at)),
            });
          }
        }
        const all = await readAllFiguresAt(app.database, undefined);
        const added = plus(replayed(0, Date.now()), replayed(1, Date.now()));
        for (const field of accountFields.options) {
          expect(Math.round((all[field] - before[field]) * 100)).toBe(added[field]);
        }
        const { from, to } = span;
        for (const [who, id] of ids.entries()) {
          const days = await listFigureDays(app.database, id, { from, to });
          const withEntries = [...new Set(told[who]?.map(({ at }) => dayOf(at)))];
          const ends = (day: string) => dollars(replayed(who, Date.parse(day) + 24 * hour - 1));
          expect(days).toEqual({
            from,
            to,
            opening: ends(dayOf(Date.parse(from) - 1)),
            days: withEntries.filter((day) => day >= from && day <= to).map((day) => ({ day, ...ends(day) })),
            since: withEntries[0] ?? null,
          });
        }
        const allDays = await listAllFigureDays(app.database, span);
        const endOf = (days: FigureDays, day: string) =>
          days.days.findLast((end) => end.day <= day) ?? days.opening;
        expect(allDays.days.map(({ day }) => day)).toEqual(
          [
            ...new Set([
              ...daysBefore.days.map(({ day }) => day),
              ...told.flat().map((entry) => dayOf(entry.at)),
            ]),
          ]
            .filter((day) => day >= from && day <= to)
            .toSorted(),
        );
        for (const { day } of [{ day: dayOf(Date.parse(from) - 1) }, ...allDays.days]) {
          const end = Date.parse(day) + 24 * hour - 1;
          const moved = plus(replayed(0, end), replayed(1, end));
          for (const field of accountFields.options) {
            const difference = endOf(allDays, day)[field] - endOf(daysBefore, day)[field];
            expect(Math.round(difference * 100), `${field} of ${day}`).toBe(moved[field]);
          }
        }
      },
    ),
    { seed, numRuns: randomRuns(12), endOnFailure: true },
  );
  await followAll(createDayFollower(app.database));
  const problems = await bookProblems(app.database.pool);
  expect(problems.filter((problem) => problem.startsWith(bookCheckNames['account-days']))).toEqual([]);
});

describe('what follows the entries', () => {
  const daysOf = async (id: string) =>
    (
      await app.superuser.pool.query(
        'select day::text, profit, last_entry_id from account_days where user_id = $1 order by day',
        [id],
      )
    ).rows;

  const totalsOf = async () => (await app.superuser.pool.query('select * from day_totals order by day')).rows;

  test('misses none that was posted before another one and committed after it', async () => {
    const follow = createDayFollower(app.database);
    await followAll(follow);
    const [early, late] = [await addAccount(), await addAccount()];
    const writer = await beginHolding(app.database.pool);
    // As whoever posts an entry, which locks the account first.
    await writer.query('select 1 from accounts where user_id = $1 for no key update', [early]);
    await writer.query(
      `with entry as (
        insert into ledger_entries (user_id, kind, actor_id) values ($1, 'adjustment', $1) returning id
      ) insert into ledger_postings (entry_id, line, book, account, amount)
        select id, line, 'statement', account, amount from entry,
          (values (1, 'profit', 700), (2, 'contra:profit', -700)) as lines (line, account, amount)`,
      [early],
    );
    await post(late, 'profit', 500, Date.now());
    for (let round = 0; round < 4; round += 1) expect(await follow()).toBe(false);
    expect(await daysOf(early)).toEqual([]);
    await writer.query('commit');
    writer.release();
    await followAll(follow);
    expect((await daysOf(early)).map(({ profit }) => Number(profit))).toEqual([700]);
    expect((await daysOf(late)).map(({ profit }) => Number(profit))).toEqual([500]);
  });

  test('makes all of them anew when they are gone, and the same of two at once', async () => {
    const id = await addAccount();
    for (const hours of [0, 5, 30, 31]) await post(id, 'profit', 1_00, start + hours * hour);
    await addDays(app.database.db, [id]);
    const before = await daysOf(id);
    expect(before.map(({ day, profit }) => [day, Number(profit)])).toEqual([
      ['2025-11-20', 2_00],
      ['2025-11-21', 4_00],
    ]);
    await followAll(createDayFollower(app.database));
    const totals = await totalsOf();
    expect(totals.length).toBeGreaterThan(1);
    await app.database.db.execute('delete from account_days');
    await app.database.db.execute('delete from ledger_followers');
    const followers = [createDayFollower(app.database), createDayFollower(app.database)];
    await Promise.all(followers.map(followAll));
    expect(await daysOf(id)).toEqual(before);
    expect(await totalsOf()).toEqual(totals);
    await Promise.all(Array.from({ length: 4 }, () => addDays(app.database.db, [id])));
    expect(await daysOf(id)).toEqual(before);
  });
});

test('sums over all accounts are right where the days of accounts are ahead of the totals', async () => {
  const follow = createDayFollower(app.database);
  const [id, other] = [await addAccount(), await addAccount()];
  await followAll(follow);
  const from = dayOf(start);
  const span = { from, to: dayOf(start + 96 * hour) };
  const before = await listAllFigureDays(app.database, span);
  const profitAt = async (hours: number) =>
    (await readAllFiguresAt(app.database, new Date(start + hours * hour).toISOString())).profit;
  const [first, later] = [await profitAt(20), await profitAt(60)];
  await post(id, 'profit', 1_00, start + hour);
  await post(id, 'profit', 2_00, start + 50 * hour);
  // A clock that was set back: it counts from the time of the one before.
  await post(id, 'profit', 4_00, start + 2 * hour);
  await post(other, 'profit', 8_00, start + 3 * hour);
  // As a replica of a version before leaves it, which knows of no totals.
  await addDays(app.database.db, [id, other]);
  // Dollars with cents do not subtract as floating-point numbers: the nearest cent is what is meant.
  const moved = (was: number, is: number) => Math.round((is - was) * 100) / 100;
  const asItIs = async () => {
    expect([moved(first, await profitAt(20)), moved(later, await profitAt(60))]).toEqual([9, 15]);
    const { opening, days } = await listAllFigureDays(app.database, span);
    const was = (day: string) => before.days.findLast((end) => end.day <= day) ?? before.opening;
    expect(opening).toEqual(before.opening);
    for (const [day, added] of [
      [from, 9],
      [dayOf(start + 50 * hour), 15],
    ] as const) {
      const now = days.find((end) => end.day === day);
      expect(moved(was(day).profit, now?.profit ?? 0), day).toBe(added);
    }
  };
  await asItIs();
  await app.database.db.execute(
    sql`update ledger_followers set entry_id = (select max(id) from ledger_entries) where name = 'account_days'`,
  );
  await asItIs();
  await followAll(follow);
  await asItIs();
});

test('what a clock that was ahead has dated into a time to come is among the figures of now', async () => {
  const id = await addAccount();
  const before = await readAllFiguresAt(app.database, undefined);
  await post(id, 'profit', 1_00, Date.now() - hour);
  await post(id, 'profit', 2_00, Date.now() + 24 * hour);
  await post(id, 'profit', 4_00, Date.now());
  const asItIs = async () => {
    for (const at of [undefined, new Date(Date.now() + hour).toISOString()]) {
      const all = await readAllFiguresAt(app.database, at);
      expect(Math.round((all.profit - before.profit) * 100)).toBe(7_00);
      expect(await readFiguresAt(app.database.db, id, at)).toMatchObject({ profit: 7 });
    }
    const earlier = new Date(Date.now() - hour / 2).toISOString();
    expect(await readFiguresAt(app.database.db, id, earlier)).toMatchObject({ profit: 1 });
  };
  await asItIs();
  await followAll(createDayFollower(app.database));
  await asItIs();
});

describe('the calls', () => {
  test('answer an investor about the own account, the console about any and all, at any moment', async () => {
    await dayToUse();
    const admin = await app.signInAsAdmin();
    const auditor = await app.signInAsAuditor();
    const { token, userId } = await app.signUp();
    const create = async (body: unknown) =>
      transactionSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data);
    const { _id } = await create(buildDeposit({ amount: 500 }));
    await app.call('PUT', `/api/transaction/${_id}`, { token: admin, body: { status: 'CONFIRMED' } });
    const between = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await create(buildWithdrawal({ amount: 150 }));
    const own = async (query: string) =>
      figuresSchema.parse((await app.call('GET', `/api/account/figures${query}`, { token })).data);
    const now = accountSchema.parse((await app.call('GET', '/api/account', { token })).data);
    expect(await own('')).toMatchObject({ balance: 350, held: 150 });
    expect(now).toMatchObject({ balance: 350, held: 150 });
    expect(await own(`?at=${between}`)).toMatchObject({ at: between, balance: 500, held: 0 });
    expect(await own('?at=2020-01-01T00:00:00%2B02:00')).toMatchObject({
      at: '2019-12-31T22:00:00.000Z',
      balance: 0,
    });
    // What is to come is as it is now, and says that it is of now.
    const ahead = await own('?at=2999-01-01T00:00:00Z');
    expect(ahead.balance).toBe(350);
    expect(Date.parse(ahead.at)).toBeLessThanOrEqual(Date.now());
    for (const reader of [admin, auditor]) {
      const of = await app.call('GET', `/api/account/${userId}/figures?at=${between}`, { token: reader });
      expect(of.data).toMatchObject({ balance: 500, held: 0 });
      const all = await app.call('GET', '/api/account/all/figures', { token: reader });
      const earlier = await app.call('GET', `/api/account/all/figures?at=${between}`, { token: reader });
      expect(figuresSchema.parse(all.data).held - figuresSchema.parse(earlier.data).held).toBe(150);
    }
    const today = dayOf(Date.now());
    const days = await app.call('GET', `/api/account/figures/days?from=2026-01-01&to=${today}`, { token });
    expect(figureDaysSchema.parse(days.data)).toMatchObject({
      since: today,
      opening: { balance: 0 },
      days: [{ day: today, balance: 350, held: 150 }],
    });
    const sums = await app.call('GET', '/api/account/all/figures', { token: auditor });
    const allDays = await app.call('GET', `/api/account/all/figures/days?from=${today}&to=${today}`, {
      token: auditor,
    });
    const { held } = figuresSchema.parse(sums.data);
    expect(figureDaysSchema.parse(allDays.data).days).toMatchObject([{ day: today, held }]);
  });

  test.each([
    '/api/account/figures?at=yesterday',
    '/api/account/figures?at=2026-01-01',
    '/api/account/figures?to=2026-01-01',
    '/api/account/figures/days',
    '/api/account/figures/days?from=2026-02-01&to=2026-01-01',
    '/api/account/figures/days?from=1990-01-01&to=2026-01-01',
    '/api/account/figures/days?from=2026-02-30&to=2026-03-01',
  ])('%s is refused', async (path) => {
    const { token } = await app.signUp();
    expect((await app.call('GET', path, { token })).status).toBe(400);
  });

  test('reach from the first day there is to the last, and name what is beyond', async () => {
    const { token } = await app.signUp();
    const ask = (query: string) => app.call('GET', `/api/account/figures${query}`, { token });
    for (const query of [
      '?at=0001-01-01T00:00:00Z',
      '?at=9999-12-31T23:59:59.999Z',
      '/days?from=0001-01-01&to=0001-01-02',
      '/days?from=9999-12-30&to=9999-12-31',
    ]) {
      expect((await ask(query)).status, query).toBe(200);
    }
    for (const [query, field] of [
      ['?at=0000-06-01T00:00:00Z', 'at'],
      ['?at=0001-01-01T00:00:00%2B14:00', 'at'],
      ['/days?from=0000-12-31&to=0001-01-01', 'from'],
    ]) {
      expect(await ask(query ?? ''), query).toMatchObject({ status: 400, errors: [{ field }] });
    }
  });

  test('of nobody are answered with 404', async () => {
    const admin = await app.signInAsAdmin();
    const path = `/api/account/${randomUUID()}/figures`;
    expect((await app.call('GET', path, { token: admin })).status).toBe(404);
    const days = await app.call('GET', `${path}/days?from=2026-01-01&to=2026-01-02`, { token: admin });
    expect(days.status).toBe(404);
  });
});
