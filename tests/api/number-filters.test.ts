import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { addTables } from '../support/add-tables';
import { measure, measureResource, measureTable } from '../support/measures';
import { startTestApp, type TestApp } from '../support/test-app';

/* Lists of declared resources by their numbers, whatever column holds them (docs/extending.md, "A resource of your own"). */

const path = '/api/admin/measures';
const namesSchema = z.array(z.object({ name: z.string() }));

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp({}, { resources: [measureResource] });
  await addTables(app, measureTable, [measureResource]);
  token = await app.signInAsAdmin();
  for (const [name, times] of Object.entries({ one: 1, two: 2, three: 3 })) {
    const { status } = await app.call('POST', path, { token, body: measure(name, times) });
    expect(status).toBe(201);
  }
  // Money is written by no request.
  await app.database.pool.query(
    "update measures set fee = 2050, sum = 2050, cents = 2050 where name = 'two'; update measures set fee = 3050, sum = 3050, cents = 3050 where name = 'three'",
  );
});
afterAll(() => app.close());

const ask = (filter: object) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: '["createdAt","ASC"]',
    range: '[0,9]',
  });
  return app.call('GET', `${path}?${query}`, { token });
};

async function names(filter: object): Promise<string> {
  const { status, data } = await ask(filter);
  expect(status).toBe(200);
  return namesSchema
    .parse(data)
    .map(({ name }) => name)
    .join(' ');
}

test.each<[field: string, second: number | string, between: number | string]>([
  ['small', 2, 2],
  ['size', 2_000, 1_500],
  ['large', 2 ** 41, 2 ** 40 + 1],
  ['share', 0.2, 0.15],
  ['ratio', 2e200, 1.5e200],
  ['weight', 3, 1.501],
  ['exact', '22345678901234567890.5', '22345678901234567890.4'],
  ['smallNumber', 2, 2],
  ['number', 2, 2],
  ['largeNumber', 2, 2],
  ['fee', 20.5, 10.51],
  ['sum', 20.5, 10.51],
  ['cents', 20.5, 10.51],
])('%s is bounded and equalled', async (field, second, between) => {
  expect(await names({ [field]: second })).toBe('two');
  expect(await names({ [field]: [second] })).toBe('two');
  expect(await names({ [`${field}_gte`]: second })).toBe('two three');
  expect(await names({ [`${field}_lte`]: second })).toBe('one two');
  expect(await names({ [`${field}_gte`]: between, [`${field}_lte`]: second })).toBe('two');
});

test('what the widest columns hold is compared as far as it goes', async () => {
  expect(await names({ large_gte: 2 ** 53 - 1 })).toBe('');
  expect(await names({ large_lte: 2 ** 53 - 1 })).toBe('one two three');
  expect(await names({ ratio_lte: 1.7e308, weight_lte: 1e300, exact_lte: 1e300 })).toBe('one two three');
  expect(await names({ share_lte: 3.4e38, share_gte: 1e-45 })).toBe('one two three');
  expect(await names({ weight_gte: 1.49999, weight_lte: 1.50001 })).toBe('one');
  expect(await names({ exact_gte: '9'.repeat(200) })).toBe('');
});

test('what a column cannot hold is refused in words that name the filter', async () => {
  const all = [
    1.5,
    1e-50,
    2 ** 15,
    2 ** 31,
    2 ** 53,
    3.5e38,
    1.7e308,
    -1.7e308,
    '5',
    'NaN',
    '1e5',
    null,
    true,
  ];
  const answers = [];
  for (const field of Object.keys(measureResource.list.filterable)) {
    for (const name of [field, `${field}_gte`, `${field}_lte`]) {
      for (const value of all) {
        const { status, errors } = await ask({ [name]: value });
        const message = errors[0]?.message ?? name;
        answers.push([name, value, status === 200 || status === 400, message.includes(name)]);
      }
    }
  }
  expect(answers.filter(([, , known, named]) => !known || !named)).toEqual([]);
  expect((await ask({ size_gte: 2 ** 31 })).errors[0]?.message).toBe(
    'The filter size_gte must be a whole number from -2147483648 to 2147483647',
  );
  expect((await ask({ fee_gte: 1e9 })).status).toBe(400);
});
