import { randomBytes, randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailSubjects } from '../../contract/mail-subjects';
import { sentForApprovalSchema } from '../../contract/proposals';
import { transactionSchema } from '../../contract/transaction';
import { lockCodes } from '../../server/auth/otp';
import { createCounterKey } from '../../server/counter-key';
import { deliverToFolder } from '../../server/mail/dev-mailbox';
import { createMails } from '../../server/mail/messages';
import { createOutbox } from '../../server/mail/outbox';
import { startPruning } from '../../server/pruning';
import { notifyAdmins } from '../../server/security/alerts';
import { mailFolder } from '../../server/services';
import { buildDeposit } from '../builders';
import { beginHolding, countWaiting } from '../support/hold';
import { countUnsent } from '../support/mailbox';
import { readMails } from '../support/marked-person';
import { plainMail } from '../support/plain-mail';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';
import { authCalls } from './auth-calls';

/** What is under way while somebody is erased leaves nothing that names them (docs/rules.md, "Personal data"). */

/** As nobody else is called. */
const name = { firstName: 'Wilhelmina', lastName: 'Quartzberger' };

let app: TestApp;
let admin: string;
let second: Awaited<ReturnType<TestApp['signUp']>>;
let person: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ FOUR_EYES: 'address' });
  admin = await app.signInAsAdmin();
  second = await app.signUp();
  await app.superuser.pool.query(`update users set type = 'admin' where id = $1`, [second.userId]);
});
beforeEach(async () => {
  person = await app.signUp(name);
  // Of these an erasure takes all: each test is about what comes besides.
  await expect.poll(() => countUnsent(app.database)).toBe(0);
});
afterAll(() => app.close());

const { register, resend, trade } = authCalls(() => app);
const why = { 'x-reason': encodeURIComponent('Request of 12 November, by letter') };
const erase = () =>
  app.call('POST', `/api/user/${person.userId}/erasure`, {
    token: admin,
    body: { email: person.email },
    headers: why,
  });

async function prune(): Promise<void> {
  const pruning = startPruning(
    app.database,
    { mails: 30, sessions: 90, securityEvents: 90, people: 0 },
    (error) => {
      throw error;
    },
    mailFolder(app),
  );
  await pruning.prune();
  await pruning.stop();
}

/** The tables that hold a text, and whether a file of the mailbox does. */
async function findText(text: string): Promise<string[]> {
  const { rows: tables } = await app.superuser.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await app.superuser.pool.query(
      `select from ${name} row where position($1 in row::text) > 0`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return [...found, ...((await filesWith(text)).length > 0 ? ['a file'] : [])].sort();
}

/** The files of the mailbox that hold a text. */
const filesWith = async (text: string) =>
  (await readMails(mailFolder(app))).filter((file) => file.includes(text));

/** Does something while an erasure has gone through all tables, and has not committed. Answers what came of it. */
async function whileErased<T>(work: () => Promise<T>): Promise<T> {
  const holder = await beginHolding(app.superuser.pool);
  try {
    // What an erasure writes at its end: that somebody was erased.
    await holder.query('lock table audit_events in share row exclusive mode');
    const erasing = erase();
    await expect.poll(() => countWaiting(holder)).toBe(1);
    let settled = 0;
    const done = work().finally(() => {
      settled = 1;
    });
    // It waits for the erasure, or has not noticed it.
    await expect.poll(async () => settled + (await countWaiting(holder))).toBe(2);
    await holder.query('commit');
    expect((await erasing).status).toBe(200);
    return await done;
  } finally {
    holder.release();
  }
}

/** What an address was mailed: the subjects. */
async function mailedTo(email: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ subject: string }>(
    'select subject from mail_outbox where recipient = $1',
    [email],
  );
  return rows.map(({ subject }) => subject);
}

test.each(['reset_password', 'verify_email'] as const)(
  'a code that is asked for (%s) is the one of an address that nobody has, and is not mailed',
  async (activity) => {
    const { email } = person;
    // A stranger's, which goes with the person.
    await register(email);
    await expect.poll(() => countUnsent(app.database)).toBe(0);
    const asked = await whileErased(() => resend(email, activity));
    expect(asked.status).toBe(200);
    expect(await mailedTo(email)).toEqual([]);
    const { rows } = await app.database.pool.query('select subject_id from otps where email = $1', [email]);
    expect(rows).toEqual([{ subject_id: null }]);
  },
);

test('a registration is that of an address that nobody has', async () => {
  const { email } = person;
  const registered = await whileErased(() => register(email));
  expect(registered.status).toBe(201);
  expect(await mailedTo(email)).toEqual([mailSubjects.code.verify_email]);
});

