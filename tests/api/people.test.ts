import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mailSubjects } from '../../contract/mail-subjects';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { createPasswords } from '../../server/auth/passwords';
import { countAdministrators } from '../../server/db/administrators';
import { users } from '../../server/db/schema/people';
import { factors, recoveryCodes } from '../../server/db/schema/second-factor';
import { securityEvents } from '../../server/db/schema/sign-in';
import { createMails } from '../../server/mail/messages';
import { createOutbox } from '../../server/mail/outbox';
import { disablePerson } from '../../server/people/standing';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { because, invitationFor, invite, letIn } from '../support/people';
import { plainMail } from '../support/plain-mail';
import { ageFactor, setUpTotp, ticketFor, totpCode } from '../support/second-factor';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';

/* Disabling, enabling and offboarding people (docs/rules.md, "Invitations and standing"). */

let app: TestApp;
let admin: string;
const { password } = buildRegistration();

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

type Act = 'disable' | 'enable' | 'offboard';
const change = (act: Act, userId: string, token = admin, headers: Record<string, string> = because()) =>
  app.call('POST', `/api/user/${userId}/${act}`, { token, headers });
const me = (token: string) => app.call('GET', '/api/user', { token });
const login = (email: string, of = password) =>
  app.call('POST', '/api/user/login', { body: { email, password: of } });
const subjectsTo = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject);

/** What an answer says, without what differs by chance. */
const said = ({ status, errors }: Awaited<ReturnType<TestApp['call']>>) => ({ status, errors });

test('whoever is disabled is signed out at once, and refused as for a wrong password', async () => {
  const ada = await app.signUp();
  expect((await me(ada.token)).status).toBe(200);
  const done = await change('disable', ada.userId);
  expect([done.status, done.data]).toEqual([
    200,
    expect.objectContaining({ standing: 'disabled', version: 2 }),
  ]);
  expect((await me(ada.token)).status).toBe(401);

  const right = said(await login(ada.email));
  expect(right).toEqual(said(await login(ada.email, 'not the password')));
  expect(right).toEqual(said(await login(`${randomUUID()}@example.com`)));
  expect(right.status).toBe(401);
  const events = await app.database.db
    .select({ kind: securityEvents.kind })
    .from(securityEvents)
    .where(eq(securityEvents.userId, ada.userId));
  expect(events.filter(({ kind }) => kind === 'sign_in_failed')).toHaveLength(2);

  await expect.poll(() => subjectsTo(ada.email)).toContain(mailSubjects.disabled);
  await expect.poll(() => subjectsTo(adminSignIn.email)).toContain(mailSubjects.personDisabled);
  const event = (await auditOf(app)).findLast(({ subjectId }) => subjectId === ada.userId);
  expect(event).toMatchObject({
    action: 'user.disabled',
    subjectType: 'user',
    before: { standing: 'enabled' },
    after: { standing: 'disabled' },
    reason: 'They asked for it',
  });
});

test('no code brings a disabled person back: those of before are void, and no other ones leave', async () => {
  const ada = await app.signUp();
  const ask = () =>
    app.call('POST', '/api/auth/resendOTP', { body: { email: ada.email, activity: 'reset_password' } });
  const verify = (otp: string) =>
    app.call('POST', '/api/auth/password/verify', { body: { email: ada.email, otp } });
  await ask();
  const code = await app.codeFor(ada.email, 2);
  const bob = await app.signUp();
  await app.call('POST', '/api/auth/resendOTP', { body: { email: bob.email, activity: 'reset_password' } });
  const otp = await app.codeFor(bob.email, 2);
  const reset = await app.call('POST', '/api/auth/password/verify', { body: { email: bob.email, otp } });
  const token = z.string().parse(reset.data);

  await change('disable', ada.userId);
  await change('disable', bob.userId);
  expect((await verify(code)).errors[0]?.code).toBe('invalid_otp');
  const body = { token, password: 'a password quite new' };
  expect((await app.call('PUT', '/api/auth/password', { body })).errors[0]?.code).toBe('invalid_reset_token');
  const carl = await app.signUp();
  await change('disable', carl.userId);
  const asked = await app.call('POST', '/api/auth/resendOTP', {
    body: { email: carl.email, activity: 'reset_password' },
  });
  expect(asked.status).toBe(200);
  // A mail that was asked for after it is there, and none with a code but that of the registration.
  const dora = await app.signUp();
  await app.codeFor(dora.email);
  expect((await app.mailsTo(carl.email)).filter(({ text }) => /\b\d{6}\b/.test(text))).toHaveLength(1);
  // They stay void when the person is enabled again.
  await change('enable', ada.userId);
  await change('enable', bob.userId);
  expect((await verify(code)).errors[0]?.code).toBe('invalid_otp');
  expect((await app.call('PUT', '/api/auth/password', { body })).errors[0]?.code).toBe('invalid_reset_token');
  expect((await login(ada.email)).status).toBe(200);
});

