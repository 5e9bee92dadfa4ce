import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownReasons } from '../../contract/console-names';
import type { ReportedMail } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { mailSubjects } from '../../contract/mail-subjects';
import { screens } from '../../contract/paths';
import { proposalViewSchema, sentForApprovalSchema } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { reportDetailsSchema, reportSchema, takeoverAnswerSchema } from '../../contract/takeover';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { createReportLinks } from '../../server/takeover/links';
import { buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { beginHolding, countWaiting } from '../support/hold';
import { patient } from '../support/patience';
import { accept, invitationFor } from '../support/people';
import { ageFactor, setUpTotp, ticketFor, totpCode } from '../support/second-factor';
import { type Answer, adminSignIn, startTestApp, type TestApp, withAuditor } from '../support/test-app';
import { authCalls, behindProxy, password } from './auth-calls';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ WITHDRAWAL_HOLD: '24h', ...withAuditor });
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await join();
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

const { login, resend, trade, reset } = authCalls(() => app);
const text = z.string();
const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;

async function join() {
  const person = await app.signUp();
  await app.call('PUT', `/api/account/${person.userId}`, { token: admin, body: { balance: 10_000 } });
  return person;
}

const withdraw = async ({ token } = investor) =>
  transactionSchema.parse(
    (await app.call('POST', '/api/transaction/create', { token, body: buildWithdrawal() })).data,
  );
const accountOf = async ({ userId } = investor) =>
  z
    .object({ frozenAt: z.string().nullable() })
    .parse((await app.call('GET', `/api/account/${userId}`, { token: admin })).data);
