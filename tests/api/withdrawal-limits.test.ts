import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrxStatus } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;

const ask = (amount: number) =>
  app.call('POST', '/api/transaction/create', { token: investor.token, body: buildWithdrawal({ amount }) });
const withdraw = async (amount: number) => transactionSchema.parse((await ask(amount)).data);
const setStatus = (id: string, status: TrxStatus) =>
  app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status } });
const age = (hours: number) =>
  app.database.pool.query(
    `update transactions set created_at = created_at - $2::int * interval '1 hour' where user_id = $1`,
    [investor.userId, hours],
  );
const refusal = (message: string) => ({ status: 422, errors: [{ code: 'withdrawal_limit', message }] });

function start(environment: NodeJS.ProcessEnv): void {
  beforeAll(async () => {
    app = await startTestApp(environment);
    admin = await app.signInAsAdmin();
  });
  beforeEach(async () => {
    investor = await app.signUp();
    await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { balance: 10_000 } });
  });
  afterAll(async () => {
    expect(await bookProblems(app.database.pool)).toEqual([]);
    await app.close();
  });
}

describe('the limit of dollars within 24 hours', () => {
  start({ WITHDRAWAL_DAILY_LIMIT: '500.50' });

  test('is named with what is left of it, and is reached to the cent', async () => {
    expect(await ask(500.51)).toMatchObject(refusal(refusals.withdrawalLimit('$500.50', '$500.50')));
    await withdraw(300);
    const refused = await ask(200.51);
    expect(refused).toMatchObject(refusal(refusals.withdrawalLimit('$500.50', '$200.50')));
    expect(refused.errors[0]?.field).toBe('amount');
    await withdraw(200.5);
    expect(await ask(0.01)).toMatchObject(refusal(refusals.withdrawalLimit('$500.50', '$0.00')));
  });

  test('counts what is pending and confirmed, not what was declined or cancelled, nor what is older', async () => {
    const [declined, cancelled] = [await withdraw(200), await withdraw(200)];
    await setStatus(declined._id, 'DECLINED');
    await app.call('POST', `/api/transaction/${cancelled._id}/cancel`, { token: investor.token });
    const confirmed = await withdraw(400);
    await setStatus(confirmed._id, 'CONFIRMED');
    expect((await ask(101)).status).toBe(422);
    await age(23);
    expect((await ask(101)).status).toBe(422);
    await age(2);
    expect((await ask(500)).status).toBe(201);
  });

  test('is not passed by twelve at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(120)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const account = await app.call('GET', '/api/account', { token: investor.token });
    expect(account.data).toMatchObject({ held: 480 });
  });
});

describe('the number of withdrawals within 24 hours', () => {
  start({ WITHDRAWALS_PER_DAY: '3' });

  test('is named, and is not passed by twelve at once; deposits do not count', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(10)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await ask(10)).toMatchObject(refusal(refusals.withdrawalsPerDay(3)));
    await age(25);
    expect((await ask(10)).status).toBe(201);
  });

  test('leaves room again for one that is cancelled', async () => {
    const made = [await withdraw(10), await withdraw(10), await withdraw(10)];
    expect((await ask(10)).status).toBe(422);
    await app.call('POST', `/api/transaction/${made[0]?._id}/cancel`, { token: investor.token });
    expect((await ask(10)).status).toBe(201);
    expect((await ask(10)).status).toBe(422);
  });
});

describe('one withdrawal within 24 hours', () => {
  start({ WITHDRAWALS_PER_DAY: '1' });

  test('is named as one', async () => {
    expect((await ask(10)).status).toBe(201);
    expect(await ask(10)).toMatchObject(refusal(refusals.withdrawalPerDay));
  });
});
