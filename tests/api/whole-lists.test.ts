import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

/** More than is sent in one piece, and than fits between a server and a reader who waits. */
const rows = 2_000;
/** So many that few lists are a minute's reads. */
const many = 20_000;
const path = '/api/transaction/all';
/** Milliseconds for what comes by itself, on a slow machine. */
const patience = { timeout: 60_000 };

let app: TestApp;
let address: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', ...withAuditor });
  address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  investor = await app.signUp();
  await report(1, rows);
});
afterAll(() => app.close());

/** Reported and not yet confirmed: they move no money, so that the books need nothing of them. */
const report = (first: number, last: number) =>
  app.database.pool.query(
    `insert into transactions (id, user_id, trx_type, amount, plan, crypto, transaction_id, status)
     select gen_random_uuid(), $1, 'DEPOSIT', 10000 + n, 'basic', 'bitcoin', 'seeded ' || n, 'PENDING'
     from generate_series($2::int, $3::int) n`,
    [investor.userId, first, last],
  );

const authorization = (token: string) => ({ authorization: `Bearer ${token}` });

/** Asks for the whole list and answers its parts as they come. */
async function open(token: string) {
  const response = await app.app.inject({ url: path, headers: authorization(token), payloadAsStream: true });
  return { status: response.statusCode, headers: response.headers, stream: response.stream() };
}

/** As if a minute had passed. */
async function forgetReads(): Promise<void> {
  await app.database.pool.query('delete from rate_limits');
}

test('the whole list is sent in parts of a few rows, and others are answered in between', async () => {
  await forgetReads();
  const order: string[] = [];
  const { status, stream } = await open(investor.token);
  expect(status).toBe(200);
  let text = '';
  let parts = 0;
  for await (const part of stream) {
    parts += 1;
    text += String(part);
    if (parts === 1) {
      // While the list waits to be read on, and while it is written: nobody waits for its end.
      expect((await app.app.inject('/api/health')).statusCode).toBe(200);
      void app.call('GET', '/api/user', { token: investor.token }).then(() => order.push('other'));
    }
  }
  order.push('list');
  await expect.poll(() => order, patience).toEqual(['other', 'list']);
  expect(parts).toBeGreaterThanOrEqual(rows / 250);
  const { data } = z.object({ data: z.array(transactionSchema) }).parse(JSON.parse(text));
  expect(new Set(data.map(({ _id }) => _id)).size).toBe(rows);
});

test('a page is one read, however long, so that a list can be read whole page by page', async () => {
  await forgetReads();
  for (let first = 0; first < rows; first += 1_000) {
    const { status, data } = await app.call('GET', `${path}?range=[${first},${first + 999}]`, {
      token: investor.token,
    });
    expect([status, z.array(z.unknown()).parse(data).length]).toEqual([200, 1_000]);
  }
});

test('no more than two long lists are sent to one person at once, and those given up count no more', async () => {
  await forgetReads();
  const [one, two] = [await open(investor.token), await open(investor.token)];
  expect([one.status, two.status]).toEqual([200, 200]);
  await forgetReads();
  const third = await open(investor.token);
  expect([third.status, third.headers['retry-after']]).toEqual([429, '1']);
  for await (const _ of third.stream);
  // One has come to its end, and another is given up by its client.
  for await (const _ of one.stream);
  const leaving = new AbortController();
  await forgetReads();
  const { status } = await fetch(address + path, {
    headers: authorization(investor.token),
    signal: leaving.signal,
  });
  expect(status).toBe(200);
  leaving.abort();
  await expect
    .poll(async () => {
      await forgetReads();
      const next = await open(investor.token);
      for await (const _ of next.stream);
      return next.status;
    }, patience)
    .toBe(200);
  for await (const _ of two.stream);
});

test('the entries behind a figure are sent in parts as well', async () => {
  await forgetReads();
  const { userId } = investor;
  await app.database.pool.query(
    `with made as (
       insert into ledger_entries (user_id, kind, actor_id, reason)
       select $1, 'adjustment', $1, 'seeded' from generate_series(1, 600) returning id
     )
     insert into ledger_postings (entry_id, line, book, account, amount)
     select id, line, 'statement', account, amount from made
     cross join (values (1, 'profit', 100), (2, 'contra:profit', -100)) as lines (line, account, amount)`,
    [userId],
  );
  const response = await app.app.inject({
    url: '/api/account/entries',
    headers: authorization(investor.token),
    payloadAsStream: true,
  });
  let text = '';
  let parts = 0;
  for await (const part of response.stream()) {
    parts += 1;
    text += String(part);
  }
  const { data } = z.object({ data: z.array(z.object({ field: z.string() })) }).parse(JSON.parse(text));
  expect(data.filter(({ field }) => field === 'profit')).toHaveLength(600);
  expect(parts).toBeGreaterThan(2);
});

test('a list breaks off when its reader is shut out, and goes on for whoever only reads slowly', async () => {
  await forgetReads();
  const everybodys = '/api/transaction/transactions';
  const [admin, auditor] = [await app.signInAsAdmin(), await app.signInAsAuditor()];
  async function begin(token: string) {
    const { stream } = await app.app
      .inject({ url: everybodys, headers: authorization(token), payloadAsStream: true })
      .then((response) => ({ stream: response.stream() }));
    const parts = stream[Symbol.asyncIterator]();
    const first = String((await parts.next()).value);
    return {
      /** The rest, and how it ended. */
      async read() {
        let text = first;
        try {
          for (let next = await parts.next(); !next.done; next = await parts.next())
            text += String(next.value);
        } catch {
          return { text, whole: false };
        }
        return { text, whole: text.endsWith(']}') };
      },
    };
  }
  const [shutOut, slow] = [await begin(auditor), await begin(admin)];
  const { rows: auditors } = await app.database.pool.query<{ id: string }>(
    `select id from users where type = 'auditor'`,
  );
  await setTimeout(1_100);
  const disabled = await app.call('POST', `/api/user/${auditors[0]?.id}/disable`, {
    token: admin,
    headers: { 'x-reason': 'left' },
  });
  expect(disabled.status).toBe(200);
  await app.database.pool.query(`update transactions set transaction_id = 'afterwards' where user_id = $1`, [
    investor.userId,
  ]);
  const ended = await shutOut.read();
  expect(ended.whole).toBe(false);
  expect(ended.text).not.toContain('afterwards');
  const { whole, text } = await slow.read();
  expect([whole, text.includes('afterwards')]).toEqual([true, true]);
});

test('an empty list and a short one are whole in one piece', async () => {
  const other = await app.signUp({ email: `${randomUUID()}@example.com` });
  const empty = await app.app.inject({ url: path, headers: authorization(other.token) });
  expect([empty.body, empty.headers['content-length']]).toEqual(['{"data":[]}', '11']);
});

test('a list costs as many reads as it has rows for: asked for again and again, it is refused for a while', async () => {
  await report(rows + 1, many);
  await forgetReads();
  const statuses: number[] = [];
  for (let asked = 0; asked < 5; asked += 1) {
    const { status, headers, stream } = await open(investor.token);
    statuses.push(status);
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for await (const _ of stream);
  }
  // 600 reads a minute, 200 a list.
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  // Somebody else has reads of their own.
  const other = await app.signUp();
  expect((await app.call('GET', path, { token: other.token })).status).toBe(200);
});
