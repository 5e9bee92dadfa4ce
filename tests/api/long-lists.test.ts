import { randomUUID } from 'node:crypto';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits';
import { accountList, type ListSpec, transactionList, userList } from '../../contract/list-query';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { listAccounts } from '../../server/accounts/accounts';
import { countLimit } from '../../server/db/big-list';
import { foldListCounts } from '../../server/db/list-counts';
import { parseListQuery } from '../../server/lists/list-query';
import { listTransactions } from '../../server/transactions/transactions';
import { listUsers } from '../../server/users/users';
import { seedBig } from '../bench/big/seed';
import { startTestApp, type TestApp } from '../support/test-app';

/** More than lists count one by one (countLimit), in those of a filter too. */
const size = { users: 1_500, transactions: 16_000 };

let app: TestApp;
let admin: string;
beforeAll(async () => {
  // What replies hold is checked on short lists (tests/api/lists.test.ts); here it would be most of the work.
  app = await startTestApp({}, { checksReplies: false });
  await seedBig(app.superuser.pool, size);
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const users = '/api/user/users';
const accounts = '/api/account/all';
const transactions = '/api/transaction/transactions';
const rowSchema = z.looseObject({ _id: z.string() });

interface Query {
  sort?: [string, string];
  range?: [number, number];
  filter?: Record<string, unknown>;
}

const textOf = (query: Query) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));

async function list(path: string, query: Query = {}) {
  const parameters = new URLSearchParams(textOf(query));
  const { status, data, headers, errors } = await app.call('GET', `${path}?${parameters}`, { token: admin });
  if (status !== 200) throw new Error(`${status} ${errors[0]?.message}`);
  return {
    ids: z
      .array(rowSchema)
      .parse(data)
      .map(({ _id }) => _id),
    total: Number(String(headers['content-range']).split('/')[1]),
    atLeast: headers['x-total-relation'] === 'gte',
  };
}

async function countOf(where: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: string }>(`select count(*) from ${where}`);
  return Number(rows[0]?.count);
}

test('the whole list comes in one answer, however long', async () => {
  const { ids } = await list(transactions);
  expect(new Set(ids).size).toBe(size.transactions);
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from transactions order by created_at desc, id desc',
  );
  expect(ids).toEqual(rows.map(({ id }) => id));
  const filtered = await list(transactions, { filter: { status: 'CONFIRMED' }, sort: ['amount', 'ASC'] });
  expect(filtered.ids).toHaveLength(await countOf(`transactions where status = 'CONFIRMED'`));
});

describe('pages at the end of a list', () => {
  test.each([
    ['createdAt', 'DESC', {}],
    ['plan', 'ASC', {}],
    ['plan', 'DESC', {}],
    ['user.lastName', 'ASC', {}],
    ['user.firstName', 'DESC', { trxType: 'DEPOSIT' }],
    ['amount', 'ASC', { status: ['PENDING', 'DECLINED'] }],
    ['status', 'DESC', { amount_gte: 40_000 }],
    ['user.lastName', 'DESC', { q: 'an' }],
    ['user.email', 'ASC', { q: 'smith', status: 'CONFIRMED' }],
  ])('are the same as of the whole list by %s %s with %j', async (field, order, filter) => {
    const sort: [string, string] = [field, order];
    const { ids } = await list(transactions, { sort, filter });
    const middle = Math.floor(ids.length / 2);
    for (const first of [0, middle - 30, middle - 10, middle, ids.length - 40, ids.length - 7]) {
      const page = await list(transactions, { sort, filter, range: [first, first + 19] });
      expect(page.ids, `from ${first}`).toEqual(ids.slice(first, first + 20));
      expect([page.total, page.atLeast]).toEqual([ids.length, false]);
    }
    const past = await list(transactions, { sort, filter, range: [ids.length, ids.length + 19] });
    expect(past).toEqual({ ids: [], total: ids.length, atLeast: false });
  });
});

