import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { factors, recoveryCodes } from '../../server/db/schema/second-factor';
import { securityEvents } from '../../server/db/schema/sign-in';
import { auditEvents } from '../../server/db/schema/writes';
import { resetFactors } from '../../server/factors/reset';
import { createMails } from '../../server/mail/messages';
import { createOutbox } from '../../server/mail/outbox';
import { buildRegistration } from '../builders';
import { beginHolding, countWaiting } from '../support/hold';
import { plainMail } from '../support/plain-mail';
import { forgetSteps, setUpTotp, ticketFor, totpCode } from '../support/second-factor';
import { adminSignIn, auditorSignIn, startTestApp, type TestApp, withAuditor } from '../support/test-app';

/* Second factors at sign-in and their setting up (docs/rules.md, "Second factor"). */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { password } = buildRegistration();
const token = z.string();

async function signUp() {
  const person = await app.signUp({ email: `${randomUUID()}@example.com` });
  return { ...person, credentials: { email: person.email, password } };
}

/** An investor with an authenticator app. */
async function withTotp() {
  const person = await signUp();
  return { ...person, ...(await setUpTotp(app, person.token, password)) };
}

const finish = (ticket: string, proof: object) =>
  app.call('POST', '/api/auth/factor', { body: { ticket, proof } });
const totp = (code: string) => ({ kind: 'totp', code });
const recovery = (code: string) => ({ kind: 'recovery', code });
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => totpCode(secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};
const subjectsOf = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject);
const actionsOn = async (userId: string) =>
  (
    await app.database.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, userId))
      .orderBy(auditEvents.id)
  ).map(({ action }) => action);

