import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailSubjects } from '../../contract/mail-subjects';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit, buildWithdrawal } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, password } from './auth-calls';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(() => app.close());

const { resend, trade } = authCalls(() => app);

const create = (body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/transaction/create', { token: investor.token, body, headers });
const made = async (body: unknown) => transactionSchema.parse((await create(body)).data);
const setStatus = (id: string, status: string, reason = '') =>
  app.call('PUT', `/api/transaction/${id}`, {
    token: admin,
    body: { status },
    headers: { 'x-reason': encodeURIComponent(reason) },
  });
const edit = (body: unknown) => app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body });

/** Subjects of all mails to the investor, sent or not, the oldest first, without the one that signed them up. */
async function subjects(): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ subject: string }>(
    'select subject from mail_outbox where recipient = $1 order by id',
    [investor.email],
  );
  return rows.slice(1).map(({ subject }) => subject);
}
async function mail(subject: string): Promise<string> {
  const find = async () => (await app.mailsTo(investor.email)).find((found) => found.subject === subject);
  await expect.poll(find).toBeDefined();
  return (await find())?.text ?? '';
}

describe('a deposit', () => {
  test('is answered by mail with everything a person compares', async () => {
    await made(buildDeposit({ amount: 123456.7, transactionId: '482913' }));
    const text = await mail('Deposit received');
    expect(text).toContain('Amount: $123,456.70');
    expect(text).toContain('Bitcoin (Bitcoin network)');
    expect(text).toContain('Plan: Starter');
    expect(text).toContain('Transaction id: 482913');
    expect(text).toContain('/dashboard/transactions');
    expect(text).toContain('If this was not you');
  });

  test('is followed by what becomes of it, with the reason; the same status again says nothing', async () => {
    const { _id } = await made(buildDeposit());
    await setStatus(_id, 'DECLINED', 'No payment arrived');
    await setStatus(_id, 'DECLINED');
    await setStatus(_id, 'PENDING');
    await setStatus(_id, 'CONFIRMED');
    expect(await subjects()).toEqual([
      'Deposit received',
      'Deposit declined',
      'Deposit reopened',
      'Deposit confirmed',
    ]);
    expect(await mail('Deposit declined')).toContain('Reason: No payment arrived');
  });

  test('sent twice with the same key is told once; a refused one not at all', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = buildDeposit();
    await create(body, headers);
    await create(body, headers);
    await create({ ...buildDeposit(), amount: -1 });
    await create(buildWithdrawal());
    expect(await subjects()).toEqual(['Deposit received']);
  });

  test('has its mail in the commit of the deposit itself', async () => {
    const { _id } = await made(buildDeposit());
    const { rows } = await app.database.pool.query(
      `select count(*)::int as mails from mail_outbox m, transactions t
       where t.id = $1 and m.recipient = $2 and m.created_at = t.created_at`,
      [_id, investor.email],
    );
    expect(rows).toEqual([{ mails: 1 }]);
  });
});