const reasoned = (reason = 'Looked at') => ({ 'x-reason': encodeURIComponent(reason) });
const press = (token: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/auth/not-me', { body: { token }, headers });

/** The text of the newest mail with a subject; mails leave after the commit. */
const mailed = (subject: string, email = investor.email) =>
  vi.waitFor(async () => {
    const mail = (await app.mailsTo(email)).find((each) => each.subject === subject);
    return mail?.text ?? expect.fail(`No mail "${subject}" has come`);
  }, patient(10_000));

const linkIn = (mail: string) => new URL(/\S+\/auth\/not-me#\S+/.exec(mail)?.[0] ?? 'https://no.link/');
const tokenIn = (mail: string) => new URLSearchParams(linkIn(mail).hash.slice(1)).get('token') ?? '';

/** A link of a mail that is written now, made as the server makes it. */
function tokenFor(userId = investor.userId, about: ReportedMail = 'new_sign_in'): string {
  const { reportKey } = loadSecrets(readConfig({ DATA_DIR: app.dataDir }));
  return tokenIn(createReportLinks(reportKey, 'http://127.0.0.1').linkTo(userId, about));
}

const reportsOf = async ({ userId } = investor) => {
  const filter = encodeURIComponent(JSON.stringify({ userId }));
  const { data } = await app.call('GET', `/api/admin/reports?filter=${filter}`, { token: admin });
  return z.array(reportSchema).parse(data);
};
const onlyReport = async (person = investor) => {
  const [report, ...more] = await reportsOf(person);
  expect(more).toEqual([]);
  return report?._id ?? expect.fail('There is no report');
};
const details = async (id: string) =>
  reportDetailsSchema.parse((await app.call('GET', `/api/admin/reports/${id}`, { token: admin })).data);
const close = (id: string, body: object = {}, headers: Record<string, string> = reasoned()) =>
  app.call('PUT', `/api/admin/reports/${id}`, {
    token: admin,
    body: { finding: 'theft', others: [], allowWithdrawals: false, ...body },
    headers,
  });
const unfreeze = () =>
  app.call('PUT', `/api/account/${investor.userId}/frozen`, {
    token: admin,
    body: { frozen: false },
    headers: reasoned(),
  });
const actionsOn = async ({ userId } = investor) =>
  (await auditOf(app)).filter(({ subjectId }) => subjectId === userId);

/** Sets a new password by a code from the mailbox; answers it. */
async function newPassword({ email } = investor): Promise<string> {
  const codes = (await app.mailsTo(email)).filter(({ subject }) => /code/.test(subject)).length;
  await resend(email, 'reset_password');
  const granted = text.parse((await trade(email, await app.codeFor(email, codes + 1))).data);
  const fresh = randomUUID();
  expect((await reset(granted, fresh)).status).toBe(200);
  return fresh;
}

describe('the link of a mail', () => {
  test('of somebody who was erased says as little as a forged one, pressed before or not', async () => {
    const [pressed, other] = [tokenFor(), tokenFor(investor.userId, 'password_changed')];
    const gone = await app.signUp();
    const [goneBefore, goneAfter] = [tokenFor(gone.userId), tokenFor(gone.userId, 'password_changed')];
    expect((await press(goneBefore)).status).toBe(200);
    const erased = await app.call('POST', `/api/user/${gone.userId}/erasure`, {
      token: admin,
      body: { email: gone.email },
      headers: reasoned(),
    });
    expect(erased.status).toBe(200);
    const forged = await press(`${pressed.slice(0, -4)}AAAA`);
    expect(forged.errors[0]?.code).toBe('invalid_report_link');
    for (const token of [goneBefore, goneAfter]) {
      expect(await press(token)).toMatchObject({ status: forged.status, errors: forged.errors });
    }
    expect((await press(other)).status).toBe(200);
  });

  test('leads to the page with its token in the fragment, and opening it does nothing', async () => {
    await withdraw();
    const link = linkIn(await mailed(mailSubjects.received.WITHDRAWAL));
    expect([link.pathname, link.search]).toEqual([screens.notMe, '']);
    const before = await fingerprint(app.database.pool);
    const token = tokenIn(link.href);
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      for (const url of [`${screens.notMe}?token=${token}`, `/api/auth/not-me?token=${token}`]) {
        const response = await app.app.inject({ method, url });
        expect(response.statusCode, `${method} ${url}`).toBeGreaterThanOrEqual(400);
      }
    }
    expect(await fingerprint(app.database.pool)).toBe(before);
    expect((await press(token)).status).toBe(200);
  });

  test('locks the account on one press: frozen, no password, no session; pending withdrawals wait', async () => {
    const made = await withdraw();
    await app.database.pool.query(
      'update transactions set not_before = null, hold_cause = null where id = $1',
      [made._id],
    );
    const token = tokenIn(await mailed(mailSubjects.received.WITHDRAWAL));
    await resend(investor.email, 'reset_password');
    const code = await app.codeFor(investor.email, 2);

    const pressed = await press(token, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    expect(takeoverAnswerSchema.parse(pressed.data)).toMatchObject({ already: false });

    expect((await accountOf()).frozenAt).not.toBeNull();
    expect((await app.call('GET', '/api/user', { token: investor.token })).status).toBe(401);
    expect((await login(investor.email)).errors[0]?.code).toBe('invalid_credentials');
    // A code of before does not open it either.
    expect((await trade(investor.email, code)).errors[0]?.code).toBe('invalid_otp');
    const waiting = await app.call('GET', `/api/transaction/${made._id}`, { token: admin });
    expect(waiting.data).toMatchObject({ status: 'PENDING', holdCause: 'credentials_changed' });

    const [report] = await reportsOf();
    expect(report).toMatchObject({
      about: 'withdrawal_received',
      device: 'Firefox on Linux',
      network: '127.0.0.1',
      closedAt: null,
      user: { _id: investor.userId },
    });
    const events = await actionsOn();
    const frozen = events.find(({ action }) => action === 'user.frozen');
    expect(frozen).toMatchObject({ actorId: investor.userId, reason: ownReasons.reported });
    expect(events.find(({ action }) => action === 'user.takeover_reported')?.after).toMatchObject({
      report: report?._id,
      about: 'withdrawal_received',
    });
    expect(await mailed(mailSubjects.takeoverReported)).toContain(screens.resetPassword);
    const waits = await mailed(mailSubjects.reportWaits, adminSignIn.email);
    expect(waits).toContain(`${screens.adminReports}/${report?._id}/show`);
    expect(waits).toContain(investor.email);
  });

  test('acts once, also when it is pressed many times at once', async () => {
    const token = tokenFor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(token)));
    const parsed = answers.map(({ data }) => takeoverAnswerSchema.parse(data));
    expect(parsed.filter(({ already }) => !already)).toHaveLength(1);
    expect(new Set(parsed.map(({ reportedAt }) => reportedAt)).size).toBe(1);
    expect(await reportsOf()).toHaveLength(1);

    const fresh = await newPassword();
    const session = text.parse((await login(investor.email, fresh)).data);
    const before = await fingerprint(app.database.pool);
    expect((await press(token)).data).toMatchObject({ already: true });
    expect(await fingerprint(app.database.pool)).toBe(before);
    expect((await app.call('GET', '/api/user', { token: session })).status).toBe(200);
  });

  test('makes the password void for good: a reset takes another one, also after two reports', async () => {
    await press(tokenFor());
    await press(tokenFor(investor.userId, 'password_changed'));
    await resend(investor.email, 'reset_password');
    const granted = text.parse((await trade(investor.email, await app.codeFor(investor.email, 2))).data);
    expect((await reset(granted, password)).errors).toMatchObject([
      { field: 'password', message: "old password and new password can't be the same" },
    ]);
    expect((await login(investor.email)).errors[0]?.code).toBe('invalid_credentials');
    expect((await reset(granted, 'another password')).status).toBe(200);
    expect((await login(investor.email, 'another password')).status).toBe(200);
  });

  test('makes the password void that a thief has replaced, however often', async () => {
    await app.database.pool.query(
      `update users set credentials_changed_at = now() - interval '30 days' where id = $1`,
      [investor.userId],
    );
    let now = password;
    for (let nth = 1; nth <= 6; nth += 1) {
      const body = { oldPassword: now, newPassword: `of the thief ${nth}` };
      const changed = await app.call('PUT', '/api/user/password', { token: investor.token, body });
      expect(changed.status).toBe(200);
      now = body.newPassword;
    }
    await press(tokenFor());
    await resend(investor.email, 'reset_password');
    const granted = text.parse((await trade(investor.email, await app.codeFor(investor.email, 2))).data);
    for (const known of [password, 'of the thief 1', now]) {
      expect((await reset(granted, known)).errors).toMatchObject([
        { field: 'password', message: "old password and new password can't be the same" },
      ]);
    }
    expect((await reset(granted, 'another password')).status).toBe(200);
  });

  test('of a later mail acts again', async () => {
    await press(tokenFor());
    const fresh = await newPassword();
    const again = tokenIn(await mailed(mailSubjects.passwordChanged));
    expect((await press(again)).data).toMatchObject({ already: false });
    expect((await login(investor.email, fresh)).errors[0]?.code).toBe('invalid_credentials');
    expect((await reportsOf()).map(({ about }) => about)).toEqual(['password_changed', 'new_sign_in']);
  });

  test.each([
    ['is forged', () => tokenFor().replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))],
    ['names another person', () => tokenFor().replace(investor.userId, randomUUID())],
    ['names another mail', () => tokenFor().replace('new_sign_in', 'factor_added')],
    ['is for nobody who is there', () => tokenFor(randomUUID())],
    ['has nothing signed', () => 'x'],
    ['is signed with nothing', () => `.${createHmac('sha256', '').update('not-me|').digest('base64url')}`],
  ])('does nothing when it %s, and says the same of all', async (_, make) => {
    const before = await fingerprint(app.database.pool);
    const { status, errors } = await press(make());
    expect([status, errors[0]?.code, errors[0]?.message]).toEqual([
      422,
      'invalid_report_link',
      refusals.invalidReportLink,
    ]);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('works for 30 days, and says the same after them', async () => {
    const now = Date.now();
    const mailedAt = (ago: number) => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(now - ago);
      const token = tokenFor();
      clock.mockRestore();
      return token;
    };
    const expired = await press(mailedAt(limits.takeoverLink + 1_000));
    expect([expired.status, expired.errors[0]?.message]).toEqual([422, refusals.invalidReportLink]);
    expect((await press(mailedAt(limits.takeoverLink - 60_000))).status).toBe(200);
  });

  test('leaves the second factor asked for after the reset', async () => {
    const { secret } = await setUpTotp(app, investor.token, password);
    const waiting = await ticketFor(app, { email: investor.email, password });
    await press(tokenFor());
    // A sign-in under way that has shown the right password already goes no further.
    const finish = (ticket: string, code: string) =>
      app.call('POST', '/api/auth/factor', { body: { ticket, proof: { kind: 'totp', code } } });
    expect((await finish(waiting.ticket, totpCode(secret))).errors[0]?.code).toBe('invalid_credentials');
    const fresh = await newPassword();
    expect((await login(investor.email, fresh)).errors[0]?.code).toBe('factor_required');
    const { ticket } = await ticketFor(app, { email: investor.email, password: fresh });
    expect((await finish(ticket, totpCode(secret))).status).toBe(200);
  });

  test('locks somebody without an account as well', async () => {
    const auditor = await app.signInAsAuditor();
    const userId = idOf((await app.call('GET', '/api/user', { token: auditor })).data);
    expect((await press(tokenFor(userId))).status).toBe(200);
    expect((await app.call('GET', '/api/user', { token: auditor })).status).toBe(401);
    expect((await details(await onlyReport({ ...investor, userId }))).frozenAt).toBeNull();
  });
});

