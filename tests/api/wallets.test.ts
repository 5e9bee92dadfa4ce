import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminWalletSchema, walletSchema } from '../../contract/wallet';
import { z } from '../../contract/zod';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { buildDeposit } from '../builders';
import { liveEnvironment } from '../support/live';
import { startTestApp, type TestApp } from '../support/test-app';

const path = '/api/admin/wallets';
/** Of the first block, and of the examples of EIP-55. */
const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let app: TestApp;
let admin: string;
let investor: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  investor = (await app.signUp()).token;
});
afterAll(() => app.close());

async function walletOf(name: string, on = app, token = admin) {
  const { data } = await on.call('GET', path, { token });
  const found = z
    .array(z.strictObject(adminWalletSchema.shape))
    .parse(data)
    .find((wallet) => wallet.name === name);
  if (!found) throw new Error(`There is no wallet of ${name}`);
  return found;
}
const update = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('PUT', `${path}/${id}`, { token: admin, body, headers });
const shown = async () => {
  const { data } = await app.call('GET', '/api/wallets', { token: investor });
  return z.array(walletSchema).parse(data);
};

describe('a platform address', () => {
  test('is changed to one whose checksum fits, and is no sample any more', async () => {
    const { _id, version, value } = await walletOf('bitcoin');
    const headers = { 'if-match': `"${version}"`, 'x-reason': 'New cold wallet'.replaceAll(' ', '%20') };
    expect(await update(_id, { value: bitcoin }, headers)).toMatchObject({
      status: 200,
      data: { value: bitcoin, demo: false, enabled: true, version: version + 1 },
    });
    expect((await shown()).find(({ name }) => name === 'bitcoin')).toMatchObject({
      value: bitcoin,
      demo: false,
    });
    const { rows } = await app.database.pool.query(
      'select action, before, after, reason from audit_events where subject_id = $1',
      [_id],
    );
    expect(rows).toEqual([
      {
        action: 'wallets.updated',
        before: { value, demo: true, version },
        after: { value: bitcoin, demo: false, version: version + 1 },
        reason: 'New cold wallet',
      },
    ]);
    expect((await update(_id, { value: ethereum }, headers)).status).toBe(412);
  });

  test.each([
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'a wrong character'],
    ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'a test network'],
    ['bitcoin', ethereum, 'another currency'],
    ['ethereum', ethereum.toLowerCase(), 'no checksum'],
    ['ethereum', ethereum.replace('aA', 'AA'), 'a wrong checksum'],
    ['usdt-erc-20', bitcoin, 'another network'],
    ['ethereum', 'DEMO-BITCOIN-DO-NOT-SEND-FUNDS', "another currency's sample"],
  ])('of %s cannot be %s: %s', async (name, value) => {
    const { _id, ...before } = await walletOf(name);
    expect(await update(_id, { value })).toMatchObject({ status: 422, errors: [{ field: 'value' }] });
    expect(await walletOf(name)).toEqual({ _id, ...before });
  });

  test('that is disabled is not shown to investors, and what was sent to it can still be reported', async () => {
    const { _id } = await walletOf('ethereum');
    expect((await update(_id, { enabled: false })).data).toMatchObject({ enabled: false });
    expect((await shown()).map(({ name }) => name)).not.toContain('ethereum');
    const body = buildDeposit({ crypto: 'ethereum' });
    const reported = await app.call('POST', '/api/transaction/create', { token: investor, body });
    expect(reported).toMatchObject({ status: 201, data: { status: 'PENDING', crypto: 'ethereum' } });
    expect((await update(_id, { enabled: true })).status).toBe(200);
    expect((await shown()).map(({ name }) => name)).toContain('ethereum');
  });

  test('that is wrong can be disabled, and not enabled again', async () => {
    const { _id, value } = await walletOf('ethereum');
    await app.database.pool.query(`update wallets set value = 'not an address' where id = $1`, [_id]);
    expect((await update(_id, { enabled: false })).status).toBe(200);
    expect(await update(_id, { enabled: true })).toMatchObject({ status: 422, errors: [{ field: 'value' }] });
    expect((await update(_id, { value, enabled: true })).status).toBe(200);
  });

  test('is one per currency, and is never deleted', async () => {
    const { _id } = await walletOf('bitcoin');
    const body = { name: 'bitcoin', value: bitcoin };
    expect((await app.call('POST', path, { token: admin, body })).status).toBe(409);
    expect((await app.call('DELETE', `${path}/${_id}`, { token: admin })).status).toBe(405);
  });
});

/** An investor of a site that mails its codes to nobody here. */
async function investorOf(on: TestApp): Promise<string> {
  const sign = { email: 'investor@example.com', password: 'granite heron walks 14 km' };
  const passwordHash = await on.passwords.hash(sign.password);
  const person = {
    id: randomUUID(),
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: sign.email,
    passwordHash,
  };
  await on.database.db.insert(users).values({ ...person, type: 'investor' });
  await on.database.db.insert(accounts).values({ userId: person.id });
  return z.string().parse((await on.call('POST', '/api/user/login', { body: sign })).data);
}

test('a live site has no address until one is added, and takes no sample', async () => {
  const live = await startTestApp({ ...liveEnvironment, SECOND_FACTOR: 'off' });
  try {
    const token = await live.signInAsAdmin();
    const theirs = await investorOf(live);
    const investors = async () => {
      const { data } = await live.call('GET', '/api/wallets', { token: theirs });
      return z.array(walletSchema).parse(data);
    };
    // The samples that the test's database has been given are not shown, though they are enabled, and cannot be put to use.
    const { _id, ...given } = await walletOf('ethereum', live, token);
    expect(given).toMatchObject({ enabled: true, demo: true });
    expect(await investors()).toEqual([]);
    const sample = { enabled: true, value: 'DEMO-ETHEREUM-DO-NOT-SEND-FUNDS' };
    const put = (body: object) => live.call('PUT', `${path}/${_id}`, { token, body });
    expect(await put(sample)).toMatchObject({ status: 422, errors: [{ field: 'value' }] });
    expect(await put({ value: ethereum })).toMatchObject({ status: 200, data: { demo: false } });
    expect(await investors()).toMatchObject([{ name: 'ethereum', value: ethereum, demo: false }]);
    await live.superuser.pool.query('delete from wallets');
    const added = await live.call('POST', path, { token, body: { name: 'usdt-erc-20', value: ethereum } });
    expect(added).toMatchObject({ status: 201, data: { name: 'usdt-erc-20', demo: false, enabled: true } });
  } finally {
    await live.close();
  }
});