test('a change of more than can be shown is refused before it is shown, and says how many those are', async () => {
  const preview = (filter: object) =>
    app.call('POST', '/api/transaction/bulk/preview', { token: admin, body: { status: 'DECLINED', filter } });
  expect(await countOf(`transactions where trx_type = 'DEPOSIT'`)).toBeGreaterThan(limits.bulkFound);
  expect(await preview({ trxType: 'DEPOSIT' })).toMatchObject({
    status: 422,
    errors: [{ field: 'filter', message: refusals.bulkTooMany(limits.bulkFound) }],
  });
  expect((await preview({ trxType: 'DEPOSIT', amount_gte: 49_000 })).status).toBe(200);
});

describe('totals', () => {
  test('of a filter that matches very many are a lower bound, and say so', async () => {
    const filter = { amount_gte: 1_000 };
    const all = await countOf('transactions where amount >= 100000');
    expect(all).toBeGreaterThan(countLimit + 100);
    const page = (first: number) => list(transactions, { filter, range: [first, first + 19] });
    expect(await page(0)).toMatchObject({ total: countLimit + 1, atLeast: true });
    // There is always one more page to turn to, up to the last.
    expect(await page(countLimit)).toMatchObject({ total: countLimit + 21, atLeast: true });
    const last = await page(all - 5);
    expect([last.ids.length, last.total, last.atLeast]).toEqual([5, all, false]);
    expect(await page(all + 100)).toEqual({ ids: [], total: all, atLeast: false });
  });

  async function expectExactTotals(): Promise<void> {
    const total = async (path: string, filter = {}) => (await list(path, { filter, range: [0, 0] })).total;
    expect(await total(transactions)).toBe(await countOf('transactions'));
    expect(await total(users)).toBe(await countOf('users'));
    expect(await total(accounts)).toBe(await countOf('accounts'));
    for (const status of ['PENDING', 'CONFIRMED', 'DECLINED']) {
      expect(await total(transactions, { status, trxType: 'DEPOSIT' })).toBe(
        await countOf(`transactions where status = '${status}' and trx_type = 'DEPOSIT'`),
      );
    }
    expect(await total(users, { country: 'Norway', type: 'investor' })).toBe(
      await countOf(`users where country = 'Norway' and type = 'investor'`),
    );
  }

  test('stay exact through new rows, changes of status, and the summing up of what was counted', async () => {
    await expectExactTotals();
    const { token } = await app.signUp({ country: 'Norway' });
    const body = { trxType: 'DEPOSIT', amount: 500, plan: 'gold', crypto: 'bitcoin', transactionId: 'abc' };
    const { data } = await app.call('POST', '/api/transaction/create', { token, body });
    const { _id } = rowSchema.parse(data);
    await app.call('PUT', `/api/transaction/${_id}`, { token: admin, body: { status: 'CONFIRMED' } });
    await app.call('PUT', '/api/user', { token, body: { country: 'Germany' } });
    await expectExactTotals();
    await Promise.all([foldListCounts(app.database.db), foldListCounts(app.database.db)]);
    expect(
      await countOf('(select 1 from list_counts group by list, facets having count(*) > 1) as grown'),
    ).toBe(0);
    await expectExactTotals();
    // Many changes are summed up as soon as a list is read that has to add them up.
    const raise = 'update transactions set updated_at = now() where id = $1';
    for (let n = 0; n < 400; n += 1) await app.database.pool.query(raise, [_id]);
    expect(await countOf('list_counts')).toBeGreaterThan(700);
    // A preview reads a list in a transaction that may not write.
    const preview = await app.call('POST', '/api/transaction/bulk/preview', {
      token: admin,
      body: { status: 'DECLINED', filter: { status: 'CONFIRMED' } },
    });
    expect(preview).toMatchObject({ status: 422, errors: [{ field: 'filter' }] });
    expect(await countOf('list_counts')).toBeGreaterThan(700);
    await expectExactTotals();
    await expect.poll(() => countOf('list_counts')).toBeLessThan(300);
    await expectExactTotals();
    // A transaction that is rolled back has never been counted.
    await expect(
      app.database.transact(async ({ db }) => {
        await db.execute(`update transactions set status = 'DECLINED' where id = '${_id}'`);
        throw new Error('on second thought');
      }),
    ).rejects.toThrow('on second thought');
    await expectExactTotals();
  });
});

