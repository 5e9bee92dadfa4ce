import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keptAddressSchema } from '../../contract/address-book';
import { limits } from '../../contract/limits';
import { mailSubjects } from '../../contract/mail-subjects';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { fingerprint } from '../support/fingerprint';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ WITHDRAWAL_HOLD: '36h' });
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(() => app.close());

const bitcoin = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const path = '/api/account/addresses';
const add = (body: object = {}, { token } = investor) =>
  app.call('POST', path, { token, body: { label: 'Ledger', crypto: 'bitcoin', address: bitcoin, ...body } });
const book = async ({ token } = investor) =>
  z.array(keptAddressSchema).parse((await app.call('GET', path, { token })).data);
const remove = (id: string, { token } = investor) => app.call('DELETE', `${path}/${id}`, { token });

test('an address is kept, listed by its label, and removed; each change is written down', async () => {
  expect(await book()).toEqual([]);
  const added = await add({ label: ' Savings ' });
  expect(added.status).toBe(201);
  const savings = keptAddressSchema.parse(added.data);
  expect(savings).toMatchObject({ label: 'Savings', crypto: 'bitcoin', address: bitcoin });
  const cold = keptAddressSchema.parse(
    (await add({ label: 'cold', crypto: 'ethereum', address: ethereum })).data,
  );
  expect(await book()).toEqual([cold, savings]);
  expect((await remove(savings._id)).status).toBe(200);
  expect((await remove(savings._id)).status).toBe(404);
  expect(await book()).toEqual([cold]);
  const events = await auditOf(app, { subjectId: investor.userId });
  const facts = { label: 'Savings', crypto: 'bitcoin', address: bitcoin };
  expect(events.filter(({ action }) => action.startsWith('user.address'))).toMatchObject([
    { action: 'user.address_added', before: null, after: facts },
    { action: 'user.address_added', after: { label: 'cold' } },
    { action: 'user.address_removed', before: facts, after: null },
  ]);
});

test('says until when withdrawals to it wait, as long as they do', async () => {
  const { _id, notBefore, createdAt } = keptAddressSchema.parse((await add()).data);
  expect(new Date(notBefore ?? 0).getTime() - new Date(createdAt).getTime()).toBe(36 * 3_600_000);
  await app.superuser.pool.query(
    `update withdrawal_addresses set created_at = created_at - interval '37 hours' where id = $1`,
    [_id],
  );
  expect((await book())[0]).not.toHaveProperty('notBefore');
});

test('is new until a withdrawal to it is confirmed: one that was only asked for lets none wait less', async () => {
  await add({ address: bitcoin });
  const token = await app.signInAsAdmin();
  const body = { balance: 1_000 };
  expect((await app.call('PUT', `/api/account/${investor.userId}`, { token, body })).status).toBe(200);
  const asked = await app.call('POST', '/api/transaction/create', {
    token: investor.token,
    body: buildWithdrawal({ wallet: bitcoin }),
  });
  const { _id } = z.object({ _id: z.string() }).parse(asked.data);
  expect((await book())[0]).toHaveProperty('notBefore');
  const confirmed = await app.call('PUT', `/api/transaction/${_id}`, {
    token,
    body: { status: 'CONFIRMED', overrideHold: true },
    headers: { 'x-reason': 'Called%20back' },
  });
  expect(confirmed.status).toBe(200);
  expect((await book())[0]).not.toHaveProperty('notBefore');
});

test('the owner is told of each by mail, with the address and no link made of its label', async () => {
  await add({ label: 'see evil.example/x' });
  const text = await vi.waitFor(async () => {
    const mails = await app.mailsTo(investor.email);
    const mail = mails.find(({ subject }) => subject === mailSubjects.addressAdded);
    return mail?.text ?? expect.fail('The mail has not come');
  }, patient(10_000));
  expect(text).toContain(bitcoin);
  expect(text).toContain('Withdrawals to it wait until');
  expect(text).not.toContain('evil.example');
});

describe('refused is', () => {
  test.each([
    ['a wrong checksum', { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyU' }, 'address'],
    ['an address of another network', { address: ethereum }, 'address'],
    ['a test network', { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }, 'address'],
    ['capitals that do not fit', { crypto: 'ethereum', address: `${ethereum.slice(0, -1)}D` }, 'address'],
    ['one without a checksum', { crypto: 'usdt-erc-20', address: ethereum.toLowerCase() }, 'address'],
    ['no label', { label: ' ' }, 'label'],
    ['a label too long', { label: 'x'.repeat(61) }, 'label'],
    ['a currency that there is not', { crypto: 'tulips' }, 'crypto'],
  ])('%s', async (_, body, field) => {
    const before = await fingerprint(app.database.pool);
    expect(await add(body)).toMatchObject({ status: 422, errors: [{ code: 'validation', field }] });
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('the same address twice for a currency, in capitals or not, also of ten at once', async () => {
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        add({ label: `${at}x`, address: at % 2 ? segwit : segwit.toUpperCase() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      errors: [{ code: 'conflict', message: refusals.addressKept, field: 'address' }],
    });
    expect((await add({ crypto: 'ethereum', address: ethereum })).status).toBe(201);
    expect((await add({ crypto: 'usdt-erc-20', address: ethereum })).status).toBe(201);
  });

  test('one more than a person can keep, also of several at once', async () => {
    await app.database.pool.query(
      `insert into withdrawal_addresses (id, user_id, label, crypto, address)
       select gen_random_uuid(), $1, 'Old', 'bitcoin', 'old-' || n from generate_series(1, $2) n`,
      [investor.userId, limits.addresses - 1],
    );
    const answers = await Promise.all([add(), add({ crypto: 'ethereum', address: ethereum })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.errors[0]).toMatchObject({
      code: 'quota_reached',
      message: refusals.addressQuota(limits.addresses),
    });
  });
});

test('nobody else sees or removes it: not another investor, nor an administrator', async () => {
  const { _id } = keptAddressSchema.parse((await add()).data);
  const stranger = await app.signUp();
  expect(await book(stranger)).toEqual([]);
  expect((await remove(_id, stranger)).status).toBe(404);
  expect((await remove(randomUUID())).status).toBe(404);
  const admin = { ...investor, token: await app.signInAsAdmin() };
  expect((await app.call('GET', path, { token: admin.token })).status).toBe(403);
  expect((await remove(_id, admin)).status).toBe(403);
  expect((await add({}, admin)).status).toBe(403);
  expect(await book()).toHaveLength(1);
});

test('a retry with the same key adds one', async () => {
  const once = () =>
    app.call('POST', path, {
      token: investor.token,
      body: { label: 'Ledger', crypto: 'bitcoin', address: bitcoin },
      headers: { 'idempotency-key': 'once' },
    });
  const [first, again] = [await once(), await once()];
  expect(again).toMatchObject({ status: 201, data: first.data });
  expect(await book()).toHaveLength(1);
});