test('a sign-in that waits for the second factor ends; enabled again, password and factor are those of before', async () => {
  const ada = await app.signUp();
  const { secret, recoveryCodes: codes } = await setUpTotp(app, ada.token, password);
  const credentials = { email: ada.email, password };
  const { ticket } = await ticketFor(app, credentials);
  await change('disable', ada.userId);
  const finish = (of: string, code: string) =>
    app.call('POST', '/api/auth/factor', { body: { ticket: of, proof: { kind: 'totp', code } } });
  expect((await finish(ticket, totpCode(secret))).errors[0]?.code).toBe('invalid_credentials');
  // Not even that a second factor would be asked for is told.
  expect(said(await login(ada.email))).toEqual(said(await login(ada.email, 'not the password')));

  expect((await change('enable', ada.userId)).data).toMatchObject({ standing: 'enabled', version: 3 });
  expect((await finish(ticket, totpCode(secret))).errors[0]?.code).toBe('invalid_credentials');
  expect((await me(ada.token)).status).toBe(401);
  const again = await ticketFor(app, credentials);
  expect((await finish(again.ticket, totpCode(secret))).status).toBe(200);
  expect(codes).toHaveLength(10);
  await expect.poll(() => subjectsTo(ada.email)).toContain(mailSubjects.enabled);
});

test('a sign-in that was under way while its person was disabled and enabled again opens nothing', async () => {
  const ada = await app.signUp();
  const { findMatch } = app.passwords;
  vi.spyOn(app.passwords, 'findMatch').mockImplementationOnce(async (...asked) => {
    const match = await findMatch(...asked);
    for (const act of ['disable', 'enable'] as const) {
      expect((await change(act, ada.userId)).status).toBe(200);
    }
    return match;
  });
  expect(said(await login(ada.email))).toEqual(said(await login(ada.email, 'not the password')));
  expect((await login(ada.email)).status).toBe(200);
});

test('an offboarded person is out for good; what they asked for stays to be decided', async () => {
  const ada = await app.signUp();
  const deposit = await app.call('POST', '/api/transaction/create', {
    token: ada.token,
    body: buildDeposit({ amount: 1_000 }),
  });
  const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;
  const decide = (id: string, status: string) =>
    app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status } });
  await decide(idOf(deposit.data), 'CONFIRMED');
  const asked = await app.call('POST', '/api/transaction/create', {
    token: ada.token,
    body: buildWithdrawal(),
  });
  await setUpTotp(app, ada.token, password);

  expect((await change('offboard', ada.userId)).data).toMatchObject({ standing: 'offboarded' });
  expect((await me(ada.token)).status).toBe(401);
  expect((await login(ada.email)).status).toBe(401);
  for (const table of [factors, recoveryCodes]) {
    expect(await app.database.db.$count(table, eq(table.userId, ada.userId))).toBe(0);
  }
  expect((await change('enable', ada.userId)).errors[0]?.message).toBe(refusals.offboardedForGood);
  expect((await change('disable', ada.userId)).errors[0]?.message).toBe(refusals.offboardedForGood);
  expect((await change('offboard', ada.userId)).errors[0]?.message).toBe(refusals.standingIs('offboarded'));
  const pending = await app.call('GET', `/api/transaction/${idOf(asked.data)}`, { token: admin });
  expect(pending.data).toMatchObject({ status: 'PENDING' });
  expect((await decide(idOf(asked.data), 'DECLINED')).status).toBe(200);
  await expect.poll(() => subjectsTo(ada.email)).toContain(mailSubjects.offboarded);
  // Even with the standing set back by hand the password is void.
  await app.superuser.db.update(users).set({ standing: 'enabled' }).where(eq(users.id, ada.userId));
  expect((await login(ada.email)).status).toBe(401);
});

