import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../../contract/endpoints';
import { bookChecks } from '../../contract/enums';
import {
  accountList,
  type ListSpec,
  ownTransactionList,
  transactionList,
  userList,
} from '../../contract/list-query';
import { z } from '../../contract/zod';
import { fillDemo } from '../../scripts/demo-data';
import { startTestApp, type TestApp } from '../support/test-app';

const size = { investors: 30, transactions: 120 };

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startTestApp();
  await fillDemo(app, {
    ...size,
    seed: 3,
    until: new Date('2026-06-01T00:00:00Z'),
    adminId: randomUUID(),
    passwordHash: '-',
    firstEmail: 'under_score%@example.com',
    progress: () => {},
  });
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const rowSchema = z.looseObject({ _id: z.string() });
type Row = z.infer<typeof rowSchema>;
interface Query {
  sort?: [string, string];
  range?: [number, number];
  filter?: Record<string, unknown>;
}

async function ask(path: string, query: Query, token = admin) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  );
  return app.call('GET', `${path}?${parameters}`, { token });
}

async function list(path: string, query: Query = {}, token = admin) {
  const { status, data, headers, errors } = await ask(path, query, token);
  if (status !== 200) throw new Error(`${status} ${errors[0]?.message}`);
  return { rows: z.array(rowSchema).parse(data), range: headers['content-range'] };
}

const fieldOf = (row: Row, field: string): unknown =>
  (field === 'id' ? '_id' : field)
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], row);

/** The values of a field in the order PostgreSQL gives them: text has its own rules there, and none comes last. */
async function sorted(rows: Row[], field: string, order: string): Promise<unknown[]> {
  const values = rows.map((row) => fieldOf(row, field));
  const numbers = values.every((value) => typeof value === 'number');
  const { rows: found } = await app.database.pool.query<{ value: unknown }>(
    `select value from unnest($1::${numbers ? 'float8' : 'text'}[]) as value order by value ${order}`,
    [values],
  );
  return found.map(({ value }) => value);
}

const lists: [path: string, spec: ListSpec, total: number][] = [
  ['/api/user/users', userList, size.investors + 1],
  ['/api/account/all', accountList, size.investors],
  ['/api/transaction/transactions', transactionList, size.transactions],
];

