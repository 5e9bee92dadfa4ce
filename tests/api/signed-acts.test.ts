import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actProofSchema, actQuestionSchema } from '../../contract/acts';
import { headers } from '../../contract/headers';
import { z } from '../../contract/zod';
import { holdsText, verifyAct } from '../../scripts/verify-act';
import { buildDeposit, buildWithdrawal } from '../builders';
import { beginHolding, countWaiting } from '../support/hold';
import type { SoftwarePasskey } from '../support/passkey';
import { ageFactor, setUpTotp, ticketFor } from '../support/second-factor';
import { type ActToSign, addPasskey as addPasskeyTo, askAct, signAct, site } from '../support/sign-act';
import { adminSignIn, startTestApp, type TestApp, withAuditor } from '../support/test-app';

/* A passkey signs one act, and the act alone (docs/rules.md, "Step-up"). */

const password = 'correct horse';
let app: TestApp;
let admin: Person;
let investor: { token: string; userId: string; email: string };

interface Person {
  token: string;
  userId: string;
  passkey: SoftwarePasskey;
}

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;
const refusedAs = ({ status, errors }: { status: number; errors: { code: string }[] }) => [
  status,
  errors[0]?.code,
];
const notConfirmed = [403, 'act_not_confirmed'];

const addPasskey = (token: string, ownPassword: string) => addPasskeyTo(app, token, ownPassword);

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: site.origin, ...withAuditor });
  investor = await app.signUp({ firstName: 'Jane', lastName: 'Doe' });
  const token = await app.signInAsAdmin();
  const userId = idOf((await app.call('GET', '/api/user', { token })).data);
  admin = { token, userId, passkey: await addPasskey(token, adminSignIn.password) };
  const edit = { walletBalance: 5_000, balance: 5_000 };
  const edited = await app.call('PUT', `/api/account/${investor.userId}`, { token, body: edit });
  expect(edited.status).toBe(200);
  await ageFactor(app, userId, 6);
});
afterAll(() => app.close());

const ask = (act: ActToSign, token = admin.token) => askAct(app, act, token);

async function question(act: ActToSign, token?: string) {
  const { summary, passkey } = actQuestionSchema.parse((await ask(act, token)).data);
  return { summary, actId: passkey?.actId ?? '', challenge: passkey?.options.challenge ?? '' };
}

const sign = (actId: string, response: object, token = admin.token) =>
  app.call('POST', `/api/auth/step-up/passkey/${actId}`, { token, body: { response } });

const proofOf = (act: ActToSign, person: Person = admin) => signAct(app, person, act);

const send = (
  { method, path, body, ifMatch, reason }: ActToSign,
  proof?: string,
  { token = admin.token, key }: { token?: string; key?: string } = {},
) =>
  app.call(method, path, {
    token,
    body,
    headers: {
      ...(proof !== undefined && { [headers.actProof]: proof }),
      ...(key !== undefined && { [headers.idempotencyKey]: key }),
      ...(ifMatch !== undefined && { [headers.ifMatch]: `"${ifMatch}"` }),
      ...(reason !== undefined && { [headers.reason]: encodeURIComponent(reason) }),
    },
  });

const edit = (balance: number): ActToSign => ({
  method: 'PUT',
  path: `/api/account/${investor.userId}`,
  body: { balance },
});

async function withdrawal(amount = 100, wallet?: string): Promise<string> {
  const body = buildWithdrawal({ amount, ...(wallet && { wallet }) });
  return idOf((await app.call('POST', '/api/transaction/create', { token: investor.token, body })).data);
}

const confirm = (id: string): ActToSign => ({
  method: 'PUT',
  path: `/api/transaction/${id}`,
  body: { status: 'CONFIRMED' },
});

