import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEventSchema } from '../../contract/audit';
import { ownReasons } from '../../contract/console-names';
import type { Effect } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { sealFormer } from '../../server/db/seal-former';
import { effectHashOf } from '../../server/proposals/effect-hash';
import { buildDeposit, buildWithdrawal } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';
import { testSeal } from '../support/test-database';

/** What is decided about is what was reported, and what was paid is told: the server's role may change rows of transactions. */
const theirs = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const thief = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  investor = await app.signUp();
  await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { balance: 10_000 } });
});
afterAll(() => app.close());

const create = async (body: object) =>
  transactionSchema.parse(
    (await app.call('POST', '/api/transaction/create', { token: investor.token, body })).data,
  );
const withdraw = () => create(buildWithdrawal({ wallet: theirs, crypto: 'bitcoin', amount: 150 }));
const decide = (id: string, status: string) =>
  app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status } });
const review = (id: string) => app.call('GET', `/api/transaction/${id}/review`, { token: admin });
const preview = (id: string) =>
  app.call('POST', `/api/transaction/${id}/preview`, { token: admin, body: { status: 'CONFIRMED' } });
/** By the server's own role. */
const sql = (text: string, values: unknown[]) => app.database.pool.query(text, values);
const sendTo = (wallet: string, id: string) =>
  sql('update transactions set wallet = $1 where id = $2', [wallet, id]);
const statusOf = async (id: string) =>
  (await sql('select status, version from transactions where id = $1', [id])).rows;
const refusedWith = (message: string) => ({ status: 409, errors: [{ code: 'conflict', message }] });
const proposalRow = z.object({
  id: z.string(),
  kind: z.literal('withdrawal'),
  subjectType: z.string(),
  subjectId: z.string(),
  parameters: z.unknown(),
  effect: z.unknown(),
});
const newestEvent = async (subjectId: string) => {
  const parameters = new URLSearchParams({ filter: JSON.stringify({ subjectId }) });
  const { data } = await app.call('GET', `/api/admin/audit?${parameters}`, { token: admin });
  return z.array(auditEventSchema).parse(data)[0];
};

test('a payment says in its event where it went, for those alone who have the key of the person', async () => {
  const { _id } = await withdraw();
  expect((await decide(_id, 'CONFIRMED')).status).toBe(200);
  expect((await newestEvent(_id))?.after).toEqual({
    status: 'CONFIRMED',
    version: 2,
    amount: 150,
    crypto: 'bitcoin',
    wallet: theirs,
  });
  const { rows } = await sql('select before, after, reason from audit_events where subject_id = $1', [_id]);
  expect(JSON.stringify(rows)).not.toContain(theirs);
  // What pays nobody names no address.
  await decide(_id, 'DECLINED');
  expect((await newestEvent(_id))?.after).toEqual({ status: 'DECLINED', version: 3 });
});