describe('search', () => {
  const people = [
    ['Zoë', 'Ångström', 'zoe@example.org'],
    ['ÉMILE', 'Ünal', 'emile@example.org'],
    ['100%', 'Sure_Thing', 'a_b%c@example.org'],
    ['Back\\slash', "O'Neil", 'back@example.org'],
    ['Li', 'Xq', 'li.xq@example.org'],
  ] as const;

  let everyone: z.infer<typeof personSchema>[];
  let investors: Set<string>;
  beforeAll(async () => {
    for (const [firstName, lastName, email] of people) {
      const id = randomUUID();
      await app.database.pool.query(
        `with added as (
          insert into users (id, type, first_name, last_name, email, password_hash)
          values ($1, 'investor', $2, $3, $4, '-') returning id
        ), opened as (insert into accounts (user_id) select id from added returning user_id)
        select 1 from opened`,
        [id, firstName, lastName, email],
      );
      await app.database.pool.query(
        `insert into transactions (id, user_id, trx_type, amount, crypto, status)
         values ($1, $2, 'DEPOSIT', 100, 'bitcoin', 'PENDING')`,
        [randomUUID(), id],
      );
    }
    everyone = await search(users, '');
    investors = new Set((await search(accounts, '')).map(({ _id }) => _id));
  });

  const personSchema = z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  });

  async function search(path: string, q: string) {
    const parameters = new URLSearchParams(textOf({ filter: { q } }));
    const { data } = await app.call('GET', `${path}?${parameters}`, { token: admin });
    return z
      .array(z.union([z.object({ user: personSchema }).transform(({ user }) => user), personSchema]))
      .parse(data);
  }

  test.each([
    'zoë ångström',
    'ZOË ÅNGSTRÖM',
    'émile',
    'ünal EMILE@',
    '100%',
    '%',
    '_thing',
    'e_t',
    'a_b%c',
    '\\',
    'k\\s',
    "o'n",
    'xq',
    'q',
    'li xq',
    'a',
    'nobody at all',
    '  ',
  ])('for %j finds those in whose name or address each word is, in every list', async (q) => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = everyone.filter((one) =>
      words.every((word) =>
        [one.firstName, one.lastName, one.email].some((text) => text.toLowerCase().includes(word)),
      ),
    );
    const found = await search(users, q);
    expect(found.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
    const page = await list(users, { filter: { q }, range: [0, 9] });
    expect([page.total, page.ids]).toEqual([wanted.length, wanted.slice(0, 10).map(({ _id }) => _id)]);
    const ids = new Set(wanted.map(({ _id }) => _id));
    const owners = (await search(accounts, q)).map(({ _id }) => _id);
    expect(owners.toSorted()).toEqual([...ids].filter((id) => investors.has(id)).sort());
    const payers = await search(transactions, q);
    expect(payers.every(({ _id }) => ids.has(_id))).toBe(true);
    const { rows } = await app.database.pool.query<{ count: string }>(
      'select count(*) from transactions where user_id = any($1)',
      [[...ids]],
    );
    expect(payers).toHaveLength(Number(rows[0]?.count));
  });
});

/** A statement with its values. */
type Asked = [text: string, values: unknown[]];

/** What the lists that `work` runs ask the database for; `explain` answers how PostgreSQL reads each of it. */
async function queriesOf(
  work: (db: NodePgDatabase) => Promise<unknown>,
  explain?: (client: PoolClient, query: Asked) => Promise<void>,
): Promise<Asked[]> {
  const client = await app.database.pool.connect();
  const queries: Asked[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => void queries.push([text, values]) };
  try {
    await work(drizzle(client, { logger }));
    if (explain) for (const query of queries) await explain(client, query);
    return queries;
  } finally {
    client.release();
  }
}