describe('setting one up', () => {
  test('needs the password first, and a code that shows that it works', async () => {
    const { token, email, userId } = await signUp();
    const begin = (body: object) => app.call('POST', '/api/user/factors/totp', { token, body });
    for (const body of [{}, { password: 'not the password' }]) {
      const refused = await begin(body);
      expect([refused.status, refused.errors[0]?.code, refused.errors[0]?.field]).toEqual([
        422,
        'wrong_password',
        'password',
      ]);
    }
    const begun = z
      .object({ setupId: z.string(), secret: z.string(), uri: z.string() })
      .parse((await begin({ password })).data);
    expect(begun.uri).toContain(`otpauth://totp/Averin:${encodeURIComponent(email)}`);
    const add = (code: string) =>
      app.call('POST', '/api/user/factors', {
        token,
        body: { setupId: begun.setupId, name: 'Phone', proof: totp(code) },
      });
    const wrong = await add(wrongCode(begun.secret));
    expect([wrong.status, wrong.errors[0]?.code]).toEqual([422, 'invalid_factor']);
    expect((await app.call('GET', '/api/user/factors', { token })).data).toEqual({
      factors: [],
      recoveryCodesLeft: 0,
      required: false,
    });

    const added = await add(totpCode(begun.secret));
    expect(added.status).toBe(201);
    const { recoveryCodes: codes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(added.data);
    expect(new Set(codes).size).toBe(10);
    expect((await app.call('GET', '/api/user/factors', { token })).data).toMatchObject({
      factors: [{ kind: 'totp', name: 'Phone', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    // Once: what was begun is finished.
    expect((await add(totpCode(begun.secret, 1))).errors[0]?.code).toBe('conflict');
    await expect.poll(() => subjectsOf(email)).toContain('A second factor was added to your account');
    expect(await actionsOn(userId)).toContain('user.factor_added');
  });

  test('uses its code up: whoever has seen it type in does not sign in with it', async () => {
    const { token: session, credentials } = await signUp();
    const begin = async () => {
      const begun = await app.call('POST', '/api/user/factors/totp', { token: session, body: { password } });
      return z.object({ setupId: z.string(), secret: z.string() }).parse(begun.data);
    };
    const { setupId, secret } = await begin();
    // The one that is named is finished, whatever was begun after it.
    await begin();
    const code = totpCode(secret);
    const body = { setupId, name: 'Phone', proof: totp(code) };
    expect((await app.call('POST', '/api/user/factors', { token: session, body })).status).toBe(201);
    const { ticket } = await ticketFor(app, credentials);
    expect((await finish(ticket, totp(code))).errors[0]?.code).toBe('invalid_factor');
    expect((await finish(ticket, totp(totpCode(secret, 1)))).status).toBe(200);
  });

  test('is not finished in another session, nor after the password has changed', async () => {
    const { token: first, credentials } = await signUp();
    const begun = await app.call('POST', '/api/user/factors/totp', { token: first, body: { password } });
    const { setupId, secret } = z.object({ setupId: z.string(), secret: z.string() }).parse(begun.data);
    const second = token.parse((await app.call('POST', '/api/user/login', { body: credentials })).data);
    const add = (by: string) =>
      app.call('POST', '/api/user/factors', {
        token: by,
        body: { setupId, name: 'Phone', proof: totp(totpCode(secret)) },
      });
    expect((await add(second)).errors[0]?.code).toBe('conflict');
    const change = { oldPassword: password, newPassword: 'another long one' };
    expect((await app.call('PUT', '/api/user/password', { token: first, body: change })).status).toBe(200);
    expect((await add(first)).errors[0]?.code).toBe('conflict');
  });

  test('ends the other sessions and what was begun with the password alone', async () => {
    const { token: first, credentials } = await signUp();
    const other = token.parse((await app.call('POST', '/api/user/login', { body: credentials })).data);
    await setUpTotp(app, first, password);
    expect((await app.call('GET', '/api/user', { token: other })).status).toBe(401);
    expect((await app.call('GET', '/api/user', { token: first })).status).toBe(200);
  });

  test('keeps nothing in the database that a copy of it could be used with', async () => {
    const { userId, secret, recoveryCodes: codes } = await withTotp();
    const [stored] = await app.database.db.select().from(factors).where(eq(factors.userId, userId));
    expect(stored?.secret?.toString('latin1')).not.toContain(secret);
    const rows = await app.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    expect(rows).toHaveLength(10);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''));
    // The secret under another person's name opens nothing.
    const thief = await withTotp();
    await app.database.db
      .update(factors)
      .set({ secret: sql`(select secret from factors where user_id = ${userId})` })
      .where(eq(factors.userId, thief.userId));
    const { ticket } = await ticketFor(app, thief.credentials);
    expect((await finish(ticket, totp(totpCode(secret)))).errors[0]?.code).toBe('invalid_factor');
  });
});

describe('signing in', () => {
  test('takes the password and then a code, each code once and each ticket once', async () => {
    const { credentials, secret } = await withTotp();
    const refused = await app.call('POST', '/api/user/login', { body: credentials });
    expect([refused.status, refused.errors[0]?.code, refused.data]).toEqual([
      403,
      'factor_required',
      undefined,
    ]);
    const { ticket, kinds } = await ticketFor(app, credentials);
    expect(kinds).toEqual(['totp']);
    const code = totpCode(secret);
    const signedIn = await finish(ticket, totp(code));
    expect((await app.call('GET', '/api/user', { token: token.parse(signedIn.data) })).status).toBe(200);

    expect((await finish(ticket, totp(totpCode(secret, 1)))).errors[0]?.code).toBe('invalid_credentials');
    const { ticket: next } = await ticketFor(app, credentials);
    expect((await finish(next, totp(code))).errors[0]?.code).toBe('invalid_factor');
    // A step before the last one that was used is used as well.
    expect((await finish(next, totp(totpCode(secret, -1)))).errors[0]?.code).toBe('invalid_factor');
    expect((await finish(next, totp(totpCode(secret, 1)))).status).toBe(200);
  });

  test('a wrong password is answered as ever, and tells nothing of a second factor', async () => {
    const { credentials } = await withTotp();
    const wrong = await app.call('POST', '/api/user/login', {
      body: { ...credentials, password: 'not the password' },
    });
    expect([wrong.status, wrong.errors[0]?.code, wrong.errors[0]?.signIn]).toEqual([
      401,
      'invalid_credentials',
      undefined,
    ]);
  });

  test('of two requests with one code at the same time one gets in', async () => {
    const { credentials, secret, recoveryCodes: codes } = await withTotp();
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketFor(app, credentials)));
    const codeAtOnce = await Promise.all(tickets.map(({ ticket }) => finish(ticket, totp(totpCode(secret)))));
    expect(codeAtOnce.filter(({ status }) => status === 200)).toHaveLength(1);
    const { ticket } = await ticketFor(app, credentials);
    const ticketAtOnce = await Promise.all(codes.slice(0, 4).map((code) => finish(ticket, recovery(code))));
    expect(ticketAtOnce.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await app.database.db
      .select()
      .from(recoveryCodes)
      .where(sql`code_hmac is not null and used_at is not null and user_id = (select user_id from factor_challenges
        where ended_at is not null order by created_at desc limit 1)`);
    // Those of the requests that came too late are not used up.
    expect(left).toHaveLength(1);
  });

  test('five guesses end a ticket, are written down, and the owner is told', async () => {
    const { credentials, secret, email, userId } = await withTotp();
    const { ticket } = await ticketFor(app, credentials);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await finish(ticket, totp(wrongCode(secret)))).errors[0]?.code).toBe('invalid_factor');
    }
    expect((await finish(ticket, totp(totpCode(secret)))).errors[0]?.code).toBe('invalid_credentials');
    await expect.poll(() => subjectsOf(email)).toContain('Someone knows your password');
    const events = await app.database.db
      .select({ kind: securityEvents.kind, times: securityEvents.times })
      .from(securityEvents)
      .where(eq(securityEvents.userId, userId));
    expect(events.filter(({ kind }) => kind === 'factor_refused')).not.toHaveLength(0);
  });

  test('a ticket ends after ten minutes, and when the password or the factors change', async () => {
    const { credentials, secret, token: session, userId } = await withTotp();
    const { ticket: old } = await ticketFor(app, credentials);
    await app.database.db.execute(
      sql`update factor_challenges set expires_at = expires_at - interval '10 minutes' where user_id = ${userId}`,
    );
    expect((await finish(old, totp(totpCode(secret)))).errors[0]?.code).toBe('invalid_credentials');
    const { ticket } = await ticketFor(app, credentials);
    const second = await setUpTotp(app, session, undefined, 'Tablet');
    expect((await finish(ticket, totp(totpCode(secret)))).errors[0]?.code).toBe('invalid_credentials');
    // Any of several is enough.
    for (const each of [secret, second.secret]) {
      await forgetSteps(app, userId);
      const fresh = await ticketFor(app, credentials);
      expect((await finish(fresh.ticket, totp(totpCode(each)))).status).toBe(200);
    }
  });

  test('a recovery code stands in for the factor once, however it is typed', async () => {
    const { credentials, recoveryCodes: codes, email, userId } = await withTotp();
    const [code = ''] = codes;
    const { ticket } = await ticketFor(app, credentials);
    expect((await finish(ticket, recovery('aaaaa-aaaaa'))).errors[0]?.code).toBe('invalid_factor');
    const signedIn = await finish(ticket, recovery(` ${code.toUpperCase().replace('-', ' ')} `));
    expect(signedIn.status).toBe(200);
    const list = await app.call('GET', '/api/user/factors', { token: token.parse(signedIn.data) });
    expect(list.data).toMatchObject({ recoveryCodesLeft: 9 });
    const again = await ticketFor(app, credentials);
    expect((await finish(again.ticket, recovery(code))).errors[0]?.code).toBe('invalid_factor');
    await expect.poll(() => subjectsOf(email)).toContain('A recovery code was used');
    expect(await actionsOn(userId)).toContain('user.recovery_code_used');
  });

  test('new recovery codes end the old ones', async () => {
    const { credentials, token: session, recoveryCodes: codes } = await withTotp();
    const made = await app.call('POST', '/api/user/factors/recovery-codes', { token: session });
    const fresh = z.object({ recoveryCodes: z.array(z.string()) }).parse(made.data).recoveryCodes;
    const { ticket } = await ticketFor(app, credentials);
    expect((await finish(ticket, recovery(codes[0] ?? ''))).errors[0]?.code).toBe('invalid_factor');
    expect((await finish(ticket, recovery(fresh[0] ?? ''))).status).toBe(200);
  });

  test('a new password by mail does not get around the factor', async () => {
    const { email, secret, userId } = await withTotp();
    await app.call('POST', '/api/auth/resendOTP', { body: { email, activity: 'reset_password' } });
    const otp = await app.codeFor(email, 2);
    const traded = await app.call('POST', '/api/auth/password/verify', { body: { email, otp } });
    const body = { token: token.parse(traded.data), password: 'from the mailbox' };
    expect((await app.call('PUT', '/api/auth/password', { body })).status).toBe(200);
    const { ticket } = await ticketFor(app, { email, password: 'from the mailbox' });
    await forgetSteps(app, userId);
    expect((await finish(ticket, totp(wrongCode(secret)))).errors[0]?.code).toBe('invalid_factor');
    expect((await finish(ticket, totp(totpCode(secret)))).status).toBe(200);
  });
});