describe('nothing is decided about a transaction', () => {
  test('whose address was exchanged, until it is what was asked for', async () => {
    const { _id } = await withdraw();
    await sendTo(thief, _id);
    const refused = refusedWith(refusals.notAsReported('address'));
    for (const status of ['CONFIRMED', 'DECLINED']) expect(await decide(_id, status)).toMatchObject(refused);
    const rows = [{ _id, version: 1 }];
    const many = await app.call('POST', '/api/transaction/bulk', {
      token: admin,
      body: { status: 'CONFIRMED', rows },
    });
    expect(many.data).toMatchObject([{ result: 'failed', message: refusals.notAsReported('address') }]);
    expect(await statusOf(_id)).toEqual([{ status: 'PENDING', version: 1 }]);
    // Nor is it shown to whoever pays before that is said.
    expect(await review(_id)).toMatchObject(refused);
    expect(await preview(_id)).toMatchObject(refused);
    await sendTo(theirs, _id);
    expect((await review(_id)).status).toBe(200);
    expect((await preview(_id)).status).toBe(200);
    expect((await decide(_id, 'CONFIRMED')).status).toBe(200);
    // Nor is it taken back and paid once more, to somebody else.
    await sendTo(thief, _id);
    expect(await decide(_id, 'PENDING')).toMatchObject(refused);
  });

  test.each([
    ['amount', 'amount = amount * 10'],
    ['currency', `crypto = 'ethereum'`],
    ['plan', `plan = 'gold'`],
    ['transaction id', `transaction_id = 'another'`],
    ['amount, plan', 'amount = amount + 1, plan = null'],
    ['type', `trx_type = 'WITHDRAWAL'`],
  ])('of another %s', async (parts, change) => {
    const { _id } = await create(buildDeposit({ crypto: 'bitcoin', plan: 'basic' }));
    await sql(`update transactions set ${change} where id = $1`, [_id]);
    expect(await decide(_id, 'CONFIRMED')).toMatchObject(refusedWith(refusals.notAsReported(parts)));
  });

  test('of another owner', async () => {
    const { _id } = await create(buildDeposit());
    const other = await app.signUp();
    await sql('update transactions set user_id = $1 where id = $2', [other.userId, _id]);
    // What was sealed by the key of one person is not opened by that of another.
    expect(await decide(_id, 'CONFIRMED')).toMatchObject(refusedWith(refusals.notReported));
  });

  test('that nobody has reported, and whose event says nothing by the key of its owner', async () => {
    const id = randomUUID();
    await sql(
      `insert into transactions (id, user_id, trx_type, amount, crypto, wallet, status)
       values ($1, $2, 'WITHDRAWAL', 15000, 'bitcoin', $3, 'PENDING')`,
      [id, investor.userId, thief],
    );
    expect(await decide(id, 'CONFIRMED')).toMatchObject(refusedWith(refusals.notReported));
    const { _id } = await withdraw();
    await sql(
      `insert into audit_events (action, subject_type, subject_id, person_id, sealed, commitment)
       select action, subject_type, $1, person_id, sealed, commitment from audit_events
       where action = 'transaction.created' and subject_id = $2`,
      [id, _id],
    );
    expect(await decide(id, 'CONFIRMED')).toMatchObject(refusedWith(refusals.notReported));
  });
});

/** An event of a creation, in the clear, by the server's own role: at the id before all others, or at the next one. */
const addPlainEvent = (trxId: string, id?: number) =>
  sql(
    `insert into audit_events (id, action, subject_type, subject_id, after)
     values (coalesce($2::bigint, nextval('audit_events_id_seq')), 'transaction.created', 'transaction', $1, $3)`,
    [
      trxId,
      id,
      JSON.stringify({
        ...{ user: { _id: investor.userId }, trxType: 'WITHDRAWAL', amount: 150, crypto: 'bitcoin' },
        ...{ plan: null, transactionId: null, wallet: thief },
      }),
    ],
  );
/** As a start with the owner of the tables does. */
async function startOnce() {
  const client = await app.superuser.pool.connect();
  try {
    await client.query('begin');
    await sealFormer(client, testSeal);
    await client.query('commit');
  } finally {
    client.release();
  }
}

describe('an event in the clear', () => {
  test('is no report where there is a sealed one, however low its id, before a start and after it', async () => {
    const { rows } = await sql(`select nextval('audit_events_id_seq') as gap`, []);
    const { gap } = z.object({ gap: z.coerce.number() }).parse(rows[0]);
    const { _id } = await withdraw();
    await sendTo(thief, _id);
    await addPlainEvent(_id, gap);
    const refused = refusedWith(refusals.reportedTwice);
    for (const start of [() => {}, startOnce]) {
      await start();
      expect(await review(_id)).toMatchObject(refused);
      expect(await decide(_id, 'CONFIRMED')).toMatchObject(refused);
    }
    expect(await statusOf(_id)).toEqual([{ status: 'PENDING', version: 1 }]);
  });

  test('is no report of what nobody has reported, nor once a start has sealed it', async () => {
    const id = randomUUID();
    await sql(
      `insert into transactions (id, user_id, trx_type, amount, crypto, wallet, status)
       values ($1, $2, 'WITHDRAWAL', 15000, 'bitcoin', $3, 'PENDING')`,
      [id, investor.userId, thief],
    );
    await addPlainEvent(id);
    const refused = refusedWith(refusals.reportUnsealed);
    for (const start of [() => {}, startOnce]) {
      await start();
      expect(await review(id)).toMatchObject(refused);
      expect(await preview(id)).toMatchObject(refused);
      expect(await decide(id, 'CONFIRMED')).toMatchObject(refused);
    }
    expect(await newestEvent(id)).toMatchObject({ after: { wallet: thief }, reason: ownReasons.sealedLater });
  });
});