test('an id in capitals names the same person, in the audit log too', async () => {
  const ada = await app.signUp();
  const spelled = ada.userId.toUpperCase();
  expect((await change('disable', spelled)).status).toBe(200);
  expect((await change('enable', spelled)).status).toBe(200);
  expect((await auditOf(app, { subjectId: spelled })).length).toBe(0);
  expect((await auditOf(app, { subjectId: ada.userId })).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.disabled', 'user.enabled']),
  );
});

describe('who administers', () => {
  test('nobody shuts out themself, or gives no reason', async () => {
    const { data } = await me(admin);
    const own = z.object({ _id: z.string() }).parse(data)._id;
    for (const act of ['disable', 'offboard'] as const) {
      for (const spelled of [own, own.toUpperCase()]) {
        const refused = await change(act, spelled);
        expect([refused.status, refused.errors[0]?.message]).toEqual([422, refusals.notYourself]);
      }
    }
    const ada = await app.signUp();
    expect((await change('disable', ada.userId, admin, {})).errors[0]).toMatchObject({ field: 'reason' });
    expect((await change('disable', randomUUID())).status).toBe(404);
    expect((await me(ada.token)).status).toBe(200);
  });

  test('of two who disable each other at once one stays, and of many at least one', async () => {
    const [own] = await app.database.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, adminSignIn.email));
    const first = { token: admin, userId: own?.id ?? '' };
    const second = await letIn(app, admin);
    const answers = await Promise.all([
      change('disable', second.userId, first.token),
      change('disable', first.userId, second.token),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await countAdministrators(app.database.db)).toBe(1);
    const stayed = answers[0]?.status === 200 ? first : second;
    const left = stayed === first ? second : first;
    expect((await change('enable', left.userId, stayed.token)).status).toBe(200);
    // Signed in again for the tests that follow.
    admin = await app.signInAsAdmin();

    const more = await Promise.all([letIn(app, admin), letIn(app, admin), letIn(app, admin)]);
    const ring = [{ token: admin, userId: first.userId }, ...more];
    await Promise.all(
      ring.map(({ token }, at) => change('offboard', ring[(at + 1) % ring.length]?.userId ?? '', token)),
    );
    expect(await countAdministrators(app.database.db)).toBeGreaterThan(0);
  });

  test('the last one stays, also for whoever has the machine of the server', async () => {
    const fresh = await startTestApp();
    const [only] = await fresh.database.db.select({ id: users.id }).from(users);
    const services = {
      outbox: createOutbox(() => {}, plainMail),
      mails: createMails('http://averin.test', 'Averin', () => 'http://averin.test/auth/not-me'),
      passwords: await createPasswords(),
      whenShutOut: [],
    };
    const operator = { userId: undefined, requestId: undefined, reason: undefined };
    const disable = fresh.database.transact((tx) =>
      disablePerson(services, tx, operator, { userId: only?.id ?? '' }),
    );
    await expect(disable).rejects.toThrow(refusals.lastAdministrator);
    await fresh.close();
  });

  test('a stale tab changes nothing, and a repeated request once', async () => {
    const fresh = await startTestApp();
    const by = await fresh.signInAsAdmin();
    const ada = await fresh.signUp();
    const call = (act: Act, headers: object) =>
      fresh.call('POST', `/api/user/${ada.userId}/${act}`, {
        token: by,
        headers: { ...because(), ...headers },
      });
    const key = randomUUID();
    const first = await call('disable', { 'if-match': '"1"', 'idempotency-key': key });
    const again = await call('disable', { 'if-match': '"1"', 'idempotency-key': key });
    expect([first.status, first.headers.etag, again.status]).toEqual([200, '"2"', 200]);
    expect((await call('enable', { 'if-match': '"1"' })).status).toBe(412);
    expect((await call('enable', { 'if-match': '"2"' })).status).toBe(200);
    expect((await call('enable', {})).errors[0]?.message).toBe(refusals.standingIs('enabled'));
    await fresh.close();
  });
});

