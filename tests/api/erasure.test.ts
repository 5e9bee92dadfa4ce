import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actProofSchema } from '../../contract/acts';
import { auditEventSchema } from '../../contract/audit';
import { erasedText } from '../../contract/console-names';
import { headers } from '../../contract/headers';
import { mailSubjects } from '../../contract/mail-subjects';
import { erasureSchema } from '../../contract/personal-data';
import { recordOf } from '../../contract/record-of';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { userSchema } from '../../contract/user';
import { z } from '../../contract/zod';
import { holdsText, verifyAct } from '../../scripts/verify-act';
import { createPasswords } from '../../server/auth/passwords';
import { lockAdministrators } from '../../server/db/administrators';
import { startPruning } from '../../server/pruning';
import { buildDeposit, buildRegistration } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { beginHolding, countWaiting } from '../support/hold';
import { countUnsent } from '../support/mailbox';
import { findMarks, type MarkedPerson, makeMarkedPerson, marks } from '../support/marked-person';
import type { SoftwarePasskey } from '../support/passkey';
import { ageFactor, forgetSteps, setUpTotp, totpCode } from '../support/second-factor';
import { type ActToSign, addPasskey, signAct, site } from '../support/sign-act';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';

/* What an erasure takes and leaves (docs/rules.md, "Personal data"). */

/** What a profile may be without. */
const optionalFields = userSchema
  .keyof()
  .options.filter((name) => userSchema.shape[name].safeParse(null).success);

const why = { 'x-reason': encodeURIComponent('Request of 12 November, by letter') };

const erase = (app: TestApp, token: string, userId: string, email: string, headers = why) =>
  app.call('POST', `/api/user/${userId}/erasure`, { token, body: { email }, headers });
const lookAt = async (app: TestApp, token: string, userId: string) =>
  erasureSchema.parse((await app.call('GET', `/api/user/${userId}/erasure`, { token })).data);

/** Another administrator, made as the first one is. */
async function addAdmin(app: TestApp): Promise<{ userId: string; email: string; token: string }> {
  const [userId, email, password] = [randomUUID(), `${randomUUID()}@example.com`, 'another password'];
  await app.superuser.pool.query(
    `insert into users (id, type, first_name, last_name, email, password_hash) values ($1, 'admin', 'Second', 'Helmsman', $2, $3)`,
    [userId, email, await (await createPasswords()).hash(password)],
  );
  const { data } = await app.call('POST', '/api/user/login', { body: { email, password } });
  return { userId, email, token: z.string().parse(data) };
}