describe.each(lists)('%s', (path, spec, total) => {
  test('says how long it is, also without a page of it', async () => {
    const { rows, range } = await list(path, { sort: ['id', 'ASC'] });
    expect(rows.length).toBeGreaterThan(0);
    expect(range).toBe(`items 0-${rows.length - 1}/${rows.length}`);
    expect((await list(path, { filter: { id: [randomUUID()] } })).range).toBe('items */0');
  });

  test('answers the whole list when called bare', async () => {
    const { rows, range } = await list(path);
    expect(rows).toHaveLength(total);
    expect(range).toBeUndefined();
  });

  test('answers one page, saying which, and none past the end', async () => {
    const { rows, range } = await list(path, { range: [20, 29] });
    expect(rows).toHaveLength(10);
    expect(range).toBe(`items 20-29/${total}`);
    expect(await list(path, { range: [1_000, 1_019] })).toEqual({ rows: [], range: `items */${total}` });
  });

  test.each(spec.sortable)(
    'sorts by %s both ways, and pages neither repeat nor miss a row',
    async (field) => {
      for (const order of ['ASC', 'DESC']) {
        const whole = (await list(path, { sort: [field, order] })).rows;
        const paged: Row[] = [];
        for (let first = 0; first < total; first += 7) {
          paged.push(...(await list(path, { sort: [field, order], range: [first, first + 6] })).rows);
        }
        expect(paged.map(({ _id }) => _id)).toEqual(whole.map(({ _id }) => _id));
        expect(new Set(paged.map(({ _id }) => _id)).size).toBe(total);
        expect(whole.map((row) => fieldOf(row, field))).toEqual(await sorted(whole, field, order));
      }
    },
  );

  test('finds rows by their ids', async () => {
    const { rows } = await list(path);
    const wanted = rows.slice(3, 6).map(({ _id }) => _id);
    const found = await list(path, { filter: { id: wanted } });
    expect(found.rows.map(({ _id }) => _id).sort()).toEqual([...wanted].sort());
    expect((await list(path, { filter: { id: [] } })).rows).toEqual([]);
  });

  test('searches names and addresses, taking % and _ for themselves', async () => {
    const searched = async (q: string) => (await list(path, { filter: { q } })).rows;
    const special = await searched('under_score%');
    expect(special.length).toBeGreaterThan(0);
    expect(await searched('underXscore')).toEqual([]);
    expect((await searched('%')).length).toBe(special.length);
    expect(await searched('\\')).toEqual([]);
    const person = z
      .object({ firstName: z.string(), lastName: z.string() })
      .parse(path.endsWith('users') ? special[0] : special[0]?.user);
    const byName = await searched(`${person.lastName.toUpperCase()} ${person.firstName.toLowerCase()}`);
    expect(byName.map(({ _id }) => _id)).toEqual(expect.arrayContaining(special.map(({ _id }) => _id)));
  });

  test.each([
    ['an unknown field to sort by', { sort: '["passwordHash","ASC"]' }, 'passwordHash'],
    ['an unknown direction', { sort: '["createdAt","UP"]' }, 'sort'],
    ['a range that runs backwards', { range: '[9,0]' }, 'range'],
    ['a range of too many rows', { range: '[0,1000]' }, 'range'],
    ['an unknown filter', { filter: '{"shoeSize":44}' }, 'shoeSize'],
    ['an unknown operator', { filter: '{"createdAt_like":"2026"}' }, 'createdAt_like'],
    ['an id that is none', { filter: '{"id":["x"]}' }, 'id'],
    ['malformed JSON', { filter: '{"q":' }, 'filter is not valid JSON'],
    ['an unknown parameter', { page: '2' }, 'page'],
    ['a filter that is a list', { filter: '["q"]' }, 'filter'],
    ['a bound of a field that has none', { filter: '{"q_gte":"a"}' }, 'q_gte'],
    ['a field of the prototype', { filter: '{"constructor":"x"}' }, 'constructor'],
    ['a sort without direction', { sort: '["createdAt"]' }, 'sort'],
    ['a range of fractions', { range: '[0.5,2]' }, 'range'],
  ])('refuses %s, and names it', async (_, query, named) => {
    const refused = await app.call('GET', `${path}?${new URLSearchParams(query)}`, { token: admin });
    expect(refused.status).toBe(400);
    expect(refused.errors[0]?.message).toContain(named);
  });
});

/** Filters that some of the rows pass, made of a row of the list: at least one for each field that can be filtered. */
function filtersOf(
  path: string,
  spec: ListSpec,
  rows: Row[],
): [Record<string, unknown>, (row: Row) => boolean][] {
  const sample = rows[Math.floor(rows.length / 2)];
  if (!sample) throw new Error(`${path} has no rows`);
  const text = (row: Row, field: string) => String(fieldOf(row, field));
  return Object.entries(spec.filterable).flatMap(([field, kind]): ReturnType<typeof filtersOf> => {
    if (kind === 'search') return [];
    const stored = field === 'id' ? '_id' : field === 'userId' ? 'user._id' : field;
    const value = fieldOf(sample, stored);
    if (kind === 'amountRange') {
      const at = Number(value);
      return [
        [{ [`${field}_gte`]: at }, (row) => Number(fieldOf(row, stored)) >= at],
        [{ [`${field}_lte`]: at }, (row) => Number(fieldOf(row, stored)) <= at],
      ];
    }
    if (kind === 'dateRange') {
      const at = String(value);
      return [
        [{ [`${field}_gte`]: at }, (row) => text(row, stored) >= at],
        [{ [`${field}_lte`]: at }, (row) => text(row, stored) <= at],
        [
          { [`${field}_gte`]: at.slice(0, 10), [`${field}_lte`]: at.slice(0, 10) },
          (row) => text(row, stored).slice(0, 10) === at.slice(0, 10),
        ],
      ];
    }
    return [
      [{ [field]: value }, (row) => fieldOf(row, stored) === value],
      [{ [field]: [value] }, (row) => fieldOf(row, stored) === value],
    ];
  });
}