/** What of the database a page reads, in blocks of 8 kB; a table of this size has hundreds. */
describe('an index answers', () => {
  const calls: [
    name: string,
    run: typeof listUsers | typeof listAccounts | typeof listTransactions,
    spec: ListSpec,
    total: number,
  ][] = [
    ['users', listUsers, userList, size.users],
    ['accounts', listAccounts, accountList, size.users],
    ['transactions', listTransactions, transactionList, size.transactions],
  ];

  async function plansOf(work: (db: NodePgDatabase) => Promise<unknown>): Promise<string[]> {
    const plans: string[] = [];
    await queriesOf(work, async (client, [text, values]) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    });
    return plans;
  }
  const wholeTable = /Seq Scan on (users|accounts|transactions)/;

  test.each(calls)('the first and the last page of %s by every field', async (_, run, spec, total) => {
    for (const field of spec.sortable) {
      for (const order of ['ASC', 'DESC']) {
        for (const first of [0, total - 20]) {
          const query = textOf({ sort: [field, order], range: [first, first + 19] });
          const plans = await plansOf((db) => run({ ...app.database, db }, parseListQuery(query, spec)));
          for (const plan of plans) expect(plan, `${field} ${order} from ${first}`).not.toMatch(wholeTable);
        }
      }
    }
  });

  test.each(calls)('a search of %s for a single letter', async (_, run, spec) => {
    const query = textOf({ filter: { q: 'q' }, range: [0, 19] });
    const plans = await plansOf((db) => run({ ...app.database, db }, parseListQuery(query, spec)));
    for (const plan of plans) expect(plan).not.toMatch(wholeTable);
  });

  test.each([
    ['user.lastName', 0, false],
    ['user.lastName', 1_000, true],
    ['createdAt', 1_000, false],
  ])('by %s from row %i, some thousand rows that pass are found first: %s', async (field, first, found) => {
    const query = textOf({
      sort: [field, 'ASC'],
      range: [first, first + 19],
      filter: { amount_gte: 15_000 },
    });
    const run = (db: NodePgDatabase) =>
      listTransactions({ ...app.database, db }, parseListQuery(query, transactionList));
    const total = await countOf('transactions where amount >= 1500000');
    expect(total).toBeGreaterThan(2_020);
    expect(total).toBeLessThan(countLimit);
    const texts = (await queriesOf(run)).map(([text]) => text);
    expect(texts.some((text) => text.includes('offset 0)'))).toBe(found);
  });

  test.each([
    ['user.lastName', 0, false],
    ['user.lastName', 1_000, true],
    ['createdAt', 1_000, false],
  ])(
    'by %s from row %i, so are more than are counted: %s; the page is the same',
    async (field, first, found) => {
      const asked = { sort: [field, 'ASC'] as [string, string], filter: { amount_lte: 40_000 } };
      const query = parseListQuery(textOf({ ...asked, range: [first, first + 19] }), transactionList);
      const texts = (await queriesOf((db) => listTransactions({ ...app.database, db }, query))).map(
        ([text]) => text,
      );
      expect(texts.some((text) => text.includes('offset 0)'))).toBe(found);
      const page = await list(transactions, { ...asked, range: [first, first + 19] });
      expect(page).toMatchObject({ total: countLimit + 1, atLeast: true });
      const whole = await list(transactions, asked);
      expect(whole.ids.length).toBeGreaterThan(countLimit);
      expect(page.ids).toEqual(whole.ids.slice(first, first + 20));
    },
  );
});

