import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits';
import { mailSubjects } from '../../contract/mail-subjects';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { invitations, users } from '../../server/db/schema/people';
import { mailOutbox } from '../../server/db/schema/writes';
import { startPruning } from '../../server/pruning';
import { buildRegistration } from '../builders';
import { auditOf } from '../support/audit';
import { accept, because, invitationFor, invite, invitedPassword, letIn } from '../support/people';
import { adminSignIn, startTestApp, type TestApp, withAuditor } from '../support/test-app';

/* Invitations of administrators and auditors (docs/rules.md, "Invitations and standing"). */

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startTestApp(withAuditor);
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;
const open = (token: string) => app.call('POST', '/api/auth/invitation', { body: { token } });
const act = (method: string, id: string, path = '', headers = because()) =>
  app.call(method, `/api/admin/invitations/${id}${path}`, { token: admin, headers });
const listed = async () =>
  z
    .array(z.object({ email: z.string() }))
    .parse((await app.call('GET', '/api/admin/invitations', { token: admin })).data)
    .map(({ email }) => email);

test('an invited administrator chooses a password, is signed in, and acts; the link works once', async () => {
  const { email, answer } = await invite(app, admin);
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({ email, type: 'admin', inviter: { email: adminSignIn.email } });
  // Whoever invites does not get the link.
  expect(JSON.stringify(answer.data)).not.toContain('token');
  const link = await invitationFor(app, email);
  expect(await listed()).toContain(email);
  // Opening it changes nothing, as often as anybody or a mail program does.
  for (let times = 0; times < 3; times += 1) {
    expect((await open(link)).data).toEqual({ email, type: 'admin' });
  }

  const accepted = await accept(app, link);
  expect(accepted.status).toBe(200);
  const token = z.string().parse(accepted.data);
  expect((await app.call('GET', '/api/user/users', { token })).status).toBe(200);
  expect((await app.call('GET', '/api/user', { token })).data).toMatchObject({ type: 'admin', email });
  const signIn = { email, password: invitedPassword };
  expect((await app.call('POST', '/api/user/login', { body: signIn })).status).toBe(200);

  for (const again of [await accept(app, link, 'another long password'), await open(link)]) {
    expect([again.status, again.errors[0]?.code]).toEqual([422, 'invalid_invitation']);
  }
  expect(await listed()).not.toContain(email);
});

test('of acceptances at once one counts', async () => {
  const { email } = await invite(app, admin, 'auditor');
  const link = await invitationFor(app, email);
  const passwords = Array.from({ length: 6 }, (_, at) => `a long password number ${at}`);
  const answers = await Promise.all(passwords.map((password) => accept(app, link, password)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)];
  for (const password of passwords) {
    const { status } = await app.call('POST', '/api/user/login', { body: { email, password } });
    expect(status).toBe(password === winner ? 200 : 401);
  }
});

test('one that has expired, was revoked or never made is refused in the same words', async () => {
  const expired = await invite(app, admin);
  const ofExpired = await invitationFor(app, expired.email);
  await app.database.db
    .update(invitations)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(invitations.email, expired.email));
  const revoked = await invite(app, admin);
  const ofRevoked = await invitationFor(app, revoked.email);
  expect((await act('DELETE', idOf(revoked.answer.data))).status).toBe(200);
  for (const link of [ofExpired, ofRevoked, 'made-up']) {
    for (const answer of [await open(link), await accept(app, link)]) {
      expect([answer.status, answer.errors[0]?.message]).toEqual([422, refusals.invalidInvitation]);
    }
  }
  // Only a hash is kept, and the mail loses its text.
  const { rows } = await app.database.db.execute(
    sql`select row_to_json(i)::text as row from ${invitations} i`,
  );
  expect(JSON.stringify(rows)).not.toContain(ofRevoked);
  const mails = await app.database.db
    .select({ text: mailOutbox.textBody })
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, revoked.email));
  expect(mails).toEqual([{ text: '' }]);
  expect((await act('DELETE', idOf(revoked.answer.data))).errors[0]?.message).toBe(refusals.invitationOver);
  expect((await act('DELETE', randomUUID())).status).toBe(404);
});

test('one that is revoked, or sent again, while its password is hashed lets nobody in', async () => {
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/send'],
  ] as const) {
    const { answer, email } = await invite(app, admin);
    const link = await invitationFor(app, email);
    const { hash } = app.passwords;
    vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async (...asked) => {
      expect((await act(method, idOf(answer.data), path)).status).toBe(200);
      return hash(...asked);
    });
    expect((await accept(app, link)).errors[0]?.code).toBe('invalid_invitation');
    expect(await app.database.db.$count(users, eq(users.email, email))).toBe(0);
  }
});

test('sent again, it works by the new link alone, and as long as a new one', async () => {
  const { email, answer } = await invite(app, admin);
  const first = await invitationFor(app, email);
  await app.database.db
    .update(invitations)
    .set({ expiresAt: sql`now() - interval '1 hour'` })
    .where(eq(invitations.email, email));
  const again = await act('POST', idOf(answer.data), '/send');
  expect(again.status).toBe(200);
  const { expiresAt } = z.object({ expiresAt: z.coerce.date() }).parse(again.data);
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + limits.invitationLasts - 60_000);
  const second = await invitationFor(app, email, 2);
  expect((await open(first)).status).toBe(422);
  expect((await accept(app, second)).status).toBe(200);
  expect((await act('POST', idOf(answer.data), '/send')).errors[0]?.message).toBe(refusals.invitationOver);
});

