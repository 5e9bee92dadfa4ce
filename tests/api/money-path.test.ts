import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('an investor deposits, an administrator confirms, and the balance moves', async () => {
  const { token } = await app.signUp();
  const created = await app.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
  expect(created.status).toBe(201);
  const deposit = transactionSchema.parse(created.data);
  expect(deposit.status).toBe('PENDING');

  const admin = await app.signInAsAdmin();
  const confirmed = await app.call('PUT', `/api/transaction/${deposit._id}`, {
    token: admin,
    body: { status: 'CONFIRMED' },
  });
  expect(transactionSchema.parse(confirmed.data)).toMatchObject({ _id: deposit._id, status: 'CONFIRMED' });

  const account = accountSchema.parse((await app.call('GET', '/api/account', { token })).data);
  expect(account).toMatchObject({ balance: 500, walletBalance: 500, bitcoin: 500, investment: 500, held: 0 });
});