describe('removing one', () => {
  test('ends the other sessions; with the last one the codes go, and the password is enough again', async () => {
    const { credentials, secret, token: session, factorId, email } = await withTotp();
    const { ticket } = await ticketFor(app, credentials);
    const other = token.parse((await finish(ticket, totp(totpCode(secret)))).data);
    const removed = await app.call('DELETE', `/api/user/factors/${factorId}`, { token: session });
    expect(removed.data).toEqual({ factors: [], recoveryCodesLeft: 0, required: false });
    expect((await app.call('GET', '/api/user', { token: other })).status).toBe(401);
    expect((await app.call('POST', '/api/user/login', { body: credentials })).status).toBe(200);
    await expect.poll(() => subjectsOf(email)).toContain('A second factor was removed from your account');
    // Nothing is left to be shown once more.
    const change = { oldPassword: password, newPassword: 'another long one' };
    expect((await app.call('PUT', '/api/user/password', { token: session, body: change })).status).toBe(200);
  });

  test("is for one's own alone", async () => {
    const { factorId } = await withTotp();
    const other = await withTotp();
    const refused = await app.call('DELETE', `/api/user/factors/${factorId}`, { token: other.token });
    expect(refused.status).toBe(404);
  });
});

describe('in a session that has ended by the time its person is free', () => {
  const recoveryCodesOf = (userId: string) =>
    app.database.db
      .select({ codeHmac: recoveryCodes.codeHmac })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId))
      .orderBy(recoveryCodes.codeHmac);
  const factorsOf = (userId: string) =>
    app.database.db
      .select({ id: factors.id, lastStep: factors.lastStep })
      .from(factors)
      .where(eq(factors.userId, userId));

  type Owner = Awaited<ReturnType<typeof withTotp>>;
  test.each<[string, (owner: Owner) => Promise<() => Promise<{ status: number }>>]>([
    [
      'none is added',
      async ({ token: session }) => {
        const begun = await app.call('POST', '/api/user/factors/totp', { token: session, body: {} });
        const { setupId, secret } = z.object({ setupId: z.string(), secret: z.string() }).parse(begun.data);
        const body = { setupId, name: 'Tablet', proof: totp(totpCode(secret)) };
        return () => app.call('POST', '/api/user/factors', { token: session, body });
      },
    ],
    [
      'none is removed',
      async ({ token: session, factorId }) =>
        () =>
          app.call('DELETE', `/api/user/factors/${factorId}`, { token: session }),
    ],
    [
      'no recovery codes are made',
      async ({ token: session }) =>
        () =>
          app.call('POST', '/api/user/factors/recovery-codes', { token: session }),
    ],
    [
      'none is shown once more',
      async ({ token: session, secret }) => {
        const body = { proof: totp(totpCode(secret)) };
        return () => app.call('POST', '/api/auth/step-up', { token: session, body });
      },
    ],
  ])('%s', async (_, prepare) => {
    const owner = await withTotp();
    const { userId } = owner;
    const before = [await factorsOf(userId), await recoveryCodesOf(userId)];
    const act = await prepare(owner);
    const holder = await beginHolding(app.superuser.pool);
    try {
      await holder.query('select from users where id = $1 for update', [userId]);
      const acting = act();
      await expect.poll(() => countWaiting(holder)).toBe(1);
      await app.superuser.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
      await holder.query('commit');
      expect((await acting).status).toBe(401);
    } finally {
      holder.release();
    }
    expect([await factorsOf(userId), await recoveryCodesOf(userId)]).toEqual(before);
  });
});