describe('a search that finds more people than are looked up first', () => {
  /** More than peopleLimit of server/db/people-search.ts, and less than are counted. */
  const crowd = 5_100;

  beforeAll(async () => {
    await app.superuser.pool.query(
      `with joined as (
         insert into users (id, type, first_name, last_name, email, password_hash)
         select gen_random_uuid(), 'investor', 'Crowd' || n % 7, 'Multitude', 'crowd' || n || '@example.net', '-'
         from generate_series(1, $1::int) n returning id, email
       ), opened as (insert into accounts (user_id) select id from joined)
       insert into transactions (id, user_id, trx_type, amount, crypto, status)
       select gen_random_uuid(), id, 'DEPOSIT', 10000 + substr(email, 6, length(email) - 17)::int, 'bitcoin', 'PENDING'
       from joined`,
      [crowd],
    );
  });

  const people = `users where email like 'crowd%@example.net'`;
  const made = `transactions join users on users.id = user_id where email like 'crowd%@example.net'`;

  test.each([
    [users, 'email', `select id from ${people} order by email`],
    [accounts, 'user.email', `select id from ${people} order by email`],
    [transactions, 'amount', `select transactions.id from ${made} order by amount`],
    [transactions, 'user.email', `select transactions.id from ${made} order by email`],
  ])('in %s by %s has each page, and all of them', async (path, field, query) => {
    const { rows } = await app.superuser.pool.query<{ id: string }>(query);
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(crowd);
    const asked = { sort: [field, 'ASC'] as [string, string], filter: { q: 'MULTITUDE crowd' } };
    for (const first of [0, 1_500, crowd / 2, crowd - 7]) {
      const page = await list(path, { ...asked, range: [first, first + 19] });
      expect(page).toEqual({ ids: ids.slice(first, first + 20), total: crowd, atLeast: false });
    }
    expect((await list(path, asked)).ids).toEqual(ids);
  });

  test('goes together with other filters, and with a word that fewer people have', async () => {
    const total = async (filter: Record<string, unknown>) =>
      (await list(transactions, { filter, range: [0, 0] })).total;
    expect(await total({ q: 'multitude', amount_lte: 110 })).toBe(1_000);
    expect(await total({ q: 'multitude', status: 'CONFIRMED' })).toBe(0);
    expect(await total({ q: 'multitude crowd3' })).toBe(
      await countOf(`${people} and (first_name = 'Crowd3' or email like 'crowd3%')`),
    );
  });
});

describe('accounts in the order of people', () => {
  /** With the people above, so many that the middle is beyond farByPeople of server/db/big-list.ts. */
  const many = 7_000;
  const middle = 6_500;

  beforeAll(async () => {
    // One of fifty has no account, as administrators have none.
    await app.superuser.pool.query(
      `with joined as (
         insert into users (id, type, first_name, last_name, email, password_hash)
         select gen_random_uuid(), 'investor', 'Many', 'Name ' || n % 500, n || 'many@example.net', '-'
         from generate_series(1, $1::int) n returning id, email
       )
       insert into accounts (user_id) select id from joined where email not like '%50many@%'`,
      [many],
    );
    // As it is done where lists are this long; what the planner knows is of before.
    await app.superuser.pool.query('analyze users, accounts');
  });

  test.each([
    ['user.lastName', 'ASC', 'last_name, id', middle],
    ['user.lastName', 'DESC', 'last_name desc, id desc', middle],
    ['user.email', 'ASC', 'email, id', middle - 30],
    // From the end.
    ['user.firstName', 'ASC', 'first_name, id', middle + 500],
  ])('has each page, also in the middle: by %s %s', async (field, order, by, first) => {
    const { rows } = await app.superuser.pool.query<{ id: string }>(
      `select id from users join accounts on id = user_id order by ${by}`,
    );
    const ids = rows.map(({ id }) => id);
    const asked = { sort: [field, order] as [string, string] };
    for (const from of [0, first, ids.length - 20]) {
      const page = await list(accounts, { ...asked, range: [from, from + 19] });
      expect(page).toEqual({ ids: ids.slice(from, from + 20), total: ids.length, atLeast: false });
      const query = parseListQuery(textOf({ ...asked, range: [from, from + 19] }), accountList);
      const texts = await queriesOf((db) => listAccounts({ ...app.database, db }, query));
      // People are passed without their rows where that is shorter.
      expect(texts.some(([text]) => text.includes('is not false'))).toBe(from === first);
    }
  });
});