describe('a person who is erased', () => {
  let app: TestApp;
  let admin: string;
  let other: Awaited<ReturnType<typeof addAdmin>>;
  let marked: MarkedPerson;
  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.signInAsAdmin();
    other = await addAdmin(app);
    marked = await makeMarkedPerson(app, admin);
  });
  afterAll(() => app.close());

  test('was found all over the place, is found nowhere, and the books hold', async () => {
    // The mailbox gets a mail that is on its way also after the erasure has looked there.
    await expect.poll(() => countUnsent(app.database)).toBe(0);
    expect((await app.mailsTo(adminSignIn.email)).map(({ subject }) => subject)).toContain(
      mailSubjects.factorsReset,
    );
    // Mails that wait: to the person, and to somebody else about them.
    await app.superuser.pool.query(
      `insert into mail_outbox (id, recipient, subject, text_body, html_body, next_attempt_at)
       select gen_random_uuid(), recipient, 'Waits', $2, $2, now() + interval '1 hour'
       from unnest(array[$1, 'waits@example.com']) recipient`,
      [marks.email, `About ${marks.firstName} ${marks.lastName}, ${marks.email}`],
    );
    const before = await findMarks(app);
    for (const table of [
      'users',
      'sessions',
      'security_events',
      'otps',
      'pending_registrations',
      'transactions',
      'withdrawal_addresses',
      'factors',
      'idempotency_keys',
      'mail_outbox',
    ]) {
      expect(before.join('\n'), table).toContain(`public.${table}.`);
    }
    expect(before.join('\n')).toContain('public.mail_outbox.text_body: ');
    expect(before.join('\n')).toContain('mail: ');
    // What is sealed is not found even before.
    expect(before.join('\n')).not.toMatch(/audit_events|ledger_entries/);
    const kept = await app.database.pool.query('select count(*)::int as events from audit_events');

    expect(await lookAt(app, admin, marked.userId)).toMatchObject({ obstacles: [], erasedAt: null });
    expect(await erase(app, admin, marked.userId, marks.email)).toMatchObject({
      status: 200,
      data: { _id: marked.userId, erasedAt: expect.any(String) },
    });

    await expect.poll(() => findMarks(app)).toEqual([]);
    expect(await bookProblems(app.database.pool)).toEqual([]);
    const { rows } = await app.database.pool.query('select count(*)::int as events from audit_events');
    expect(rows[0].events).toBe(kept.rows[0].events + 1);
  });

  test('is shown as such, with the money and the steps of each transaction', async () => {
    const { data: person } = await app.call('GET', `/api/user/${marked.userId}`, { token: admin });
    expect(person).toEqual({
      ...recordOf(optionalFields, () => null),
      _id: marked.userId,
      type: 'investor',
      firstName: 'Erased',
      lastName: 'Person',
      email: `${marked.userId}@erased.invalid`,
      secondFactor: false,
      createdAt: expect.any(String),
      erasedAt: expect.any(String),
      standing: 'offboarded',
      version: 2,
    });
    const [deposit = '', withdrawal = ''] = marked.transactions;
    const read = async (id: string) =>
      transactionSchema.parse((await app.call('GET', `/api/transaction/${id}`, { token: admin })).data);
    expect(await read(deposit)).toMatchObject({
      amount: 700,
      status: 'CONFIRMED',
      transactionId: null,
      imageUrl: null,
    });
    expect(await read(withdrawal)).toMatchObject({ amount: 700, status: 'CONFIRMED', wallet: null });
    const history = await app.call('GET', `/api/transaction/${deposit}/history`, { token: admin });
    expect(history.data).toMatchObject([
      { to: 'PENDING', reason: erasedText },
      { to: 'CONFIRMED', reason: erasedText },
    ]);
    const { data } = await app.call('GET', '/api/admin/audit', { token: admin });
    const events = z.array(auditEventSchema).parse(data);
    expect(events.find(({ action }) => action === 'person.erased')).toMatchObject({
      subjectId: marked.userId,
      reason: 'Request of 12 November, by letter',
      actor: { email: adminSignIn.email },
    });
    expect(events.find(({ action }) => action === 'account.edited')).toMatchObject({ reason: erasedText });
  });

  test('is signed out, cannot sign in, and can register anew', async () => {
    expect((await app.call('GET', '/api/user', { token: marked.token })).status).toBe(401);
    const body = { email: marks.email, password: buildRegistration().password };
    expect((await app.call('POST', '/api/user/login', { body })).status).toBe(401);
    const tombstone = { email: `${marked.userId}@erased.invalid`, password: '' };
    expect((await app.call('POST', '/api/user/login', { body: tombstone })).status).toBeGreaterThanOrEqual(
      400,
    );
    const anew = await app.signUp({ email: marks.email });
    expect(anew.userId).not.toBe(marked.userId);
  });

  test('is not changed any more, nor erased twice', async () => {
    const gone = { status: 409, errors: [{ message: refusals.personErased }] };
    const { userId } = marked;
    expect(await erase(app, admin, userId, `${userId}@erased.invalid`)).toMatchObject(gone);
    const change = (method: string, url: string, body: object) =>
      app.call(method, url, { token: admin, body, headers: why });
    expect(await change('PUT', `/api/account/${userId}`, { profit: 1 })).toMatchObject(gone);
    expect(await change('PUT', `/api/account/${userId}/frozen`, { frozen: false })).toMatchObject(gone);
    expect(
      await change('PUT', `/api/transaction/${marked.transactions[0]}`, { status: 'DECLINED' }),
    ).toMatchObject(gone);
    expect(await bookProblems(app.database.pool)).toEqual([]);
  });

  test('is what the other administrators hear of, without a name', async () => {
    const mail = async () =>
      (await app.mailsTo(other.email)).find(({ subject }) => subject === mailSubjects.personErased);
    await expect.poll(mail).toBeDefined();
    expect((await mail())?.text).toContain(marked.userId);
    expect((await app.mailsTo(adminSignIn.email)).map(({ subject }) => subject)).not.toContain(
      mailSubjects.personErased,
    );
  });

  test('is found in what was written about others, also in letters that the database has no small ones for', async () => {
    const named = await app.signUp({ firstName: 'ᲜᲘᲜᲝ', lastName: 'ᲑᲔᲠᲘᲫᲔ' });
    const friend = await app.signUp();
    await setUpTotp(app, friend.token, 'correct horse');
    const proposed = await app.call('DELETE', `/api/user/${friend.userId}/factors`, {
      token: admin,
      body: {},
      headers: { 'x-reason': encodeURIComponent('Asked for by ᲜᲘᲜᲝ ᲑᲔᲠᲘᲫᲔ, a friend') },
    });
    expect(proposed.status).toBe(202);
    const reasons = async () =>
      (await app.database.pool.query(`select reason from proposals where subject_id = $1`, [friend.userId]))
        .rows;
    expect(await reasons()).toEqual([{ reason: 'Asked for by ᲜᲘᲜᲝ ᲑᲔᲠᲘᲫᲔ, a friend' }]);
    expect((await erase(app, admin, named.userId, named.email)).status).toBe(200);
    // It is about somebody else, and waits on.
    expect(await reasons()).toEqual([{ reason: erasedText }]);
  });

  test('takes nothing of others with it, of whose names, addresses and mails its own are a part', async () => {
    const an = await app.signUp({ firstName: 'Do', lastName: 'An', email: 'an@firm.example.com' });
    const cunning = await app.signUp({ firstName: '"trxType":', lastName: '"DEPOSIT"' });
    const namesake = await app.signUp({ email: 'susan@firm.example.com' });
    const susan = await app.signUp({
      firstName: 'Leo',
      lastName: 'Anders',
      email: "o'susan@firm.example.com",
    });
    await setUpTotp(app, susan.token, 'correct horse');
    const made = await app.call('POST', '/api/transaction/create', {
      token: susan.token,
      body: buildDeposit(),
      headers: { 'idempotency-key': 'of-susan' },
    });
    expect(made.status).toBe(201);
    const proposed = await app.call('DELETE', `/api/user/${susan.userId}/factors`, {
      token: admin,
      body: {},
      headers: {
        'x-reason': encodeURIComponent("Leo Anders: o'susan@firm.example.com"),
        'idempotency-key': 'k',
      },
    });
    expect(proposed.status).toBe(202);
    await app.superuser.pool.query(
      `insert into mail_outbox (id, recipient, subject, text_body, html_body, next_attempt_at)
       values (gen_random_uuid(), 'waits@example.com', 'A new sign-in', $1, $1, now() + interval '1 hour')`,
      ["If this was you, you need not do anything. Ask o'susan@firm.example.com."],
    );
    const ofOthers = async () => {
      const { rows } = await app.database.pool.query(
        `select (select count(*)::int from idempotency_keys where key in ('of-susan', 'k')) as answers,
           (select count(*)::int from mail_outbox where text_body like '%need not%') as mails,
           (select jsonb_agg(reason) from proposals where subject_id = $1) as reasons`,
        [susan.userId],
      );
      return rows;
    };
    const kept = async () => (await app.mailsTo(susan.email)).length;
    const files = await kept();
    expect(files).toBeGreaterThan(0);
    const before = await ofOthers();
    expect(before).toEqual([{ answers: 2, mails: 1, reasons: ["Leo Anders: o'susan@firm.example.com"] }]);
    for (const { userId, email } of [an, cunning, namesake]) {
      expect((await erase(app, admin, userId, email)).status).toBe(200);
    }
    expect(await ofOthers()).toEqual(before);
    expect(await kept()).toBeGreaterThanOrEqual(files);
  });

  test('is found in answers to administrators, behind a line break or in quotation marks as well', async () => {
    const named = await app.signUp({ firstName: 'Ada', lastName: 'Deliberate' });
    const reasons = ['Ada Deliberate', named.email, `'${named.email}'`].map((name) => `Asked by\n${name}`);
    await app.superuser.pool.query(
      `insert into idempotency_keys (user_id, key, request_hash, reply)
       select $1, reason, '', jsonb_build_object('body', jsonb_build_object('reason', reason)) from unnest($2::text[]) reason`,
      [other.userId, [...reasons, 'Asked by\nnobody']],
    );
    expect((await erase(app, admin, named.userId, named.email)).status).toBe(200);
    const { rows } = await app.database.pool.query(
      `select key from idempotency_keys where key like 'Asked by%' and user_id = $1`,
      [other.userId],
    );
    expect(rows).toEqual([{ key: 'Asked by\nnobody' }]);
  });

  test('claims no payment any more: deposits of several are no duplicates of each other', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 2; nth += 1) {
      const { userId, email, token } = await app.signUp();
      const body = buildDeposit({ crypto: 'bitcoin' });
      const { data } = await app.call('POST', '/api/transaction/create', { token, body });
      const { _id } = transactionSchema.parse(data);
      await app.call('PUT', `/api/transaction/${_id}`, { token: admin, body: { status: 'DECLINED' } });
      expect((await erase(app, admin, userId, email)).status).toBe(200);
      ids.push(_id);
    }
    const body = { status: 'CONFIRMED', ids };
    const { data } = await app.call('POST', '/api/transaction/bulk/preview', { token: admin, body });
    expect(data).toMatchObject({ count: 2, duplicates: 0 });
  });

  test('leaves nothing by a security event that came a moment later', async () => {
    await app.superuser.pool.query(
      `insert into security_events (kind, user_id, ip) values ('access_refused', $1, $2)`,
      [marked.userId, marks.ip],
    );
    const pruning = startPruning(
      app.database,
      { mails: 30, sessions: 90, securityEvents: 90, people: 0 },
      () => {},
    );
    await pruning.prune();
    await pruning.stop();
    const { rowCount } = await app.database.pool.query('select 1 from security_events where user_id = $1', [
      marked.userId,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('what passkeys have signed about somebody', () => {
  let app: TestApp;
  let admin: string;
  let passkey: SoftwarePasskey;
  let marked: MarkedPerson;
  beforeAll(async () => {
    app = await startTestApp({ PUBLIC_URL: site.origin });
    admin = await app.signInAsAdmin();
    marked = await makeMarkedPerson(app, admin);
    passkey = await addPasskey(app, admin, adminSignIn.password);
  });
  afterAll(() => app.close());

  /** Does what a passkey has signed. */
  async function signed(
    act: ActToSign & { reason: string },
    person = { token: admin, passkey },
  ): Promise<{ status: number; proofId: string }> {
    const proofId = await signAct(app, person, act);
    const { status } = await app.call(act.method, act.path, {
      token: person.token,
      body: act.body,
      headers: {
        [headers.actProof]: proofId,
        [headers.idempotencyKey]: randomUUID(),
        [headers.reason]: encodeURIComponent(act.reason),
      },
    });
    const { rows } = await app.database.pool.query('select id from act_proofs order by at desc limit 1');
    return { status, proofId: rows[0].id };
  }
  const readProof = async (id: string) =>
    actProofSchema.parse((await app.call('GET', `/api/admin/audit/proofs/${id}`, { token: admin })).data);

  test('can be compared with the texts until they are erased, and tells nothing more then; the signature still holds', async () => {
    const { userId, token } = marked;
    const ownAddress = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    // The withdrawal: its address, and a reason that names the person.
    const declined = await signed({
      method: 'PUT',
      path: `/api/transaction/${marked.transactions[1]}`,
      body: { status: 'DECLINED' },
      reason: marks.reason,
    });
    const own = { token, passkey: await addPasskey(app, token, buildRegistration().password) };
    const kept = await signed(
      {
        method: 'POST',
        path: '/api/account/addresses',
        body: { label: marks.label, crypto: 'bitcoin', address: ownAddress },
        reason: marks.reason,
      },
      own,
    );
    const emptied = await signed({
      method: 'PUT',
      path: `/api/account/${userId}`,
      body: { balance: 0 },
      reason: marks.reason,
    });
    expect([declined.status, kept.status, emptied.status]).toEqual([200, 201, 200]);
    expect(holdsText(await readProof(declined.proofId), marks.wallet)).toBe(true);
    for (const { proofId } of [declined, emptied]) {
      const proof = await readProof(proofId);
      expect(holdsText(proof, marks.reason)).toBe(true);
      expect(holdsText(proof, 'another')).toBe(false);
    }
    expect(holdsText(await readProof(kept.proofId), ownAddress)).toBe(true);

    await expect.poll(() => countUnsent(app.database)).toBe(0);
    const body = { email: marks.email };
    const path = `/api/user/${userId}/erasure`;
    const erased = await signed({ method: 'POST', path, body, reason: 'Request of 12 November, by letter' });
    expect(erased.status).toBe(200);
    await expect.poll(() => findMarks(app)).toEqual([]);
    const plain = createHash('sha256').update(JSON.stringify([`person.erase ${userId}`, body]));
    const { rows } = await app.database.pool.query('select request_hash from idempotency_keys');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).not.toContainEqual({ request_hash: plain.digest('base64url') });
    for (const { proofId } of [declined, kept, emptied, erased]) {
      const proof = await readProof(proofId);
      expect(verifyAct(proof)).toMatchObject({ origin: site.origin });
      expect(proof.textKey).toBeNull();
      expect(holdsText(proof, marks.wallet)).toBeUndefined();
    }
  });

  test('of who is invited nothing is kept that could be compared: there is no key of theirs yet', async () => {
    const email = 'invited.by.passkey@example.com';
    const act = {
      method: 'POST',
      path: '/api/admin/invitations',
      body: { email, type: 'auditor' },
      reason: 'They keep the books',
    };
    const { status, proofId } = await signed(act);
    expect(status).toBe(201);
    const proof = await readProof(proofId);
    expect(proof.act).not.toContain(createHash('sha256').update(email).digest('hex'));
    expect([holdsText(proof, email), holdsText(proof, act.reason)]).toEqual([false, true]);
  });
});

describe('an erasure is refused, and changes nothing,', () => {
  let app: TestApp;
  let admin: string;
  let investor: Awaited<ReturnType<TestApp['signUp']>>;
  beforeAll(async () => {
    app = await startTestApp({ RETENTION_PEOPLE: '10' });
    admin = await app.signInAsAdmin();
  });
  afterAll(() => app.close());

  async function refused(expected: object, request: () => ReturnType<typeof erase>): Promise<void> {
    const before = await fingerprint(app.database.pool);
    expect(await request()).toMatchObject(expected);
    expect(await fingerprint(app.database.pool)).toBe(before);
  }
  const conflict = (message: string) => ({ status: 409, errors: [{ code: 'conflict', message }] });

  test('without a reason, with one that names the person, and with another address', async () => {
    investor = await app.signUp({ firstName: 'Ottilie' });
    const { userId, email } = investor;
    const invalid = (field: string, message: string) => ({
      status: 422,
      errors: [{ code: 'validation', field, message }],
    });
    const none: typeof why = { 'x-reason': '' };
    await refused(invalid('reason', refusals.reasonRequired), () => erase(app, admin, userId, email, none));
    for (const text of ['ottilie asked', 'by request of Lovelace.', `mail from ${email.toUpperCase()}`]) {
      const named = { 'x-reason': encodeURIComponent(text) };
      await refused(invalid('reason', refusals.erasureNames), () => erase(app, admin, userId, email, named));
    }
    const other = await app.signUp({ firstName: 'Anna Maria', lastName: "O'Brien-Núñez de" });
    for (const text of ['Maria asked', 'mrs o’brien asked', 'by Nunez', 'OBrien-Nunez, by phone']) {
      const named = { 'x-reason': encodeURIComponent(text) };
      await refused(invalid('reason', refusals.erasureNames), () =>
        erase(app, admin, other.userId, other.email, named),
      );
    }
    await refused(invalid('email', refusals.erasureOther), () =>
      erase(app, admin, userId, 'somebody.else@example.com'),
    );
    await refused({ status: 404 }, () => erase(app, admin, randomUUID(), email));
  });

  test('while money is there, a deposit waits, or the retention lasts; then it is not', async () => {
    investor = await app.signUp();
    const { userId, email, token } = investor;
    const edit = (body: object) => app.call('PUT', `/api/account/${userId}`, { token: admin, body });
    await edit({ balance: 5 });
    await refused(conflict(refusals.erasureBalance), () => erase(app, admin, userId, email));
    await edit({ balance: 0 });
    const { data } = await app.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
    await refused(conflict(refusals.erasurePending), () => erase(app, admin, userId, email));
    const { _id } = transactionSchema.parse(data);
    await app.call('PUT', `/api/transaction/${_id}`, { token: admin, body: { status: 'DECLINED' } });
    const allowed = new Date(Date.now() + 10 * 86_400_000);
    const looked = await lookAt(app, admin, userId);
    expect(Math.abs(new Date(looked.allowedFrom ?? 0).getTime() - allowed.getTime())).toBeLessThan(60_000);
    const day = new Date(new Date(looked.allowedFrom ?? 0).getTime() + 86_399_999).toISOString().slice(0, 10);
    expect(looked.obstacles).toEqual([refusals.erasureEarly(day)]);
    await refused(conflict(refusals.erasureEarly(day)), () => erase(app, admin, userId, email));
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db.execute(`update transactions set created_at = created_at - interval '11 days'`);
      await db.execute(`update ledger_entries set created_at = created_at - interval '11 days'`);
    });
    expect((await erase(app, admin, userId, email)).status).toBe(200);
  });

  test('by an investor, by an auditor’s look at most, and of oneself', async () => {
    investor = await app.signUp();
    const { userId, email, token } = investor;
    await refused({ status: 403 }, () => erase(app, token, userId, email));
    const { data } = await app.call('GET', '/api/user', { token: admin });
    const { _id } = z.object({ _id: z.string() }).parse(data);
    await refused(conflict(refusals.erasureSelf), () => erase(app, admin, _id, adminSignIn.email));
  });

  test('while a former version has written something about the person in the clear', async () => {
    investor = await app.signUp();
    const { userId, email } = investor;
    await app.superuser.pool.query(
      `insert into audit_events (action, subject_type, subject_id, reason) values ('user.frozen', 'user', $1, 'plain')`,
      [userId],
    );
    await refused(conflict(refusals.erasureUnsealed), () => erase(app, admin, userId, email));
  });

  test.each([
    ['an administrator', 'admin', false],
    ['an auditor', 'auditor', false],
    ['an administrator who is disabled', 'admin', true],
  ])('%s is offboarded before', async (_, type, isDisabled) => {
    const [one, two] = [await addAdmin(app), await addAdmin(app)];
    await app.superuser.pool.query('update users set type = $2 where id = $1', [two.userId, type]);
    if (isDisabled) {
      const headers = { 'x-reason': 'On%20leave' };
      const url = `/api/user/${two.userId}/disable`;
      expect((await app.call('POST', url, { token: one.token, headers })).status).toBe(200);
    }
    const refused = await erase(app, one.token, two.userId, two.email);
    expect(refused.errors[0]).toMatchObject({ code: 'conflict', message: refusals.erasureStaff });
    const offboarded = await app.call('POST', `/api/user/${two.userId}/offboard`, {
      token: one.token,
      headers: { 'x-reason': 'They%20have%20left' },
    });
    expect(offboarded.status).toBe(200);
    expect((await erase(app, one.token, two.userId, two.email)).status).toBe(200);
  });

  test('by an administrator who was shut out while it waited', async () => {
    investor = await app.signUp();
    const { userId, email } = investor;
    const eraser = await addAdmin(app);
    const { token } = eraser;
    const watcher = await app.superuser.pool.connect();
    try {
      const erasing = await app.database.transact(async ({ db }) => {
        await db.execute('set local idle_in_transaction_session_timeout = 0');
        await lockAdministrators(db);
        const started = erase(app, token, userId, email);
        await expect.poll(() => countWaiting(watcher)).toBe(1);
        const become = `update users set standing = 'disabled' where id = $1`;
        await app.superuser.pool.query(become, [eraser.userId]);
        return { started };
      });
      expect((await erasing.started).errors[0]?.code).toBe('forbidden');
    } finally {
      watcher.release();
    }
    expect((await lookAt(app, admin, userId)).erasedAt).toBeNull();
  });

  test('and a deposit or an image that comes at the same time leaves nothing', async () => {
    investor = await app.signUp();
    const { userId, email, token } = investor;
    const deposits = Array.from({ length: 6 }, () =>
      app.call('POST', '/api/transaction/create', {
        token,
        body: buildDeposit({ transactionId: 'late-claim-of-erased' }),
      }),
    );
    const erased = await erase(app, admin, userId, email);
    const statuses = (await Promise.all(deposits)).map(({ status }) => status);
    const { rows } = await app.database.pool.query<{ claim: string | null; status: string }>(
      'select transaction_id as claim, status from transactions where user_id = $1',
      [userId],
    );
    if (erased.status === 200) expect(rows.filter(({ claim }) => claim !== null)).toEqual([]);
    else expect([erased.status, rows.length]).toEqual([409, statuses.filter((each) => each === 201).length]);
    expect(await bookProblems(app.database.pool)).toEqual([]);
  });

  test.each(['a deposit', 'an edit of the account'])(
    'and %s that has read the person and waits for the erasure is refused',
    async (which) => {
      investor = await app.signUp();
      const { userId, token } = investor;
      const holder = await beginHolding(app.superuser.pool);
      try {
        // As an erasure begins and ends (server/personal-data/erasure.ts).
        await holder.query('select from users where id = $1 for update', [userId]);
        await holder.query('select from accounts where user_id = $1 for update', [userId]);
        const writing =
          which === 'a deposit'
            ? app.call('POST', '/api/transaction/create', { token, body: buildDeposit() })
            : app.call('PUT', `/api/account/${userId}`, { token: admin, body: { profit: 5 }, headers: why });
        await expect.poll(() => countWaiting(holder)).toBe(1);
        await holder.query('delete from person_keys where person_id = $1', [userId]);
        await holder.query('update users set erased_at = now() where id = $1', [userId]);
        await holder.query('commit');
        expect((await writing).errors).toMatchObject([{ code: 'conflict', message: refusals.personErased }]);
      } finally {
        holder.release();
      }
      const { rows } = await app.superuser.pool.query(
        `select user_id from transactions where user_id = $1 union all select user_id from ledger_entries where user_id = $1`,
        [userId],
      );
      expect(rows).toEqual([]);
      expect(await bookProblems(app.database.pool)).toEqual([]);
    },
  );

  test('without a second factor shown a short while ago, by whoever has one', async () => {
    investor = await app.signUp();
    const { userId, email } = investor;
    const own = await addAdmin(app);
    const { secret } = await setUpTotp(app, own.token, 'another password');
    await ageFactor(app, own.userId, 6);
    await forgetSteps(app, own.userId);
    await refused({ status: 403, errors: [{ code: 'step_up_required' }] }, () =>
      erase(app, own.token, userId, email),
    );
    const proof = { kind: 'totp', code: totpCode(secret) };
    await app.call('POST', '/api/auth/step-up', { token: own.token, body: { proof } });
    expect((await erase(app, own.token, userId, email)).status).toBe(200);
    expect((await auditOf(app, { subjectId: userId })).at(-1)).toMatchObject({
      action: 'person.erased',
      actorId: own.userId,
    });
  });
});