test('nobody who has an account is invited, and an address once at a time; one that has expired makes room', async () => {
  const investor = await app.signUp();
  const taken = await invite(app, admin, 'admin', investor.email.toUpperCase());
  expect([taken.answer.status, taken.answer.errors[0]]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', field: 'email', message: refusals.addressTaken }),
  ]);
  const email = `${randomUUID()}@example.com`;
  const answers = await Promise.all([1, 2, 3].map(() => invite(app, admin, 'auditor', email)));
  expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([201, 409, 409]);
  await app.database.db
    .update(invitations)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(invitations.email, email));
  expect((await invite(app, admin, 'auditor', email)).answer.status).toBe(201);
});

test('who registers with the address meanwhile stays who they are; a registration that waits ends', async () => {
  const email = `${randomUUID()}@example.com`;
  const { answer } = await invite(app, admin, 'admin', email);
  const link = await invitationFor(app, email);
  const investor = await app.signUp({ email });
  expect((await accept(app, link)).errors[0]?.code).toBe('invalid_invitation');
  const again = await act('POST', idOf(answer.data), '/send');
  expect([again.status, again.errors[0]?.message]).toEqual([409, refusals.addressTaken]);
  const me = await app.call('GET', '/api/user', { token: investor.token });
  expect(me.data).toMatchObject({ type: 'investor' });

  const other = `${randomUUID()}@example.com`;
  await app.call('POST', '/api/user/create', { body: buildRegistration({ email: other }) });
  const otp = await app.codeFor(other);
  await invite(app, admin, 'admin', other);
  expect((await accept(app, await invitationFor(app, other))).status).toBe(200);
  const verified = await app.call('POST', '/api/auth/verify-email', { body: { email: other, otp } });
  expect(verified.status).toBe(422);
});

test('what the operator asks of passwords holds, and the link is not used up by a bad one', async () => {
  const { email } = await invite(app, admin);
  const link = await invitationFor(app, email);
  for (const password of ['short', 'password123', email]) {
    const refused = await accept(app, link, password);
    expect([refused.status, refused.errors[0]?.field]).toEqual([422, 'password']);
  }
  expect((await accept(app, link)).status).toBe(200);
});

test('a reason is asked for, and a role that can be invited to', async () => {
  const email = `${randomUUID()}@example.com`;
  const call = (body: object, headers = {}) =>
    app.call('POST', '/api/admin/invitations', { token: admin, body, headers });
  expect((await call({ email, type: 'admin' })).errors[0]).toMatchObject({ field: 'reason' });
  expect((await call({ email, type: 'investor' }, because())).status).toBe(422);
  expect((await app.mailsTo(email)).length).toBe(0);
});

test('registration makes investors, whatever is sent along', async () => {
  const body = { ...buildRegistration({ email: `${randomUUID()}@example.com` }), type: 'admin' };
  expect((await app.call('POST', '/api/user/create', { body })).status).toBe(422);
});

test('all administrators hear of an invitation and of who came; the log names neither address nor name', async () => {
  const second = await letIn(app, admin);
  const { email, answer } = await invite(app, admin, 'auditor');
  const link = await invitationFor(app, email);
  await accept(app, link);
  for (const to of [adminSignIn.email, second.email]) {
    await expect
      .poll(async () =>
        (await app.mailsTo(to)).filter(({ text }) => text.includes(email)).map(({ subject }) => subject),
      )
      .toEqual(expect.arrayContaining([mailSubjects.personInvited, mailSubjects.personJoined]));
  }
  const id = idOf(answer.data);
  const events = (await auditOf(app)).filter(({ subjectId }) => subjectId === id);
  expect(events.map(({ action, subjectType }) => [action, subjectType])).toEqual([
    ['user.invited', 'invitation'],
    ['user.invitation_accepted', 'invitation'],
  ]);
  const [person] = await app.database.db.select().from(users).where(eq(users.email, email));
  expect(events[1]).toMatchObject({ actorId: person?.id, after: { type: 'auditor', userId: person?.id } });
  expect(JSON.stringify(events)).not.toContain(email);
  expect(JSON.stringify(events)).not.toContain('Hopper');
});

test('who invites may be an administrator alone; an auditor sees what is open', async () => {
  const auditor = await app.signInAsAuditor();
  expect((await invite(app, auditor)).answer.status).toBe(403);
  expect((await app.call('GET', '/api/admin/invitations', { token: auditor })).status).toBe(200);
});

test('a repeated request invites once', async () => {
  const email = `${randomUUID()}@example.com`;
  const headers = { ...because(), 'idempotency-key': randomUUID() };
  const send = () =>
    app.call('POST', '/api/admin/invitations', { token: admin, body: { email, type: 'admin' }, headers });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.data).toEqual(first.data);
  await invitationFor(app, email);
  expect(await app.mailsTo(email)).toHaveLength(1);
});

describe('with other things to wait for', () => {
  test('there is an end to open invitations', async () => {
    const { rows } = await app.database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${invitations} where used_at is null and revoked_at is null`,
    );
    const left = limits.invitations - (rows[0]?.count ?? 0);
    for (let at = 0; at < left; at += 1) expect((await invite(app, admin)).answer.status).toBe(201);
    const { answer } = await invite(app, admin);
    expect(answer.errors[0]).toMatchObject({ code: 'quota_reached' });
  });

  test('old ones are forgotten', async () => {
    const { stop, prune } = startPruning(
      app.database,
      { mails: 30, sessions: 90, securityEvents: 90, people: 0 },
      () => {},
    );
    await app.database.db.update(invitations).set({ expiresAt: sql`now() - interval '91 days'` });
    await prune();
    stop();
    expect(await app.database.db.$count(invitations)).toBe(0);
  });
});