describe('an administrator’s', () => {
  const invite = (at: TestApp, token: string, email: string) =>
    at.call('POST', '/api/admin/invitations', { token, body: { email, type: 'admin' }, headers: reasoned() });
  const idOfProposal = (answer: Answer) => sentForApprovalSchema.parse(answer.data).proposal._id;

  test('takes back what was proposed and whom they invited, which may be the thief’s', async () => {
    const two = await startTestApp({ FOUR_EYES: 'people' });
    try {
      const first = await two.signInAsAdmin();
      const carol = await two.signUp();
      await two.database.pool.query(`update users set type = 'admin' where id = $1`, [carol.userId]);
      const view = async (id: string) =>
        proposalViewSchema.parse(
          (await two.call('GET', `/api/admin/proposals/${id}`, { token: first })).data,
        );
      const approve = async (id: string, token: string) => {
        const body = { effectHash: (await view(id)).effectHash };
        return two.call('POST', `/api/admin/proposals/${id}/approve`, { token, body, headers: reasoned() });
      };
      // One that the thief approved, one that another approved for the thief, and one that waits.
      expect(
        (await approve(idOfProposal(await invite(two, first, 'one@example.com')), carol.token)).status,
      ).toBe(200);
      expect(
        (await approve(idOfProposal(await invite(two, carol.token, 'two@example.com')), first)).status,
      ).toBe(200);
      const waiting = idOfProposal(await invite(two, carol.token, 'three@example.com'));
      const links = [
        await invitationFor(two, 'one@example.com'),
        await invitationFor(two, 'two@example.com'),
      ];
      const body = { oldPassword: password, newPassword: 'what a thief has set' };
      const { status } = await two.call('PUT', '/api/user/password', { token: carol.token, body });
      expect(status).toBe(200);

      const { reportKey } = loadSecrets(readConfig({ DATA_DIR: two.dataDir }));
      const link = createReportLinks(reportKey, 'http://127.0.0.1').linkTo(carol.userId, 'password_changed');
      const pressed = await two.call('POST', '/api/auth/not-me', { body: { token: tokenIn(link) } });
      expect(pressed.status).toBe(200);

      expect(await view(waiting)).toMatchObject({ status: 'WITHDRAWN', decisionReason: ownReasons.reported });
      expect((await approve(waiting, first)).errors[0]?.message).toBe(refusals.proposalDecided);
      for (const token of links) {
        expect((await accept(two, token)).errors[0]?.code).toBe('invalid_invitation');
      }
      const events = (await auditOf(two)).filter(({ actorId }) => actorId === carol.userId);
      const withReason = events.filter(({ reason }) => reason === ownReasons.reported);
      const actions = withReason.map(({ action }) => action);
      expect(actions.filter((action) => action === 'user.invitation_revoked')).toHaveLength(2);
      expect(actions.filter((action) => action === 'proposal.withdrawn')).toHaveLength(1);
    } finally {
      await two.close();
    }
  });

  // With FOUR_EYES an invitation is proposed, without it goes out.
  test.each(['people', undefined])(
    'lets nothing come after that was under way when it was pressed (FOUR_EYES: %s)',
    async (kinds) => {
      const two = await startTestApp(kinds ? { FOUR_EYES: kinds } : {});
      try {
        await two.signInAsAdmin();
        const carol = await two.signUp();
        await two.database.pool.query(`update users set type = 'admin' where id = $1`, [carol.userId]);
        const { reportKey } = loadSecrets(readConfig({ DATA_DIR: two.dataDir }));
        const link = createReportLinks(reportKey, 'http://127.0.0.1').linkTo(
          carol.userId,
          'password_changed',
        );
        const holder = await beginHolding(two.database.pool);
        await holder.query(`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`);
        const underWay = invite(two, carol.token, 'late@example.com');
        await vi.waitUntil(() => countWaiting(holder), { timeout: patient(20_000) });
        const pressed = await two.call('POST', '/api/auth/not-me', { body: { token: tokenIn(link) } });
        expect(pressed.status).toBe(200);
        await holder.query('commit');
        holder.release();
        expect((await underWay).status).toBe(401);
        const made = await two.database.pool.query(
          'select (select count(*)::int from proposals) as proposals, (select count(*)::int from invitations) as invitations',
        );
        expect(made.rows).toEqual([{ proposals: 0, invitations: 0 }]);
      } finally {
        await two.close();
      }
    },
  );

  test('and any other report is told to the administrators who can sign in, and to no others', async () => {
    const gone = await join();
    const here = await join();
    await app.database.pool.query(`update users set type = 'admin' where id = any($1)`, [
      [gone.userId, here.userId],
    ]);
    await app.database.pool.query(`update users set standing = 'disabled' where id = $1`, [gone.userId]);
    await press(tokenFor());
    await mailed(mailSubjects.reportWaits, here.email);
    const told = await app.database.pool.query(
      'select from mail_outbox where recipient = $1 and subject = $2',
      [gone.email, mailSubjects.reportWaits],
    );
    expect(told.rowCount).toBe(0);
    await app.database.pool.query(
      `update users set type = 'investor', standing = 'enabled' where id = any($1)`,
      [[gone.userId, here.userId]],
    );
  });
});