test.each(lists)(
  '%s: each of its filters finds the rows it describes, in pages as well',
  async (path, spec) => {
    const all = (await list(path)).rows;
    const filters = filtersOf(path, spec, all);
    for (const [filter, passes] of filters) {
      const wanted = all.filter(passes);
      const shown = JSON.stringify(filter);
      expect(wanted.length, shown).toBeGreaterThan(0);
      expect((await list(path, { filter })).rows, shown).toEqual(wanted);
      const page = await list(path, { filter, range: [0, 0] });
      expect([page.rows, page.range], shown).toEqual([wanted.slice(0, 1), `items 0-0/${wanted.length}`]);
    }
    // Filters together leave the rows that pass each of them.
    const together = Object.assign({}, ...filters.map(([filter]) => filter));
    const both = all.filter((row) => filters.every(([, passes]) => passes(row)));
    expect((await list(path, { filter: together })).rows).toEqual(both);
  },
);

describe('transactions', () => {
  const path = '/api/transaction/transactions';

  test.each([
    ['status', ['CONFIRMED']],
    ['status', ['PENDING', 'DECLINED']],
    ['trxType', ['WITHDRAWAL']],
    ['crypto', ['usdt-erc-20', 'ethereum']],
    ['plan', ['basic']],
  ])('are filtered by %s %s', async (field, values) => {
    const all = (await list(path)).rows;
    const found = (await list(path, { filter: { [field]: values } })).rows;
    const wanted = all.filter((row) => values.includes(String(row[field])));
    expect(found.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
    expect(wanted.length).toBeGreaterThan(0);
  });

  test('are filtered by bounds of amount and date, both inside', async () => {
    const all = (await list(path)).rows;
    const amounts = all.map(({ amount }) => Number(amount)).sort((a, b) => a - b);
    const [low = 0, high = 0] = [amounts[20], amounts[60]];
    const byAmount = (await list(path, { filter: { amount_gte: low, amount_lte: high } })).rows;
    expect(byAmount).toHaveLength(amounts.filter((amount) => amount >= low && amount <= high).length);
    const day = String(all[10]?.createdAt).slice(0, 10);
    const byDay = (await list(path, { filter: { createdAt_gte: day, createdAt_lte: day } })).rows;
    expect(byDay).toHaveLength(all.filter(({ createdAt }) => String(createdAt).startsWith(day)).length);
  });

  test('are all within the first and the last day there are, and no list is asked beyond these', async () => {
    const { token } = await app.signUp();
    for (const [where, field, by] of [
      ...['createdAt', 'updatedAt'].map((name) => [path, name, admin] as const),
      ['/api/user/users', 'createdAt', admin],
      ['/api/admin/audit', 'at', admin],
      ['/api/admin/wallets', 'updatedAt', admin],
      ['/api/transaction/all', 'createdAt', token],
      ['/api/account/entries', 'createdAt', token],
    ] as const) {
      const bounds = (from: string, to: string) => ({
        filter: { [`${field}_gte`]: from, [`${field}_lte`]: to },
        range: [0, 9] as [number, number],
      });
      const first = (await list(where, { range: [0, 9] }, by)).rows.map(({ _id }) => _id);
      const found = await list(where, bounds('0001-01-01', '9999-12-31'), by);
      expect(found.rows.map(({ _id }) => _id)).toEqual(first);
      for (const beyond of ['0000-12-31', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-10:00']) {
        expect(await ask(where, bounds(beyond, '9999-12-31'), by)).toMatchObject({
          status: 400,
          errors: [{ field: 'filter', message: expect.stringContaining(`${field}_gte`) }],
        });
      }
    }
  });

  test('of an investor are their own, in the same dialect', async () => {
    const { token } = await app.signUp();
    for (const amount of [300, 100, 200]) {
      const body = { trxType: 'DEPOSIT', amount, plan: 'basic', crypto: 'bitcoin', transactionId: 'abc' };
      await app.call('POST', '/api/transaction/create', { token, body });
    }
    const own = '/api/transaction/all';
    expect((await list(own, {}, token)).rows.map(({ amount }) => amount)).toEqual([200, 100, 300]);
    const page = await list(own, { sort: ['amount', 'DESC'], range: [0, 1] }, token);
    expect(page.rows.map(({ amount }) => amount)).toEqual([300, 200]);
    expect(page.range).toBe('items 0-1/3');
    for (const field of ownTransactionList.sortable) {
      expect((await list(own, { sort: [field, 'ASC'] }, token)).rows).toHaveLength(3);
    }
    const all = (await list(own, {}, token)).rows;
    for (const [filter, passes] of filtersOf(own, ownTransactionList, all)) {
      expect((await list(own, { filter }, token)).rows).toEqual(all.filter(passes));
    }
    const refused = await ask(own, { filter: { q: 'Ada' } }, token);
    expect([refused.status, refused.errors[0]?.message]).toEqual([400, expect.stringContaining('q')]);
  });
});

/** Every list of the contract, and one of a declared resource. */
const allLists = [
  ...Object.values(endpoints).flatMap((endpoint: Endpoint) => (endpoint.list ? [endpoint] : [])),
  { path: '/api/admin/wallets', access: 'console' },
].map(({ path, access }) => [path, access] as const);

/** Those that the console has as resources. */
const consoleLists = allLists.filter(([path, access]) => access === 'console' && !path.includes(':'));

test.each(allLists)(
  '%s is sorted by id both ways, as react-admin asks of what is referred to',
  async (path, access) => {
    const { token, userId } = await app.signUp();
    const address = path.replace(':userId', userId).replace(':check', bookChecks.options[0] ?? '');
    const caller = access === 'investor' ? token : admin;
    const [up, down] = await Promise.all(
      ['ASC', 'DESC'].map((order) => list(address, { sort: ['id', order], range: [0, 999] }, caller)),
    );
    const ids = up?.rows.map(({ _id }) => _id) ?? [];
    const collator = new Intl.Collator('en', { numeric: ids.every((id) => /^\d+$/.test(id)) });
    expect(ids).toEqual(ids.toSorted(collator.compare));
    expect(down?.rows.map(({ _id }) => _id)).toEqual(ids.toReversed());
  },
);

/** What the demo data has none of. */
async function addReport(): Promise<void> {
  const { userId } = await app.signUp();
  await app.database.pool.query(
    `insert into takeover_reports (id, user_id, link_hash, about, mailed_at, network, device)
     values (gen_random_uuid(), $1, 'hash', 'password_changed', now(), '192.0.2.0', 'Firefox')`,
    [userId],
  );
}

describe('what is referred to is found by its ids, as react-admin asks for it', () => {
  beforeAll(addReport);

  test.each(consoleLists)('%s', async (path) => {
    const found = async (id: unknown) => (await list(path, { filter: { id } })).rows;
    const shown = (await list(path, { range: [0, 9] })).rows;
    const [first] = shown;
    if (first) {
      expect(await found(first._id)).toEqual([first]);
      expect(await found([first._id])).toEqual([first]);
    }
    const some = shown.filter((_, index) => index % 2 === 0).map(({ _id }) => _id);
    const page = await list(path, { filter: { id: some }, range: [0, 0] });
    expect(page.range).toBe(some.length > 0 ? `items 0-0/${some.length}` : 'items */0');
    expect((await found(some)).map(({ _id }) => _id)).toEqual(some);
    expect(await found([])).toEqual([]);
    const counted = first !== undefined && /^\d+$/.test(first._id);
    expect(await found(counted ? '9'.repeat(18) : randomUUID())).toEqual([]);
    const wrong = counted ? [randomUUID(), '-1', '1.5', '07', '9'.repeat(19)] : ['7', '-'];
    for (const id of ['x', '', 7, null, { _id: 'x' }, ...wrong]) {
      for (const value of [id, [id]]) {
        const { status, errors } = await ask(path, { filter: { id: value } });
        const message = 'The filter id must be an id or a list of ids';
        expect([status, errors], JSON.stringify(value)).toMatchObject([400, [{ message }]]);
      }
    }
  });

  test('of these lists there are rows here', async () => {
    for (const name of ['audit', 'security', 'reports', 'mail', 'wallets']) {
      expect((await list(`/api/admin/${name}`)).rows.length, name).toBeGreaterThan(0);
    }
  });
});

test('single records answer what the list has, with their version', async () => {
  for (const [listPath, itemPath] of [
    ['/api/user/users', '/api/user'],
    ['/api/account/all', '/api/account'],
    ['/api/transaction/transactions', '/api/transaction'],
  ] as const) {
    const [row] = (await list(listPath)).rows;
    const item = await app.call('GET', `${itemPath}/${row?._id}`, { token: admin });
    // A person who is read alone is also said to have a second factor or none.
    expect(item.data).toEqual(itemPath === '/api/user' ? { ...row, secondFactor: false } : row);
    if (row?.version !== undefined) expect(item.headers.etag).toBe(`"${row.version}"`);
    expect((await app.call('GET', `${itemPath}/${randomUUID()}`, { token: admin })).status).toBe(404);
  }
});