test('who has lost all of them is let in by the operator, signed out everywhere, and told', async () => {
  const { credentials, email, userId, token: session } = await withTotp();
  const { ticket } = await ticketFor(app, credentials);
  const outbox = createOutbox(() => {}, plainMail);
  const mails = createMails('https://invest.averin.test', 'Averin', () => '');
  const reset = (address: string) =>
    resetFactors({ database: app.database, outbox, mails, hold: 0 }, address);
  expect(await reset('nobody@example.com')).toBe(false);
  expect(await reset(email.toUpperCase())).toBe(true);
  expect((await app.call('GET', '/api/user', { token: session })).status).toBe(401);
  // A sign-in under way goes on at the password.
  expect((await finish(ticket, recovery('aaaaa-aaaaa'))).errors[0]?.code).toBe('invalid_credentials');
  const again = await app.call('POST', '/api/user/login', { body: credentials });
  const list = await app.call('GET', '/api/user/factors', { token: token.parse(again.data) });
  expect(list.data).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
  expect(await actionsOn(userId)).toContain('user.factors_reset');
  for (const told of [email, adminSignIn.email]) {
    await expect.poll(() => subjectsOf(told)).toContain('The second factors of an account were removed');
  }
});

describe('where the operator asks for one', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ ...withAuditor, SECOND_FACTOR: 'console' });
  });
  afterAll(() => strict.close());

  test.each([
    ['administrators', adminSignIn],
    ['auditors', auditorSignIn],
  ])('%s set one up before anything else, and keep one', async (_, credentials) => {
    const session = token.parse((await strict.call('POST', '/api/user/login', { body: credentials })).data);
    for (const url of [
      '/api/user/users',
      '/api/transaction/transactions',
      '/api/admin/audit',
      '/api/auth/sessions',
    ]) {
      const refused = await strict.call('GET', url, { token: session });
      expect([refused.status, refused.errors[0]?.code]).toEqual([403, 'factor_setup_required']);
    }
    expect((await strict.call('GET', '/api/user/factors', { token: session })).data).toMatchObject({
      required: true,
    });
    const { factorId } = await setUpTotp(strict, session, credentials.password);
    expect((await strict.call('GET', '/api/user/users', { token: session })).status).toBe(200);
    const kept = await strict.call('DELETE', `/api/user/factors/${factorId}`, { token: session });
    expect([kept.status, kept.errors[0]?.code]).toEqual([409, 'conflict']);
    expect((await strict.call('GET', '/api/user/users', { token: session })).status).toBe(200);
  });

  test('investors need none, and may have one', async () => {
    const investor = await strict.signUp();
    expect((await strict.call('GET', '/api/account', { token: investor.token })).status).toBe(200);
  });
});

test('where everybody needs one, investors as well', async () => {
  const strict = await startTestApp({ SECOND_FACTOR: 'everyone' });
  const session = token.parse((await strict.call('POST', '/api/user/login', { body: adminSignIn })).data);
  expect((await strict.call('GET', '/api/user/users', { token: session })).status).toBe(403);
  await strict.close();
});

test('codes of authenticator apps can be guessed twenty times a day, with whatever tickets', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  const person = await limited.signUp();
  const { secret } = await setUpTotp(limited, person.token, password);
  const answers: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { ticket } = await ticketFor(limited, { email: person.email, password });
    for (let guess = 0; guess < 5; guess += 1) {
      const body = { ticket, proof: totp(wrongCode(secret)) };
      answers.push((await limited.call('POST', '/api/auth/factor', { body })).status);
    }
  }
  expect(answers).toEqual([...Array(20).fill(422), ...Array(5).fill(429)]);
  await limited.close();
});