describe('a frozen account', () => {
  test('has no withdrawal confirmed, by any way, until it may withdraw again', async () => {
    const { _id } = await withdraw();
    await press(tokenFor());
    const override = { status: 'CONFIRMED', overrideHold: true };
    const change = () =>
      app.call('PUT', `/api/transaction/${_id}`, { token: admin, body: override, headers: reasoned() });
    const refused = await change();
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'withdrawal_frozen']);
    const preview = async (status: string) =>
      (await app.call('POST', `/api/transaction/${_id}/preview`, { token: admin, body: { status } })).data;
    expect(await preview('CONFIRMED')).toMatchObject({ frozen: true, blocked: true });
    expect(await preview('DECLINED')).not.toHaveProperty('blocked');
    const review = await app.call('GET', `/api/transaction/${_id}/review`, { token: admin });
    expect(review.data).toMatchObject({
      flags: expect.arrayContaining([{ flag: 'frozen', trxId: null }]),
    });
    await close(await onlyReport(), { allowWithdrawals: true });
    expect((await change()).status).toBe(200);
  });

  test('and a freeze that comes with the confirmation: one of them is first', async () => {
    const { _id } = await withdraw();
    const body = { status: 'CONFIRMED', overrideHold: true };
    const [pressed, confirmed] = await Promise.all([
      press(tokenFor()),
      app.call('PUT', `/api/transaction/${_id}`, { token: admin, body, headers: reasoned() }),
    ]);
    expect(pressed.status).toBe(200);
    expect([200, 409]).toContain(confirmed.status);
  });
});

