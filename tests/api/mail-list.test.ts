import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboxMailSchema } from '../../contract/mail';
import { z } from '../../contract/zod';
import { startPruning } from '../../server/pruning';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

let app: TestApp;
let auditor: string;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  auditor = await app.signInAsAuditor();
  await app.database.pool.query(
    `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, attempts, next_attempt_at,
       last_error, sent_at, dropped_at, failed_at)
     values
       (gen_random_uuid(), 'sent@example.com', 'Deposit received', '', '', now() - interval '4 min', 1, now(), null, now(), null, null),
       (gen_random_uuid(), 'failed@example.com', 'Deposit received', '', '', now() - interval '3 min', 3, now(), '550 unknown', null, now(), now()),
       (gen_random_uuid(), 'late@example.com', 'Your verification code', '', '', now() - interval '2 min', 2, now(), 'away', null, now(), null),
       (gen_random_uuid(), 'waiting@example.com', 'Deposit declined', 'a secret text', 'a secret text', now() - interval '1 min', 4,
         now() + interval '1 hour', '451 later', null, null, null)`,
  );
});
afterAll(() => app.close());

const ask = (query: Record<string, unknown>, token = auditor) =>
  app.call(
    'GET',
    `/api/admin/mail?${new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    )}`,
    { token },
  );
const list = async (filter: object) => z.array(outboxMailSchema).parse((await ask({ filter })).data);

test('operators see what became of each mail, the newest first, and nothing of its text', async () => {
  const answer = await ask({});
  expect(JSON.stringify(answer.data)).not.toContain('secret');
  const mails = z.array(outboxMailSchema).parse(answer.data);
  expect(mails.map(({ recipient, state, attempts }) => [recipient, state, attempts])).toEqual([
    ['waiting@example.com', 'waiting', 4],
    ['late@example.com', 'expired', 2],
    ['failed@example.com', 'failed', 3],
    ['sent@example.com', 'sent', 1],
  ]);
  expect(mails[0]).toMatchObject({ lastError: '451 later', endedAt: null });
  expect(mails[0]?.nextAttemptAt).not.toBeNull();
  expect(mails[2]).toMatchObject({ lastError: '550 unknown', nextAttemptAt: null });
  expect(mails[2]?.endedAt).not.toBeNull();
});

test('they are found by state, recipient, words and day, and come in pages', async () => {
  const recipients = async (filter: object) => (await list(filter)).map(({ recipient }) => recipient);
  expect(await recipients({ state: ['failed', 'waiting'] })).toEqual([
    'waiting@example.com',
    'failed@example.com',
  ]);
  expect(await recipients({ recipient: 'sent@example.com' })).toEqual(['sent@example.com']);
  expect(await recipients({ q: 'declined' })).toEqual(['waiting@example.com']);
  expect(await recipients({ createdAt_lte: '2020-01-01' })).toEqual([]);
  const page = await ask({ range: [0, 0], filter: { state: 'failed' } });
  expect(page.headers['content-range']).toBe('items 0-0/1');
  expect((await ask({ filter: { textBody: 'x' } })).status).toBe(400);
});

test('those to the address of a person say whose it is, and are found by that', async () => {
  const { userId, email } = await app.signUp();
  const mails = await list({ userId });
  expect(new Set(mails.map((mail) => [mail.recipient, mail.userId].join()))).toEqual(
    new Set([[email, userId].join()]),
  );
  expect((await list({ recipient: 'sent@example.com' })).map((mail) => mail.userId)).toEqual([null]);
  const page = await ask({ range: [0, 0], filter: { userId } });
  expect(page.headers['content-range']).toBe(`items 0-0/${mails.length}`);
});

test('nobody changes them, and an investor reads none', async () => {
  const admin = await app.signInAsAdmin();
  expect((await app.call('DELETE', '/api/admin/mail', { token: admin })).status).toBe(405);
  const { token } = await app.signUp();
  expect((await ask({}, token)).status).toBe(403);
});

test('one that failed is kept for 30 days', async () => {
  const failedDaysAgo = (days: number, recipient: string) =>
    app.database.pool.query(
      `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, dropped_at, failed_at)
       select gen_random_uuid(), $2, 'Deposit received', '', '', at, at, at
       from (select now() - $1 * interval '1 day' as at) as moment`,
      [days, recipient],
    );
  await failedDaysAgo(29, 'kept@example.com');
  await failedDaysAgo(31, 'gone@example.com');
  const pruning = startPruning(
    app.database,
    { mails: 30, sessions: 90, securityEvents: 90, people: 0 },
    () => {},
  );
  await pruning.prune();
  pruning.stop();
  expect((await list({ q: 'kept@' })).map(({ state }) => state)).toEqual(['failed']);
  expect(await list({ q: 'gone@' })).toEqual([]);
});