describe('with second factors', () => {
  test('each act asks for the factor of an administrator once more', async () => {
    const fresh = await startTestApp();
    const by = await fresh.signInAsAdmin();
    await setUpTotp(fresh, by, adminSignIn.password);
    const [own] = await fresh.database.db.select({ id: users.id }).from(users);
    await ageFactor(fresh, own?.id ?? '', 6);
    const ada = await fresh.signUp();
    const body = { email: 'grace@example.com', type: 'admin' };
    for (const [method, path] of [
      ['POST', '/api/admin/invitations'],
      ['POST', `/api/admin/invitations/${randomUUID()}/send`],
      ['DELETE', `/api/admin/invitations/${randomUUID()}`],
      ['POST', `/api/user/${ada.userId}/disable`],
      ['POST', `/api/user/${ada.userId}/enable`],
      ['POST', `/api/user/${ada.userId}/offboard`],
    ] as const) {
      const { errors } = await fresh.call(method, path, { token: by, body, headers: because() });
      expect(errors[0]?.code).toBe('step_up_required');
    }
    await fresh.close();
  });

  test('an invited administrator who needs one can do nothing before it is set up', async () => {
    const fresh = await startTestApp({ SECOND_FACTOR: 'console' });
    const by = await fresh.signInAsAdmin();
    await setUpTotp(fresh, by, adminSignIn.password);
    const grace = await letIn(fresh, by);
    const users = () => fresh.call('GET', '/api/user/users', { token: grace.token });
    expect((await users()).errors[0]?.code).toBe('factor_setup_required');
    await setUpTotp(fresh, grace.token, grace.password);
    expect((await users()).status).toBe(200);
    await fresh.close();
  });
});

test('the invitations of whoever is shut out are revoked', async () => {
  const fresh = await startTestApp();
  const by = await fresh.signInAsAdmin();
  const second = await letIn(fresh, by);
  const { email } = await invite(fresh, second.token);
  const link = await invitationFor(fresh, email);
  await fresh.call('POST', `/api/user/${second.userId}/disable`, { token: by, headers: because() });
  const opened = await fresh.call('POST', '/api/auth/invitation', { body: { token: link } });
  expect(opened.errors[0]?.code).toBe('invalid_invitation');
  expect((await auditOf(fresh)).map(({ action }) => action)).toContain('user.invitation_revoked');
  await fresh.close();
});

test('what other rooms do about somebody who is shut out stands or falls with it', async () => {
  const fresh = await startTestApp();
  const ada = await fresh.signUp();
  const services = {
    outbox: createOutbox(() => {}, plainMail),
    mails: createMails('http://averin.test', 'Averin', () => 'http://averin.test/auth/not-me'),
    passwords: await createPasswords(),
  };
  const operator = { userId: undefined, requestId: undefined, reason: undefined };
  const told: string[] = [];
  const failing = fresh.database.transact((tx) =>
    disablePerson(
      {
        ...services,
        whenShutOut: [
          async (_tx, _actor, userId) => {
            told.push(userId);
          },
          async () => {
            throw new Error('not now');
          },
        ],
      },
      tx,
      operator,
      { userId: ada.userId },
    ),
  );
  await expect(failing).rejects.toThrow('not now');
  expect(told).toEqual([ada.userId]);
  expect((await fresh.call('GET', '/api/user', { token: ada.token })).status).toBe(200);
  await fresh.close();
});

test('the list of people is filtered by standing, and the own profile does not tell it', async () => {
  const fresh = await startTestApp();
  const by = await fresh.signInAsAdmin();
  const ada = await fresh.signUp();
  await fresh.signUp();
  await fresh.call('POST', `/api/user/${ada.userId}/disable`, { token: by, headers: because() });
  const filter = encodeURIComponent(JSON.stringify({ standing: 'disabled' }));
  const range = encodeURIComponent('[0,19]');
  const { data, headers } = await fresh.call('GET', `/api/user/users?filter=${filter}&range=${range}`, {
    token: by,
  });
  expect(data).toEqual([expect.objectContaining({ _id: ada.userId, standing: 'disabled', version: 2 })]);
  expect(headers['content-range']).toContain('/1');
  const own = await fresh.call('GET', '/api/user', { token: by });
  expect(own.data).not.toHaveProperty('standing');
  await fresh.close();
});