test('nobody says of an own transaction what the server alone says of one that it has not sealed', async () => {
  const headers = { 'x-reason': encodeURIComponent(ownReasons.sealedLater) };
  const sent = (body: object) =>
    app.call('POST', '/api/transaction/create', { token: investor.token, body, headers });
  for (const body of [buildDeposit(), buildWithdrawal({ amount: 150 })]) {
    expect((await sent(body)).status).toBe(400);
  }
});

describe('what is proposed', () => {
  let byTwo: TestApp;
  beforeAll(async () => {
    byTwo = await startTestApp({ FOUR_EYES: 'withdrawal:100' });
  });
  afterAll(() => byTwo.close());

  test('is not shown to be approved where the address was exchanged, in the proposal as well', async () => {
    const token = await byTwo.signInAsAdmin();
    const headers = { 'x-reason': 'Paid' };
    const owner = await byTwo.signUp();
    await byTwo.call('PUT', `/api/account/${owner.userId}`, { token, body: { balance: 10_000 }, headers });
    const made = await byTwo.call('POST', '/api/transaction/create', {
      token: owner.token,
      body: buildWithdrawal({ wallet: theirs, crypto: 'bitcoin', amount: 150 }),
    });
    const { _id } = transactionSchema.parse(made.data);
    const body = { status: 'CONFIRMED', overrideHold: true };
    expect((await byTwo.call('PUT', `/api/transaction/${_id}`, { token, body, headers })).status).toBe(202);
    const { rows } = await byTwo.database.pool.query(
      'select id, kind, subject_type as "subjectType", subject_id as "subjectId", parameters, effect from proposals',
    );
    const { id, kind, effect, ...act } = proposalRow.parse(rows[0]);
    const exchanged = z.custom<Effect>().parse(JSON.parse(JSON.stringify(effect).replace(theirs, thief)));
    await byTwo.database.pool.query('update transactions set wallet = $1 where id = $2', [thief, _id]);
    await byTwo.database.pool.query('update proposals set effect = $1, effect_hash = $2', [
      exchanged,
      effectHashOf(kind, act, exchanged),
    ]);
    const seen = await byTwo.call('GET', `/api/admin/proposals/${id}`, { token });
    expect(seen.data).toMatchObject({
      changed: true,
      now: null,
      refusal: refusals.notAsReported('address'),
    });
  });
});

test('its owner can cancel a withdrawal whose address was exchanged, and has back what was reserved', async () => {
  const balance = async () =>
    z
      .object({ balance: z.number() })
      .parse((await app.call('GET', '/api/account', { token: investor.token })).data).balance;
  const before = await balance();
  const { _id } = await withdraw();
  await sendTo(thief, _id);
  const { token } = investor;
  expect((await app.call('POST', `/api/transaction/${_id}/cancel`, { token })).status).toBe(200);
  expect(await balance()).toBe(before);
});

// The last one: nobody gets the key back.
test('a key that is gone makes nothing genuine but what an erasure leaves', async () => {
  const { _id } = await withdraw();
  await sendTo(thief, _id);
  await sql('delete from person_keys where person_id = $1', [investor.userId]);
  expect(await review(_id)).toMatchObject(refusedWith(refusals.notReported));
  expect(await preview(_id)).toMatchObject(refusedWith(refusals.notReported));
  await sql('update transactions set wallet = null where id = $1', [_id]);
  expect((await review(_id)).status).toBe(200);
});