test('a withdrawal is told with the whole address it goes to, and its cancellation as well', async () => {
  await edit({ balance: 1_000 });
  const request = buildWithdrawal({ wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' });
  const { _id } = await made(request);
  expect(await mail('Withdrawal request received')).toContain(`To the address: ${request.wallet}`);
  await app.call('POST', `/api/transaction/${_id}/cancel`, { token: investor.token, body: {} });
  expect(await mail('Withdrawal cancelled')).toContain('The amount is back in your balance');
});

test('what people type arrives as text: in HTML nothing of it is markup', async () => {
  const { _id } = await made(buildDeposit({ transactionId: '<img src=x onerror=alert(1)>' }));
  await setStatus(_id, 'DECLINED', '<a href="https://evil.example">"click"</a>');
  await mail('Deposit declined');
  const folder = join(app.dataDir, 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const page = pages.find((text) => text.includes('Deposit declined') && text.includes('evil example')) ?? '';
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;');
  expect(page).not.toMatch(/<img|<a href="https\W+evil/);
  expect(page).not.toContain('<table');
  expect(page).toContain('Averin');
  expect(page).toContain('prefers-color-scheme:dark');
});

test('a code is found though other mails with six digits come after it', async () => {
  await resend(investor.email, 'reset_password');
  const code = await app.codeFor(investor.email, 2);
  await made(buildDeposit({ transactionId: '000111' }));
  await mail('Deposit received');
  expect(await app.codeFor(investor.email)).toBe(code);
});

describe('a changed password', () => {
  test('is told to its owner, without the password', async () => {
    const body = { oldPassword: password, newPassword: 'xyzzy plugh' };
    await app.call('PUT', '/api/user/password', { token: investor.token, body });
    const text = await mail(mailSubjects.passwordChanged);
    expect(text).toContain('/auth/not-me#token=');
    expect(text).not.toContain('xyzzy');
  });

  test('after a reset is told as well, and a failed attempt is not', async () => {
    const wrong = { oldPassword: 'not the old one', newPassword: 'a new password' };
    await app.call('PUT', '/api/user/password', { token: investor.token, body: wrong });
    expect(await subjects()).toEqual([]);
    await resend(investor.email, 'reset_password');
    const { data: token } = await trade(investor.email, await app.codeFor(investor.email, 2));
    const body = { token, password: 'a new password' };
    expect((await app.call('PUT', '/api/auth/password', { body })).status).toBe(200);
    expect(await subjects()).toEqual(['Your password reset code', mailSubjects.passwordChanged]);
  });
});

describe('a sign-in', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const signIn = (userAgent: string, remoteAddress = '203.0.113.7', secret = password) =>
    app.app.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress,
      headers: { 'user-agent': userAgent },
      payload: { email: investor.email, password: secret },
    });

  /** The code was entered at home, by no browser that is known. */
  const home = '127.0.0.1';

  test('from the first device after verification, and again from there, is not told', async () => {
    await signIn(firefox, home);
    await signIn(firefox.replaceAll('140', '141'), home);
    await signIn(firefox, '127.0.200.9');
    expect(await subjects()).toEqual([]);
  });

  test('from the kind of browser that the code was entered in, elsewhere, is not told the first time', async () => {
    await signIn('', '203.0.113.7');
    expect(await subjects()).toEqual([]);
    await signIn('', '198.51.100.7');
    expect(await subjects()).toEqual([mailSubjects.newSignIn]);
  });

  test('that is the first, from another device in another network than the code, is told', async () => {
    await signIn(firefox);
    expect(await subjects()).toEqual([mailSubjects.newSignIn]);
  });

  test('from another device is told, with device, address and what to do; once', async () => {
    await signIn(firefox, home);
    await signIn(phone, home);
    await signIn(phone, home);
    expect(await subjects()).toEqual([mailSubjects.newSignIn]);
    const text = await mail(mailSubjects.newSignIn);
    expect(text).toContain('Device: Safari on iPhone');
    expect(text).toContain('IP address: 127.0.0.1');
    expect(text).toContain('/auth/not-me#token=');
  });

  test('from the same kind of browser in another network is told', async () => {
    await signIn(firefox, home);
    await signIn(firefox, '198.51.100.7');
    expect(await subjects()).toEqual([mailSubjects.newSignIn]);
  });

  test('that fails is not told', async () => {
    await signIn(firefox, home);
    await signIn(phone, '198.51.100.7', 'wrong password');
    expect(await subjects()).toEqual([]);
  });

  test('after so long that no session is left of the last one is told', async () => {
    await app.database.pool.query('delete from sessions where user_id = $1', [investor.userId]);
    await app.database.pool.query(
      `update users set created_at = created_at - interval '90 days' where id = $1`,
      [investor.userId],
    );
    await signIn(firefox);
    expect(await subjects()).toEqual([mailSubjects.newSignIn]);
  });

  test('to a young account is told as well, once its sessions are not kept any more', async () => {
    const other = await startTestApp({ RETENTION_SESSIONS: '2' });
    try {
      const { userId, email } = await other.signUp();
      // As it is after the pruning: the session of the code has ended nine days ago.
      await other.superuser.pool.query('delete from sessions where user_id = $1', [userId]);
      const age = `update users set created_at = created_at - interval '10 days' where id = $1`;
      await other.superuser.pool.query(age, [userId]);
      await other.call('POST', '/api/user/login', { body: { email, password } });
      const newest = async () => (await other.mailsTo(email))[0]?.subject;
      await expect.poll(newest).toBe(mailSubjects.newSignIn);
    } finally {
      await other.close();
    }
  });
});
