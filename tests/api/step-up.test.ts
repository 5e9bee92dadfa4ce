import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { buildDeposit, buildWithdrawal } from '../builders';
import { ageFactor, forgetSteps, setUpTotp, totpCode } from '../support/second-factor';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';

/* Dangerous calls ask for a factor of the last five minutes (docs/rules.md, "Step-up"). */

let app: TestApp;
let admin: { token: string; userId: string; secret: string };
let investor: { token: string; userId: string; email: string };

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' });
  investor = await app.signUp();
  const token = await app.signInAsAdmin();
  const userId = idOf((await app.call('GET', '/api/user', { token })).data);
  admin = { token, userId, ...(await setUpTotp(app, token, adminSignIn.password)) };
  const edit = { walletBalance: 5_000, balance: 5_000 };
  expect((await as('PUT', `/api/account/${investor.userId}`, edit)).status).toBe(200);
});
afterAll(() => app.close());

const as = (method: string, url: string, body?: object, headers: Record<string, string> = {}) =>
  app.call(method, url, { token: admin.token, body, headers: { 'x-reason': 'why', ...headers } });
const stepUp = async (code: string) => as('POST', '/api/auth/step-up', { proof: { kind: 'totp', code } });

async function ask(body: object): Promise<string> {
  const made = await app.call('POST', '/api/transaction/create', { token: investor.token, body });
  return idOf(made.data);
}

/** As if the administrator had last shown the factor six minutes ago. */
async function wait(): Promise<void> {
  await ageFactor(app, admin.userId, 6);
  await forgetSteps(app, admin.userId);
}

const refusedAs = ({ status, errors }: { status: number; errors: { code: string }[] }) => [
  status,
  errors[0]?.code,
];

describe('when the factor was shown too long ago', () => {
  test('dangerous calls are refused, and accepted once it is shown again', async () => {
    const withdrawal = await ask(buildWithdrawal({ amount: 100 }));
    const wallets = z
      .array(z.object({ _id: z.string(), name: z.string() }))
      .parse((await as('GET', '/api/admin/wallets')).data);
    const [wallet] = wallets;
    await wait();
    const dangerous = [
      ['PUT', `/api/account/${investor.userId}`, { profit: 10 }],
      ['PUT', `/api/transaction/${withdrawal}`, { status: 'CONFIRMED' }],
      ['POST', '/api/transaction/bulk', { status: 'DECLINED', rows: [{ _id: withdrawal, version: 1 }] }],
      ['PUT', `/api/admin/wallets/${wallet?._id}`, { enabled: false }],
      [
        'PUT',
        '/api/user/password',
        { oldPassword: adminSignIn.password, newPassword: 'a whole new password' },
      ],
      ['POST', '/api/user/factors/totp', {}],
      ['POST', '/api/user/factors/recovery-codes', undefined],
    ] as const;
    for (const [method, url, body] of dangerous) {
      expect(refusedAs(await as(method, url, body)), url).toEqual([403, 'step_up_required']);
    }
    // Nothing has changed, and what is read or protects needs no factor.
    const left = await as('GET', `/api/transaction/${withdrawal}`);
    expect(left.data).toMatchObject({ status: 'PENDING', version: 1 });
    expect((await as('PUT', `/api/account/${investor.userId}/frozen`, { frozen: true })).status).toBe(200);
    // What lets withdrawals go again does.
    const thaw = () => as('PUT', `/api/account/${investor.userId}/frozen`, { frozen: false });
    expect(refusedAs(await thaw())).toEqual([403, 'step_up_required']);

    expect(refusedAs(await stepUp('000000'))).toEqual([422, 'invalid_factor']);
    expect((await stepUp(totpCode(admin.secret))).status).toBe(200);
    expect((await thaw()).status).toBe(200);
    expect((await as('PUT', `/api/transaction/${withdrawal}`, { status: 'CONFIRMED' })).status).toBe(200);
    expect((await as('PUT', `/api/account/${investor.userId}`, { profit: 10 })).status).toBe(200);
  });

  test('what is pending may be declined; what is confirmed is neither made nor taken back', async () => {
    const [confirmed, pending] = [await ask(buildDeposit()), await ask(buildDeposit())];
    const withdrawal = await ask(buildWithdrawal({ amount: 100 }));
    expect((await as('PUT', `/api/transaction/${confirmed}`, { status: 'CONFIRMED' })).status).toBe(200);
    await wait();
    for (const [id, status] of [
      [confirmed, 'DECLINED'],
      [confirmed, 'PENDING'],
      [pending, 'CONFIRMED'],
    ]) {
      expect(refusedAs(await as('PUT', `/api/transaction/${id}`, { status }))).toEqual([
        403,
        'step_up_required',
      ]);
    }
    for (const id of [pending, withdrawal]) {
      expect((await as('PUT', `/api/transaction/${id}`, { status: 'DECLINED' })).status).toBe(200);
    }
    await stepUp(totpCode(admin.secret));
  });

  test('the same request with the same key goes through after the factor, once', async () => {
    const withdrawal = await ask(buildWithdrawal({ amount: 100 }));
    await wait();
    const confirm = () =>
      as('PUT', `/api/transaction/${withdrawal}`, { status: 'CONFIRMED' }, { 'idempotency-key': withdrawal });
    expect(refusedAs(await confirm())).toEqual([403, 'step_up_required']);
    await stepUp(totpCode(admin.secret));
    const [first, second] = [await confirm(), await confirm()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.data).toEqual(second.data);
    expect(first.data).toMatchObject({ version: 2 });
  });

  test('one that was shown in another session does not count', async () => {
    await wait();
    const other = await app.call('POST', '/api/user/login', { body: adminSignIn });
    const ticket = other.errors[0]?.signIn?.ticket;
    const body = { ticket, proof: { kind: 'totp', code: totpCode(admin.secret) } };
    expect((await app.call('POST', '/api/auth/factor', { body })).status).toBe(200);
    const edit = await as('PUT', `/api/account/${investor.userId}`, { profit: 11 });
    expect(refusedAs(edit)).toEqual([403, 'step_up_required']);
  });
});

test('whoever has no second factor is not asked for one, and cannot show one', async () => {
  const change = { oldPassword: 'correct horse', newPassword: 'another long one' };
  const { token } = await app.signUp();
  const shown = await app.call('POST', '/api/auth/step-up', {
    token,
    body: { proof: { kind: 'totp', code: '123456' } },
  });
  expect(refusedAs(shown)).toEqual([409, 'conflict']);
  expect((await app.call('PUT', '/api/user/password', { token, body: change })).status).toBe(200);
});

test('guesses in a session are counted: five in an hour', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  const person = await limited.signUp();
  await setUpTotp(limited, person.token, 'correct horse');
  const answers: number[] = [];
  for (let guess = 0; guess < 6; guess += 1) {
    const body = { proof: { kind: 'recovery', code: 'aaaaa-aaaaa' } };
    answers.push((await limited.call('POST', '/api/auth/step-up', { token: person.token, body })).status);
  }
  expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
  await limited.close();
});