test('a status that was there already is answered without a name, and kept so for a repeated request', async () => {
  const { token, email } = person;
  const body = buildDeposit();
  const { data } = await app.call('POST', '/api/transaction/create', { token, body });
  const { _id } = transactionSchema.parse(data);
  const decline = (key: string) =>
    app.call('PUT', `/api/transaction/${_id}`, {
      token: admin,
      body: { status: 'DECLINED' },
      headers: { 'idempotency-key': key },
    });
  expect((await decline(randomUUID())).status).toBe(200);
  await expect.poll(() => countUnsent(app.database)).toBe(0);
  const key = randomUUID();
  const again = await whileErased(() => decline(key));
  expect(transactionSchema.parse(again.data).user.email).not.toBe(email);
  expect(await findText(email)).toEqual([]);
  expect(await decline(key)).toMatchObject({ status: 200, data: again.data });
});

test('a decision on a proposal that names the person is kept for no repeated request', async () => {
  const email = `${randomUUID()}@example.com`;
  const proposed = await app.call('POST', '/api/admin/invitations', {
    token: admin,
    headers: why,
    body: { email, type: 'auditor' },
  });
  const { _id } = sentForApprovalSchema.parse(proposed.data).proposal;
  person = await app.signUp({ ...name, email });
  await expect.poll(() => countUnsent(app.database)).toBe(0);
  const holder = await beginHolding(app.superuser.pool);
  let declined: Answer;
  try {
    // What a decision writes behind the lock of the proposal, and in front of its answer.
    await holder.query('lock table audit_events in share row exclusive mode');
    const declining = app.call('POST', `/api/admin/proposals/${_id}/decline`, {
      token: second.token,
      headers: {
        'x-reason': encodeURIComponent('There is an account by now'),
        'idempotency-key': _id,
      },
    });
    await expect.poll(() => countWaiting(holder)).toBe(1);
    const erasing = erase();
    await expect.poll(() => countWaiting(holder, 'delete from "proposals"')).toBe(1);
    await holder.query('commit');
    declined = await declining;
    expect((await erasing).status).toBe(200);
  } finally {
    holder.release();
  }
  expect(declined.status).toBe(200);
  await prune();
  expect(await findText(email)).toEqual([]);
});

test('administrators are not told that somebody was refused often who is gone', async () => {
  const { userId, email } = person;
  await app.superuser.pool.query(
    `insert into security_events (kind, user_id, email) select 'sign_in_failed', $1, $2 from generate_series(1, 10)`,
    [userId, email],
  );
  await whileErased(() =>
    notifyAdmins({
      database: app.database,
      outbox: createOutbox(() => {}, plainMail),
      mails: createMails('http://127.0.0.1', 'Averin', () => ''),
      counterKey: createCounterKey(randomBytes(32)),
    }),
  );
  await prune();
  expect(await findText(email)).toEqual([]);
});

test('a code that is refused is written down as of the person, and goes with the next pruning', async () => {
  const { email } = person;
  const holder = await beginHolding(app.superuser.pool);
  try {
    await lockCodes(drizzle(holder), { purpose: 'reset_password', email });
    const guess = trade(email, '123456');
    await expect.poll(() => countWaiting(holder)).toBe(1);
    expect((await erase()).status).toBe(200);
    await holder.query('commit');
    expect((await guess).status).toBe(422);
  } finally {
    holder.release();
  }
  await prune();
  expect(await findText(email)).not.toContain('security_events');
});

test('a mail that a sender had taken before is removed from the mailbox by the next pruning', async () => {
  const { email } = person;
  const id = randomUUID();
  // Its text is with that sender already.
  await app.superuser.pool.query(
    `insert into mail_outbox (id, recipient, subject, text_body, html_body, next_attempt_at)
     values ($1, $2, 'Waits', '', '', now() + interval '1 hour')`,
    [id, email],
  );
  expect((await erase()).status).toBe(200);
  await expect.poll(() => countUnsent(app.database)).toBe(0);
  const mail = { id, to: email, subject: 'Waits', text: email, html: email };
  await deliverToFolder(mailFolder(app))(mail, new AbortController().signal);
  const others = await filesWith(second.email);
  expect([others, await filesWith(email)]).not.toContainEqual([]);
  await prune();
  expect(await filesWith(email)).toEqual([]);
  expect(await filesWith(second.email)).toEqual(expect.arrayContaining(others));
});

test('mails in files are gone before the erasure stands, so that none is left by whatever happens then', async () => {
  const { email } = person;
  expect(await filesWith(email)).not.toEqual([]);
  expect(await whileErased(() => filesWith(email))).toEqual([]);
});