describe('a report', () => {
  test('shows what the account did around it', async () => {
    const made = await withdraw();
    const kept = { label: 'Mine', crypto: 'bitcoin', address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy' };
    await app.call('POST', '/api/account/addresses', { token: investor.token, body: kept });
    await press(tokenFor());
    const report = await details(await onlyReport());
    expect(report).toMatchObject({
      withdrawals: [{ _id: made._id, status: 'PENDING', amount: made.amount, wallet: made.wallet }],
      addresses: [kept],
      sessions: [{ endedAt: expect.any(String) }],
      others: [],
      frozenAt: expect.any(String),
    });
    const age = Date.parse(report.mailedAt) - Date.parse(report.since);
    expect(age).toBe(limits.takeoverLookBack);
  });

  test('has the sign-in that it is about, and the newest, however many others there were', async () => {
    await app.superuser.pool.query(
      `insert into sessions (id, user_id, created_at, expires_at)
       select gen_random_uuid(), $1, now() + hours * interval '1 hour', now() from generate_series(-150, 295, 5) as hours`,
      [investor.userId],
    );
    await press(tokenFor());
    const { sessions, counts, mailedAt } = await details(await onlyReport());
    expect(sessions).toHaveLength(50);
    const moments = sessions.map(({ createdAt }) => Date.parse(createdAt));
    expect(moments).toEqual([...moments].sort((a, b) => b - a));
    expect(counts).toEqual({ sessions: 91, withdrawals: 0 });
    const hours = moments.map((moment) => Math.round((moment - Date.parse(mailedAt)) / 3_600_000));
    expect(hours.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, at) => 295 - 5 * at));
    expect(hours.slice(25)).toContain(0);
    expect(Math.max(...hours.slice(25).map(Math.abs))).toBe(60);
  });

  test('keeps the account frozen until it is closed, for a reason', async () => {
    await press(tokenFor());
    const refused = await unfreeze();
    expect([refused.status, refused.errors[0]?.message]).toEqual([409, refusals.ownerReported]);
    const id = await onlyReport();
    expect((await close(id, {}, {})).errors[0]?.message).toBe(refusals.reasonRequired);
    const closed = await close(id, { finding: 'mistake' });
    expect(closed.data).toMatchObject({
      finding: 'mistake',
      reason: 'Looked at',
      closedBy: { email: adminSignIn.email },
      frozenAt: expect.any(String),
    });
    expect((await close(id)).errors[0]?.message).toBe(refusals.reportClosed);
    expect((await unfreeze()).status).toBe(200);
    expect((await actionsOn()).find(({ action }) => action === 'user.report_closed')).toMatchObject({
      reason: 'Looked at',
      after: { reports: [id], finding: 'mistake', allowWithdrawals: false },
    });
  });

  test('is closed by one of two at once', async () => {
    await press(tokenFor());
    const id = await onlyReport();
    const answers = await Promise.all([close(id), close(id, { finding: 'mistake' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lets withdrawals go when it is closed, and the owner is told; not past another one', async () => {
    await press(tokenFor());
    const id = await onlyReport();
    await press(tokenFor(investor.userId, 'address_added'));
    const other = (await reportsOf()).find(({ _id }) => _id !== id)?._id;
    const early = await close(id, { allowWithdrawals: true });
    expect([early.status, early.errors[0]?.message]).toEqual([409, refusals.reportsWait]);
    expect(await details(id)).toMatchObject({ closedAt: null, others: [{ _id: other }] });
    expect((await accountOf()).frozenAt).not.toBeNull();
    const done = await close(id, { allowWithdrawals: true, others: [other] });
    expect(done.data).toMatchObject({ frozenAt: null, others: [] });
    expect((await reportsOf()).every(({ closedAt }) => closedAt !== null)).toBe(true);
    expect(tokenIn(await mailed(mailSubjects.unfrozen))).not.toBe('');
  });

  test('does not close those of somebody else along', async () => {
    const stranger = await join();
    await press(tokenFor(stranger.userId));
    await press(tokenFor());
    const others = [await onlyReport(stranger)];
    expect((await close(await onlyReport(), { others })).status).toBe(409);
    expect((await reportsOf(stranger))[0]?.closedAt).toBeNull();
  });

  test('is found by whether it is open', async () => {
    await press(tokenFor());
    const found = async (state: string) => {
      const filter = encodeURIComponent(JSON.stringify({ userId: investor.userId, state }));
      const url = `/api/admin/reports?filter=${filter}&range=[0,0]`;
      const { data, headers } = await app.call('GET', url, { token: admin });
      return [z.array(reportSchema).parse(data).length, headers['content-range']];
    };
    expect(await found('open')).toEqual([1, 'items 0-0/1']);
    expect((await found('closed'))[0]).toBe(0);
  });

  test('is read by auditors, and by no investor', async () => {
    await press(tokenFor());
    const id = await onlyReport();
    const [auditor, other] = [await app.signUp(), await app.signUp()];
    await app.database.pool.query(`update users set type = 'auditor' where id = $1`, [auditor.userId]);
    const read = (token: string) => app.call('GET', `/api/admin/reports/${id}`, { token });
    expect((await read(other.token)).status).toBe(403);
    expect((await read(auditor.token)).status).toBe(200);
    const body = { finding: 'theft', others: [], allowWithdrawals: true };
    const url = `/api/admin/reports/${id}`;
    const refused = await app.call('PUT', url, { token: auditor.token, body, headers: reasoned() });
    expect(refused.status).toBe(403);
  });

  test('about an administrator is closed by another one', async () => {
    const userId = idOf((await app.call('GET', '/api/user', { token: admin })).data);
    await app.database.pool.query(`update users set type = 'admin' where id = $1`, [investor.userId]);
    const other = text.parse((await login(investor.email)).data);
    await press(tokenFor(userId));
    admin = text.parse(
      (await login(adminSignIn.email, await newPassword({ ...investor, email: adminSignIn.email }))).data,
    );
    const id = await onlyReport({ ...investor, userId });
    expect((await close(id)).errors[0]?.message).toBe(refusals.ownReport);
    // Whoever may not sign in closes none.
    const standing = (is: string) =>
      app.database.pool.query('update users set standing = $2 where id = $1', [investor.userId, is]);
    await standing('disabled');
    expect((await close(id)).status).toBe(200);
    await app.database.pool.query(
      'update takeover_reports set closed_at = null, closed_by = null, finding = null, reason = null where id = $1',
      [id],
    );
    await standing('enabled');
    const body = { finding: 'theft', others: [], allowWithdrawals: false };
    const url = `/api/admin/reports/${id}`;
    expect((await app.call('PUT', url, { token: other, body, headers: reasoned() })).status).toBe(200);
    await app.database.pool.query(`update users set type = 'investor' where id = $1`, [investor.userId]);
  });
});

describe('limits and step-up', () => {
  test('closing asks for a factor that was shown a short while ago', async () => {
    await press(tokenFor());
    const id = await onlyReport();
    const userId = idOf((await app.call('GET', '/api/user', { token: admin })).data);
    await app.database.pool.query('update sessions set factor_at = now() where user_id = $1', [userId]);
    await ageFactor(app, userId, 6);
    const refused = await close(id, { allowWithdrawals: true });
    expect([refused.status, refused.errors[0]?.code]).toEqual([403, 'step_up_required']);
    expect((await accountOf()).frozenAt).not.toBeNull();
    await app.database.pool.query('update sessions set factor_at = null where user_id = $1', [userId]);
  });

  test('a network may press 20 links in ten minutes, each network its own', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on', ...behindProxy });
    try {
      const from = (ip: string) =>
        limited.call('POST', '/api/auth/not-me', {
          body: { token: 'x' },
          headers: { 'x-forwarded-for': ip },
        });
      for (let times = 0; times < 20; times += 1) expect((await from('192.0.2.1')).status).toBe(422);
      expect((await from('192.0.2.1')).status).toBe(429);
      expect((await from('192.0.2.2')).status).toBe(422);
    } finally {
      await limited.close();
    }
  });
});