describe('what a passkey has signed', () => {
  test('goes through once, and opens nothing else', async () => {
    expect(refusedAs(await send(edit(5_001)))).toEqual([403, 'step_up_required']);
    const proof = await proofOf(edit(5_001));
    // The factor counts as shown for this one act, not for five minutes.
    expect(refusedAs(await send(edit(5_002)))).toEqual([403, 'step_up_required']);
    expect((await send(edit(5_001), proof)).data).toMatchObject({ balance: 5_001 });
    expect(refusedAs(await send(edit(5_001), proof))).toEqual(notConfirmed);
    expect(refusedAs(await send(edit(5_002)))).toEqual([403, 'step_up_required']);
  });

  test('serves no other act: amount, account, version, reason, call, or two at once', async () => {
    const signed = { ...edit(6_000), ifMatch: 1, reason: 'A correction' };
    const proof = await proofOf(signed);
    const other = await app.signUp();
    for (const act of [
      { ...signed, body: { balance: 6_000.01 } },
      { ...signed, body: { balance: 6_000, profit: 1 } },
      { ...signed, path: `/api/account/${other.userId}` },
      { ...signed, ifMatch: 2 },
      { ...edit(6_000), reason: 'A correction' },
      { ...signed, reason: 'Another reason' },
      { ...confirm(await withdrawal()), ifMatch: 1, reason: 'A correction' },
    ]) {
      expect(refusedAs(await send(act, proof)), JSON.stringify(act)).toEqual(notConfirmed);
    }
    const version = z
      .object({ version: z.int() })
      .parse((await app.call('GET', `/api/account/${investor.userId}`, { token: admin.token })).data).version;
    const right = { ...signed, ifMatch: version };
    const fresh = await proofOf(right);
    const answers = await Promise.all([send(right, fresh), send(right, fresh), send(right, fresh)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test('serves no other session, person or site, and is no proof by its id alone', async () => {
    const { actId, challenge } = await question(edit(7_000));
    // Not signed yet.
    expect(refusedAs(await send(edit(7_000), actId))).toEqual(notConfirmed);
    expect(refusedAs(await send(edit(7_000), randomUUID()))).toEqual(notConfirmed);
    expect(refusedAs(await send(edit(7_000), 'x'))).toEqual(notConfirmed);
    const stranger = await app.signUp();
    const theirs = await addPasskey(stranger.token, password);
    expect(refusedAs(await sign(actId, theirs.sign(challenge)))).toEqual([422, 'invalid_factor']);
    expect(
      refusedAs(await sign(actId, admin.passkey.sign(challenge, { origin: 'https://averin.example' }))),
    ).toEqual([422, 'invalid_factor']);
    // A second session of the same person.
    const { ticket } = await ticketFor(app, adminSignIn);
    const options = await app.call('POST', '/api/auth/factor/passkey', { body: { ticket } });
    const asked = z.object({ challenge: z.string() }).parse(options.data).challenge;
    const body = { ticket, proof: { kind: 'passkey', response: admin.passkey.sign(asked) } };
    const second = z.string().parse((await app.call('POST', '/api/auth/factor', { body })).data);
    expect(refusedAs(await sign(actId, admin.passkey.sign(challenge), second))).toEqual([409, 'conflict']);
    const signed = await sign(actId, admin.passkey.sign(challenge));
    expect(signed.data).toEqual({ proofId: actId });
    // Each challenge is signed once.
    expect(refusedAs(await sign(actId, admin.passkey.sign(challenge)))).toEqual([409, 'conflict']);
    expect(refusedAs(await send(edit(7_000), actId, { token: second }))).toEqual(notConfirmed);
    expect((await send(edit(7_000), actId)).status).toBe(200);
  });

  test('is void after five minutes, and when the factors have changed', async () => {
    const late = await proofOf(edit(7_100));
    await app.superuser.pool.query(
      `update pending_acts set expires_at = expires_at - interval '5 minutes' where id = $1`,
      [late],
    );
    expect(refusedAs(await send(edit(7_100), late))).toEqual(notConfirmed);
    const changed = await proofOf(edit(7_101));
    await app.superuser.pool.query(
      'update users set credential_version = credential_version + 1 where id = $1',
      [admin.userId],
    );
    expect(refusedAs(await send(edit(7_101), changed))).toEqual(notConfirmed);
  });

  test('with the same idempotency key the same request gets the same answer, and another key is refused', async () => {
    const id = await withdrawal();
    const proof = await proofOf(confirm(id));
    const [first, again] = [
      await send(confirm(id), proof, { key: id }),
      await send(confirm(id), proof, { key: id }),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.data).toEqual(first.data);
    expect(first.data).toMatchObject({ status: 'CONFIRMED', version: 2 });
    expect(refusedAs(await send(confirm(id), proof, { key: 'another' }))).toEqual(notConfirmed);
    const declined = { ...confirm(id), body: { status: 'DECLINED' } };
    expect(refusedAs(await send(declined, proof, { key: id }))).toEqual(notConfirmed);
    // What answers secrets keeps no answer for a key.
    const codes = { method: 'POST', path: '/api/user/factors/recovery-codes' };
    const once = await proofOf(codes);
    expect((await send(codes, once, { key: 'codes' })).status).toBe(200);
    expect(refusedAs(await send(codes, once, { key: 'codes' }))).toEqual(notConfirmed);
  });

  test('is refused with another key also where nothing that was signed has changed by it', async () => {
    const proof = await proofOf(edit(5_010));
    expect((await send(edit(5_010), proof, { key: 'edited' })).data).toMatchObject({ balance: 5_010 });
    const after = edit(5_011);
    expect((await send(after, await proofOf(after))).data).toMatchObject({ balance: 5_011 });
    expect(refusedAs(await send(edit(5_010), proof, { key: 'edited-again' }))).toEqual(notConfirmed);
    const { data } = await app.call('GET', '/api/account', { token: investor.token });
    expect(data).toMatchObject({ balance: 5_011 });
  });

  test('is void when what it is about has changed since', async () => {
    const id = await withdrawal();
    const proof = await proofOf(confirm(id));
    await app.call('POST', `/api/transaction/${id}/cancel`, { token: investor.token });
    expect(refusedAs(await send(confirm(id), proof))).toEqual(notConfirmed);
  });

  test('is void when what it is about is changed while it waits, also without a version', async () => {
    const id = await withdrawal();
    const proof = await proofOf(confirm(id));
    const holder = await beginHolding(app.superuser.pool);
    try {
      await holder.query('select from accounts where user_id = $1 for update', [investor.userId]);
      const cancelled = app.call('POST', `/api/transaction/${id}/cancel`, { token: investor.token });
      await expect.poll(() => countWaiting(holder)).toBe(1);
      const confirmed = send(confirm(id), proof);
      await expect.poll(() => countWaiting(holder)).toBe(2);
      await holder.query('rollback');
      expect((await cancelled).status).toBe(200);
      expect(refusedAs(await confirmed)).toEqual([412, 'stale_version']);
    } finally {
      holder.release();
    }
  });

  test('is void with the same key too when what it is about has changed since it was refused', async () => {
    const id = await withdrawal();
    const frozen = (value: boolean): ActToSign => ({
      method: 'PUT',
      path: `/api/account/${investor.userId}/frozen`,
      body: { frozen: value },
      reason: 'Seen',
    });
    const thaw = frozen(false);
    await send(frozen(true));
    const proof = await proofOf(confirm(id));
    const resend = () => send(confirm(id), proof, { key: `refused-${id}` });
    expect(refusedAs(await resend())).toEqual([409, 'withdrawal_frozen']);
    // As long as it is about the same it may be sent again.
    expect(refusedAs(await resend())).toEqual([409, 'withdrawal_frozen']);
    await app.call('POST', `/api/transaction/${id}/cancel`, { token: investor.token });
    await send(thaw, await proofOf(thaw));
    expect(refusedAs(await resend())).toEqual(notConfirmed);
    const { data } = await app.call('GET', `/api/transaction/${id}`, { token: admin.token });
    expect(data).toMatchObject({ status: 'DECLINED' });
  });

  test('of many goes through again with its key, as far as its rows have not changed otherwise', async () => {
    const [one, two] = [await withdrawal(100), await withdrawal(200)];
    const body = { status: 'CONFIRMED', rows: [one, two].map((_id) => ({ _id, version: 1 })) };
    const many = { method: 'POST', path: '/api/transaction/bulk', body };
    const proof = await proofOf(many);
    const [first, again] = [await send(many, proof, { key: one }), await send(many, proof, { key: one })];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.data).toEqual(first.data);
    expect(refusedAs(await send(many, proof, { key: two }))).toEqual(notConfirmed);
  });

  test('covers the exact rows of a change of many', async () => {
    const [one, two] = [await withdrawal(100), await withdrawal(200)];
    const many = (...ids: string[]): ActToSign => ({
      method: 'POST',
      path: '/api/transaction/bulk',
      body: { status: 'CONFIRMED', rows: ids.map((_id) => ({ _id, version: 1 })) },
    });
    const { summary } = await question(many(one, two));
    expect(summary).toBe('Confirm 2 withdrawals, $300.00 in all');
    const proof = await proofOf(many(one, two));
    expect(refusedAs(await send(many(one), proof))).toEqual(notConfirmed);
    expect(refusedAs(await send(many(two, one), proof))).toEqual(notConfirmed);
    expect((await send(many(one, two), proof)).status).toBe(200);
    const { rows } = await app.database.pool.query('select act from act_proofs order by at desc limit 1');
    // Each person once, however many of the rows are theirs.
    expect(JSON.parse(rows[0].act).about).toEqual([investor.userId]);
  });

  test('a refused use is a security event', async () => {
    const proof = await proofOf(edit(7_200));
    await send(edit(7_201), proof);
    const { rows } = await app.database.pool.query(
      `select user_id, detail from security_events where kind = 'factor_refused' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ user_id: admin.userId, detail: 'PUT /api/account/:userId' }]);
  });
});

describe('the question', () => {
  test("says what would happen in the server's words", async () => {
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const id = await withdrawal(1_200, wallet);
    expect((await question(confirm(id))).summary).toBe(
      `Confirm the withdrawal of $1,200.00 in Bitcoin to ${wallet} by Jane Doe (${investor.email})`,
    );
    const early = { ...confirm(id), body: { status: 'CONFIRMED', overrideHold: true } };
    expect((await question(early)).summary).toMatch(/, before its hold has ended$/);
    const two = { ...edit(1), body: { balance: 1, profit: -2.5 } };
    expect((await question(two)).summary).toBe(
      `Set figures of the account of Jane Doe (${investor.email}): Balance $1.00, Profit -$2.50`,
    );
    const wallets = z
      .array(z.object({ _id: z.string(), name: z.string(), value: z.string() }))
      .parse((await app.call('GET', '/api/admin/wallets', { token: admin.token })).data);
    const bitcoin = wallets.find(({ name }) => name === 'bitcoin');
    const moved = { method: 'PUT', path: `/api/admin/wallets/${bitcoin?._id}`, body: { value: wallet } };
    expect((await question(moved)).summary).toBe(
      `Change the platform address that investors pay to in Bitcoin: ${bitcoin?.value} becomes ${wallet} in Bitcoin`,
    );
    const shown = { ...moved, body: { enabled: false } };
    expect((await question(shown)).summary).toMatch(/, shown no longer$/);
  });

  test.each([
    [
      'adjustment',
      { changes: [{ name: 'walletBalance', before: 0, after: 5_000.5 }], facts: [] },
      'Adjustment of an account of Jane Doe (EMAIL): Wallet Balance $0.00 to $5,000.50',
    ],
    [
      'withdrawal',
      {
        changes: [{ name: 'status', before: 'PENDING', after: 'CONFIRMED' }],
        facts: [
          { name: 'amount', value: 1_200 },
          { name: 'crypto', value: 'bitcoin' },
          { name: 'wallet', value: '1Boat' },
          { name: 'overriddenHold', value: '2026-11-23T19:02:50.000Z' },
        ],
      },
      'Payment of a withdrawal of Jane Doe (EMAIL): Amount $1,200.00, Currency Bitcoin, To address 1Boat, Paid before its waiting time is over, which ends 2026-11-23 19:02:50 UTC, Status PENDING to CONFIRMED',
    ],
    [
      'people',
      { changes: [{ name: 'standing', before: 'disabled', after: 'offboarded' }], facts: [] },
      'Act on a person of Jane Doe (EMAIL): Standing Disabled to Offboarded',
    ],
    [
      // Of a resource besides the platform's addresses.
      'address',
      {
        changes: [{ name: 'amount', before: 3, after: 5 }],
        facts: [
          { name: 'name', value: 'Acme' },
          { name: 'value', value: '1Boat' },
        ],
      },
      'Platform address of Jane Doe (EMAIL): name Acme, value 1Boat, amount 3 to 5',
    ],
  ])(
    'says what an approval does in the words that the console has for it: %s',
    async (kind, effect, said) => {
      const { rows } = await app.database.pool.query(
        `insert into proposals (id, kind, subject_type, subject_id, person_id, parameters, effect, effect_hash, proposer_id, reason)
       values (gen_random_uuid(), $1, 'user', $2::text, $2::uuid, '{}', $3, repeat('a', 64), $2::uuid, 'As agreed')
       returning id`,
        [kind, investor.userId, { ...effect, versions: {} }],
      );
      const path = `/api/admin/proposals/${rows[0].id}/approve`;
      const { summary } = await question({ method: 'POST', path, body: { effectHash: 'a'.repeat(64) } });
      expect(summary).toBe(
        `Approve what Jane Doe (${investor.email}) proposed. ${said.replace('EMAIL', investor.email)}`,
      );
    },
  );

  test('falls back to the summary of a call without words of its own, whatever its method', async () => {
    const read = { method: 'GET', path: '/api/account/all?range=[0,9]' };
    expect((await question(read)).summary).toBe('All accounts');
    const proof = await proofOf(read);
    expect(refusedAs(await send({ ...read, path: '/api/account/all?range=[0,8]' }, proof))).toEqual(
      notConfirmed,
    );
    expect((await send(read, proof)).status).toBe(200);
  });

  test('is refused as the call would be: unknown, not the role’s, not there, not valid', async () => {
    const unknown = [
      { method: 'PUT', path: '/api/nowhere' },
      { method: 'DELETE', path: edit(1).path },
      { method: 'POST', path: '/api/user/login', body: {} },
      { method: 'POST', path: '/api/proofs' },
      { method: 'GET', path: '//[' },
      confirm(randomUUID()),
      { method: 'DELETE', path: `/api/user/factors/${randomUUID()}` },
    ];
    for (const act of unknown) expect(refusedAs(await ask(act)), act.path).toEqual([404, 'not_found']);
    const token = investor.token;
    const passkey = await addPasskey(token, password);
    expect(refusedAs(await ask(edit(1), token))).toEqual([403, 'forbidden']);
    const wrong = await ask({ ...edit(1), body: { balance: 'much' } });
    expect(wrong.errors).toMatchObject([{ code: 'validation', field: 'balance' }]);
    expect(passkey).toBeDefined();
  });

  test('has nothing to sign for whoever has an authenticator app only, and nothing at all without a factor', async () => {
    const { token } = await app.signUp();
    const act = { method: 'POST', path: '/api/user/factors/recovery-codes' };
    expect(refusedAs(await ask(act, token))).toEqual([409, 'conflict']);
    await setUpTotp(app, token, password);
    expect((await ask(act, token)).data).toEqual({
      summary: 'Make new recovery codes, in place of all you have',
      passkey: null,
    });
  });

  test('a passkey opens no five minutes', async () => {
    const { actId, challenge } = await question(edit(1));
    const proof = { kind: 'passkey', response: admin.passkey.sign(challenge) };
    expect(actId).not.toBe('');
    const shown = await app.call('POST', '/api/auth/step-up', { token: admin.token, body: { proof } });
    expect(shown.status).toBe(422);
  });

  test('removing a factor does not open them either', async () => {
    const person = await app.signUp();
    const passkey = await addPasskey(person.token, password);
    const { factorId } = await setUpTotp(app, person.token);
    await ageFactor(app, person.userId, 6);
    const removal = { method: 'DELETE', path: `/api/user/factors/${factorId}` };
    const { summary } = await question(removal, person.token);
    expect(summary).toBe('Remove the second factor "Phone" from your account');
    const proof = await proofOf(removal, { ...person, passkey });
    expect((await send(removal, proof, { token: person.token })).status).toBe(200);
    const codes = { method: 'POST', path: '/api/user/factors/recovery-codes' };
    expect(refusedAs(await send(codes, undefined, { token: person.token }))).toEqual([
      403,
      'step_up_required',
    ]);
  });
});

describe('what is kept', () => {
  const proofsSchema = z.array(
    z.object({
      requestId: z.string(),
      action: z.string(),
      signed: z.object({ proofId: z.string(), factor: z.string().nullable() }).nullable(),
    }),
  );

  async function signedEvents(token: string) {
    const page = '/api/admin/audit?sort=["at","DESC"]&range=[0,20]';
    return proofsSchema.parse((await app.call('GET', encodeURI(page), { token })).data);
  }

  async function keptOf(token: string) {
    const [newest] = await signedEvents(token);
    const url = `/api/admin/audit/proofs/${newest?.signed?.proofId}`;
    return { newest, kept: actProofSchema.parse((await app.call('GET', url, { token })).data) };
  }

  test('stands in the audit log, and its signature holds without the library that checked it', async () => {
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const id = await withdrawal(150, wallet);
    const act = { ...confirm(id), reason: 'Seen on the chain' };
    expect((await send(act, await proofOf(act))).status).toBe(200);
    const auditor = await app.signInAsAuditor();
    const { newest, kept } = await keptOf(auditor);
    expect(newest).toMatchObject({ action: 'transaction.status_changed', signed: { factor: 'Laptop' } });
    expect(kept.requestId).toBe(newest?.requestId);
    expect(verifyAct(kept)).toEqual({ origin: site.origin, present: true, verified: true });
    const keyed = { keyed: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(JSON.parse(kept.act)).toEqual({
      v: 2,
      by: admin.userId,
      about: [investor.userId],
      call: 'changeStatus',
      method: 'PUT',
      path: '/api/transaction/:trxId',
      params: { trxId: id },
      query: null,
      ifMatch: null,
      reason: keyed,
      body: { status: 'CONFIRMED' },
      on: {
        _id: id,
        user: investor.userId,
        trxType: 'WITHDRAWAL',
        cents: 15_000,
        crypto: 'bitcoin',
        address: keyed,
        status: 'PENDING',
      },
    });
    // Who knows a text can compare it, and what nobody signed is not in it.
    for (const text of [wallet, 'Seen on the chain']) expect(holdsText(kept, text), text).toBe(true);
    for (const text of ['Seen elsewhere', 'PENDING']) expect(holdsText(kept, text), text).toBe(false);
    for (const [part, said] of [
      [{ act: kept.act.replace('15000', '15001') }, 'Another act was signed'],
      [{ nonce: randomUUID() }, 'Another act was signed'],
      [{ authenticatorData: `A${kept.authenticatorData.slice(1)}` }, 'The signature is not of this key'],
    ] as const) {
      expect(() => verifyAct({ ...kept, ...part })).toThrow(said);
    }
  });

  test('holds no password, code, name or address', async () => {
    const person = await app.signUp();
    const passkey = await addPasskey(person.token, password);
    await ageFactor(app, person.userId, 6);
    const change = {
      method: 'PUT',
      path: '/api/user/password',
      body: { oldPassword: password, newPassword: 'a whole new password' },
    };
    const keep = {
      method: 'POST',
      path: '/api/account/addresses',
      body: { label: 'My very own', crypto: 'bitcoin', address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    };
    for (const act of [change, keep]) {
      const proof = await proofOf(act, { ...person, passkey });
      expect(Math.floor((await send(act, proof, { token: person.token })).status / 100)).toBe(2);
    }
    const { rows } = await app.database.pool.query<{ act: string }>(
      'select act from act_proofs where user_id = $1 union all select act from pending_acts where user_id = $1',
      [person.userId],
    );
    expect(rows.length).toBe(4);
    const all = rows.map(({ act }) => act).join('\n');
    for (const text of [...Object.values(change.body), keep.body.label, keep.body.address, person.email]) {
      expect(all).not.toContain(text);
      expect(all).not.toContain(createHash('sha256').update(text).digest('hex'));
    }
    // Another new password is another act all the same.
    const proof = await proofOf(
      { ...change, body: { oldPassword: 'a whole new password', newPassword: 'one more of them' } },
      { ...person, passkey },
    );
    const swapped = {
      ...change,
      body: { oldPassword: 'a whole new password', newPassword: 'the thief’s own' },
    };
    expect(refusedAs(await send(swapped, proof, { token: person.token }))).toEqual(notConfirmed);
  });

  test('stays when the passkey is removed, without its name, and nobody changes it', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select id from act_proofs where user_id = $1 limit 1',
      [admin.userId],
    );
    for (const change of ["set act = '{}'", 'set at = now()']) {
      await expect(app.superuser.pool.query(`update act_proofs ${change}`)).rejects.toThrow(/append-only/);
    }
    await expect(app.superuser.pool.query('delete from act_proofs')).rejects.toThrow(/append-only/);
    await app.superuser.pool.query('delete from factors where user_id = $1', [admin.userId]);
    const url = `/api/admin/audit/proofs/${rows[0]?.id}`;
    const auditor = await app.signInAsAuditor();
    expect((await app.call('GET', url, { token: auditor })).data).toMatchObject({ factor: null });
    expect((await app.call('GET', url, { token: investor.token })).status).toBe(403);
  });

  test('an act by code is not signed', async () => {
    const events = await signedEvents(await app.signInAsAuditor());
    const deposit = await app.call('POST', '/api/transaction/create', {
      token: investor.token,
      body: buildDeposit(),
    });
    expect(deposit.status).toBe(201);
    expect(events.some(({ signed }) => signed === null)).toBe(true);
  });
});
