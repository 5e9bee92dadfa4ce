import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountSchema } from '../../contract/account';
import type { TrxStatus } from '../../contract/enums';
import { mailSubjects } from '../../contract/mail-subjects';
import { holdCauseNames } from '../../contract/messages';
import { bulkPreviewSchema, bulkRowSchema, previewSchema } from '../../contract/preview';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { credentialsChanged } from '../../server/holds/credentials';
import { lockAccount } from '../../server/ledger/posting';
import { createTransaction } from '../../server/transactions/create';
import { buildDeposit, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { begin } from '../support/begin';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, password } from './auth-calls';

const hour = 3_600_000;
const day = 24 * hour;

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ WITHDRAWAL_HOLD: '24h' });
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
  await fund(investor.userId);
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

const { trade, resend, reset } = authCalls(() => app);
const fund = (userId: string) =>
  app.call('PUT', `/api/account/${userId}`, { token: admin, body: { balance: 10_000 } });
const withdraw = async (body = buildWithdrawal(), { token } = investor) =>
  transactionSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data);
const read = async (id: string) =>
  transactionSchema.parse((await app.call('GET', `/api/transaction/${id}`, { token: admin })).data);
const setStatus = (id: string, status: TrxStatus, extra: object = {}, reason?: string) =>
  app.call('PUT', `/api/transaction/${id}`, {
    token: admin,
    body: { status, ...extra },
    headers: reason === undefined ? {} : { 'x-reason': encodeURIComponent(reason) },
  });
const override = (id: string) => setStatus(id, 'CONFIRMED', { overrideHold: true }, 'They called us');
const keep = (address: string, { token } = investor) =>
  app.call('POST', '/api/account/addresses', { token, body: { label: 'Mine', crypto: 'bitcoin', address } });
const changePassword = (newPassword = 'a new password', { token } = investor) =>
  app.call('PUT', '/api/user/password', { token, body: { oldPassword: password, newPassword } });
/** Lets everything of a person be older than it is. */
async function age(milliseconds: number, { userId } = investor): Promise<void> {
  const older = (column: string) => `${column} = ${column} - $2::bigint * interval '1 millisecond'`;
  for (const [table, owner, columns] of [
    ['transactions', 'user_id', ['created_at', 'not_before']],
    ['withdrawal_addresses', 'user_id', ['created_at']],
    ['users', 'id', ['credentials_changed_at']],
  ] as const) {
    await app.superuser.pool.query(
      `update ${table} set ${columns.map(older).join(', ')} where ${owner} = $1`,
      [userId, milliseconds],
    );
  }
}
const left = (notBefore: string | undefined) => new Date(notBefore ?? 0).getTime() - Date.now();
const expectHours = (notBefore: string | undefined, hours: number) =>
  expect(Math.abs(left(notBefore) - hours * hour)).toBeLessThan(60_000);

/** Mails leave after the commit. */
const mailed = (wanted: string) =>
  vi.waitFor(async () => {
    const mail = (await app.mailsTo(investor.email)).find(({ subject }) => subject === wanted);
    return mail?.text ?? expect.fail(`No mail "${wanted}" has come`);
  }, patient(10_000));

const other = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

describe('a withdrawal waits', () => {
  test('to an address that is new, pending and reserved as ever; its owner and administrators see until when', async () => {
    const made = await withdraw();
    expect(made).toMatchObject({ status: 'PENDING', holdCause: 'new_address' });
    expectHours(made.notBefore, 24);
    expect(
      accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data),
    ).toMatchObject({ balance: 9_850, held: 150 });
    const own = await app.call('GET', '/api/transaction/all', { token: investor.token });
    expect(own.data).toEqual([made]);
    const { notBefore, holdCause } = made;
    const preview = async (status: TrxStatus) =>
      previewSchema.parse(
        (await app.call('POST', `/api/transaction/${made._id}/preview`, { token: admin, body: { status } }))
          .data,
      );
    expect(await preview('CONFIRMED')).toMatchObject({ notBefore, holdCause });
    expect(await preview('DECLINED')).not.toHaveProperty('notBefore');
    const mail = await mailed(mailSubjects.received.WITHDRAWAL);
    expect(mail).toContain('Not paid before: ');
    expect(mail).toContain(holdCauseNames.new_address);
  });

  test('not to one that was paid before; declined ones and those of others do not count', async () => {
    const stranger = await app.signUp();
    await fund(stranger.userId);
    await override((await withdraw(buildWithdrawal(), stranger))._id);
    const first = await withdraw();
    await setStatus(first._id, 'DECLINED');
    const second = await withdraw();
    expect(second.notBefore).toBeDefined();
    expect((await override(second._id)).status).toBe(200);
    const third = await withdraw(buildWithdrawal({ wallet: buildWithdrawal().wallet }));
    expect(third).not.toHaveProperty('notBefore');
    expect(third).not.toHaveProperty('holdCause');
    expect((await setStatus(third._id, 'CONFIRMED')).status).toBe(200);
  });

  test('less for each hour that the address was in the address book; taken out, it is new again', async () => {
    expect((await keep(other)).status).toBe(201);
    await age(10 * hour);
    expectHours((await withdraw(buildWithdrawal({ wallet: other }))).notBefore, 14);
    await age(14 * hour);
    expect(await withdraw(buildWithdrawal({ wallet: other }))).not.toHaveProperty('notBefore');
    const book = await app.call('GET', '/api/account/addresses', { token: investor.token });
    const [{ _id } = { _id: '' }] = z.array(z.object({ _id: z.string() })).parse(book.data);
    await app.call('DELETE', `/api/account/addresses/${_id}`, { token: investor.token });
    expectHours((await withdraw(buildWithdrawal({ wallet: other }))).notBefore, 24);
    await keep(other);
    expectHours((await withdraw(buildWithdrawal({ wallet: other }))).notBefore, 24);
  });

  test('after a change of the password, to whatever address, as long as that is fresh', async () => {
    await override((await withdraw())._id);
    await changePassword();
    const made = await withdraw();
    expect(made.holdCause).toBe('credentials_changed');
    expectHours(made.notBefore, 24);
    await age(25 * hour);
    expect(await withdraw()).not.toHaveProperty('notBefore');
  });
});

describe('before its time', () => {
  test('it is confirmed only when just that is asked for with a reason; the owner and the audit log are told', async () => {
    const { _id, notBefore } = await withdraw();
    const before = await fingerprint(app.database.pool);
    const refused = await setStatus(_id, 'CONFIRMED', {}, 'They called us');
    expect(refused).toMatchObject({ status: 409, errors: [{ code: 'withdrawal_on_hold' }] });
    expect(refused.errors[0]?.message).toMatch(/waits until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    const silent = await setStatus(_id, 'CONFIRMED', { overrideHold: true });
    expect(silent).toMatchObject({
      status: 422,
      errors: [{ code: 'validation', field: 'reason', message: refusals.reasonRequired }],
    });
    expect((await setStatus(_id, 'CONFIRMED', { overrideHold: true }, ' ')).status).toBe(422);
    expect(await fingerprint(app.database.pool)).toBe(before);
    expect(await override(_id)).toMatchObject({ status: 200, data: { status: 'CONFIRMED' } });
    expect((await auditOf(app, { subjectId: _id })).at(-1)).toMatchObject({
      after: { status: 'CONFIRMED', overriddenHold: notBefore },
      reason: 'They called us',
    });
    expect(await mailed(mailSubjects.holdOverridden)).toContain('Reason: They called us');
    await mailed('Withdrawal confirmed');
  });

  test('it is declined and cancelled freely, and once that time is over it is confirmed as ever', async () => {
    const [declined, cancelled, paid] = [await withdraw(), await withdraw(), await withdraw()];
    expect((await setStatus(declined._id, 'DECLINED')).status).toBe(200);
    const url = `/api/transaction/${cancelled._id}/cancel`;
    expect((await app.call('POST', url, { token: investor.token })).status).toBe(200);
    await age(23 * hour);
    expect((await setStatus(paid._id, 'CONFIRMED')).status).toBe(409);
    await age(hour + 1_000);
    expect((await setStatus(paid._id, 'CONFIRMED')).status).toBe(200);
    await mailed('Withdrawal confirmed');
    const subjects = (await app.mailsTo(investor.email)).map(({ subject }) => subject);
    expect(subjects).not.toContain(mailSubjects.holdOverridden);
  });

  test('it is left out of a change of many, as a result of its own, unless that is overridden with a reason', async () => {
    const deposit = transactionSchema.parse(
      (await app.call('POST', '/api/transaction/create', { token: investor.token, body: buildDeposit() }))
        .data,
    );
    const held = await withdraw();
    const ids = [deposit._id, held._id];
    const preview = async (extra: object = {}) =>
      bulkPreviewSchema.parse(
        (
          await app.call('POST', '/api/transaction/bulk/preview', {
            token: admin,
            body: { status: 'CONFIRMED', ids, ...extra },
          })
        ).data,
      );
    const change = async (rows: object[], headers: Record<string, string> = {}) => {
      const body = { status: 'CONFIRMED', rows };
      const { data } = await app.call('POST', '/api/transaction/bulk', { token: admin, body, headers });
      return z.array(bulkRowSchema).parse(data);
    };
    const shown = await preview();
    expect(shown).toMatchObject({ count: 1, onHold: 1, rows: [{ _id: deposit._id }] });
    const plain = { _id: held._id, version: held.version };
    expect(await change([plain])).toMatchObject([{ result: 'on_hold', status: 'PENDING', version: 1 }]);
    const overridden = await preview({ overrideHolds: true });
    expect(overridden).toMatchObject({ count: 2, onHold: 1 });
    expect(overridden.rows).toContainEqual({ ...plain, overrideHold: true });
    expect(await change([{ ...plain, overrideHold: true }])).toMatchObject([
      { result: 'failed', message: refusals.reasonRequired },
    ]);
    const done = await change(overridden.rows, { 'x-reason': 'Month end' });
    expect(done.map(({ result }) => result)).toEqual(['changed', 'changed']);
    expect(await preview()).not.toHaveProperty('onHold');
  });

  test('a change of many knows of one that is over, and asks about none where it is not confirmed', async () => {
    const held = await withdraw();
    const preview = async (status: TrxStatus) => {
      const body = { status, ids: [held._id] };
      const answer = await app.call('POST', '/api/transaction/bulk/preview', { token: admin, body });
      return bulkPreviewSchema.parse(answer.data);
    };
    expect(await preview('CONFIRMED')).toMatchObject({ count: 0, onHold: 1 });
    const declined = await preview('DECLINED');
    expect(declined).toMatchObject({ count: 1, rows: [{ _id: held._id }] });
    expect(declined).not.toHaveProperty('onHold');
    await age(day);
    const over = await preview('CONFIRMED');
    expect(over).toMatchObject({ count: 1, rows: [{ _id: held._id, version: held.version }] });
    expect(over).not.toHaveProperty('onHold');
  });

  test('sixteen confirm it at once, half of them with an override: it is paid once', async () => {
    const { _id } = await withdraw();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => (at % 2 ? setStatus(_id, 'CONFIRMED') : override(_id))),
    );
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    expect(await read(_id)).toMatchObject({ status: 'CONFIRMED', version: 2 });
    const account = await app.call('GET', '/api/account', { token: investor.token });
    expect(account.data).toMatchObject({ balance: 9_850, held: 0 });
    const { rows } = await app.database.pool.query(
      'select 1 from mail_outbox where recipient = $1 and subject = $2',
      [investor.email, mailSubjects.holdOverridden],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a change of credentials while withdrawals wait', () => {
  async function resetPassword(): Promise<number> {
    await resend(investor.email, 'reset_password');
    const token = z.string().parse((await trade(investor.email, await app.codeFor(investor.email, 2))).data);
    return (await reset(token, 'a new password')).status;
  }

  test.each([
    ['changed', async () => (await changePassword()).status],
    ['reset', resetPassword],
  ])('lets all of them wait from then on: the password is %s', async (_, change) => {
    const stranger = await app.signUp();
    await fund(stranger.userId);
    const foreign = await withdraw(buildWithdrawal(), stranger);
    const paid = await withdraw();
    await override(paid._id);
    const free = await withdraw();
    expect(free).not.toHaveProperty('notBefore');
    const waiting = await withdraw(buildWithdrawal({ wallet: other }));
    await age(20 * hour);
    expect(await change()).toBe(200);
    for (const { _id } of [free, waiting]) {
      const now = await read(_id);
      expect(now).toMatchObject({ status: 'PENDING', version: 2, holdCause: 'credentials_changed' });
      expectHours(now.notBefore, 24);
      expect((await setStatus(_id, 'CONFIRMED')).errors[0]?.code).toBe('withdrawal_on_hold');
    }
    expect(await read(paid._id)).toMatchObject({ status: 'CONFIRMED', version: 2 });
    expect(await read(foreign._id)).toEqual(foreign);
    expect(await mailed(mailSubjects.passwordChanged)).toContain(
      'Your pending withdrawals are not paid before ',
    );
    const { notBefore } = await read(free._id);
    expect(await auditOf(app, { subjectId: free._id, action: 'transaction.held' })).toMatchObject([
      {
        actorId: investor.userId,
        before: { notBefore: null, version: 1 },
        after: { notBefore, version: 2 },
      },
    ]);
  });

  test('never lets one wait less, nor makes a version of one that waits longer', async () => {
    const made = await withdraw();
    await app.database.pool.query(
      `update transactions set not_before = not_before + interval '2 days' where id = $1`,
      [made._id],
    );
    const longer = await read(made._id);
    expect((await changePassword()).status).toBe(200);
    expect(await read(made._id)).toEqual(longer);
  });

  test('holds one that was declined meanwhile, however it is taken up again', async () => {
    await override((await withdraw())._id);
    const declined = await withdraw();
    await setStatus(declined._id, 'DECLINED');
    await age(day);
    await changePassword();
    expect((await setStatus(declined._id, 'CONFIRMED')).errors[0]?.code).toBe('withdrawal_on_hold');
    const ofMany = await app.call('POST', '/api/transaction/bulk/preview', {
      token: admin,
      body: { status: 'CONFIRMED', ids: [declined._id] },
    });
    expect(bulkPreviewSchema.parse(ofMany.data)).toMatchObject({ count: 0, blocked: 1 });
    const reopened = transactionSchema.parse((await setStatus(declined._id, 'PENDING')).data);
    expect(reopened.holdCause).toBe('credentials_changed');
    expectHours(reopened.notBefore, 24);
    expect(await read(declined._id)).toEqual(reopened);
  });

  const previewOf = async (id: string) =>
    previewSchema.parse(
      (
        await app.call('POST', `/api/transaction/${id}/preview`, {
          token: admin,
          body: { status: 'CONFIRMED' },
        })
      ).data,
    );
  const previewOfMany = async (id: string, extra: object = {}) =>
    bulkPreviewSchema.parse(
      (
        await app.call('POST', '/api/transaction/bulk/preview', {
          token: admin,
          body: { status: 'CONFIRMED', ids: [id], ...extra },
        })
      ).data,
    );
  /** Confirms it by what was shown: alone, and among many. */
  async function confirmAsShown(id: string, version: number) {
    const headers = { 'x-reason': 'Known' };
    const body = { status: 'CONFIRMED', overrideHold: true };
    const alone = await app.call('PUT', `/api/transaction/${id}`, {
      token: admin,
      body,
      headers: { ...headers, 'if-match': `"${version}"` },
    });
    const rows = [{ _id: id, version, overrideHold: true }];
    const many = await app.call('POST', '/api/transaction/bulk', {
      token: admin,
      body: { status: 'CONFIRMED', rows },
      headers,
    });
    const [row] = z.array(bulkRowSchema).parse(many.data);
    return [alone.errors[0]?.message ?? alone.status, row?.message ?? row?.result];
  }

  test.each([
    ['a new address', async () => (await withdraw())._id],
    [
      'a change of credentials that came while it was declined',
      async () => {
        await override((await withdraw())._id);
        const { _id } = await withdraw();
        await setStatus(_id, 'DECLINED');
        await changePassword('a first new password');
        await setStatus(_id, 'PENDING');
        return _id;
      },
    ],
  ])('ends what was agreed about one that is declined, whose hold is of %s', async (_, make) => {
    const id = await make();
    await setStatus(id, 'DECLINED');
    await age(10 * hour);
    const shown = await previewOf(id);
    expectHours(shown.notBefore, 14);
    expect(shown).not.toHaveProperty('blocked');
    expect(await previewOfMany(id, { overrideHolds: true })).toMatchObject({ count: 1, onHold: 1 });
    const before = await read(id);
    expect(await resetPassword()).toBe(200);
    expect(await read(id)).toEqual(before);
    const now = await previewOf(id);
    expect(now).toMatchObject({ blocked: true, holdCause: 'credentials_changed' });
    expectHours(now.notBefore, 24);
    const many = await previewOfMany(id, { overrideHolds: true });
    expect(many).toMatchObject({ count: 0, blocked: 1, rows: [] });
    expect(many).not.toHaveProperty('onHold');
    const refused = expect.stringContaining('to confirm it earlier set it to PENDING first');
    expect(await confirmAsShown(id, shown.version)).toEqual([refused, refused]);
    expect(await read(id)).toEqual(before);
    // Taken up again it has another version, with the hold that can be overridden.
    const reopened = transactionSchema.parse((await setStatus(id, 'PENDING')).data);
    expect(reopened).toMatchObject({ notBefore: now.notBefore, version: shown.version + 1 });
    expect(await previewOf(id)).not.toHaveProperty('blocked');
    expect(await confirmAsShown(id, reopened.version)).toEqual([200, 'unchanged']);
  });

  test('refuses one that is declined though an override is sent when no hold was shown', async () => {
    await override((await withdraw())._id);
    const { _id } = await withdraw();
    await setStatus(_id, 'DECLINED');
    const shown = await previewOf(_id);
    expect(shown).not.toHaveProperty('notBefore');
    await changePassword();
    const refused = expect.stringContaining('was not pending when its hold began');
    expect(await confirmAsShown(_id, shown.version)).toEqual([refused, refused]);
    expect((await setStatus(_id, 'CONFIRMED')).errors[0]?.code).toBe('withdrawal_on_hold');
  });

  test('one that is being asked for at that moment waits as well, whichever comes first', async () => {
    const me = { _id: investor.userId, firstName: 'Ada', lastName: 'Lovelace', email: investor.email };
    const actor = { userId: investor.userId, requestId: undefined, reason: undefined };
    await override((await withdraw())._id);
    const ask = () =>
      begin(app.database, (tx) =>
        createTransaction(tx, me, actor, buildWithdrawal(), { withdrawalHold: day }),
      );
    const change = () => begin(app.database, (tx) => credentialsChanged(tx, actor, investor.userId, day));
    const { db } = app.database;
    for (const askFirst of [true, false]) {
      // Both have begun; the account is free for whoever is let go first.
      const [asked, changed] = [await ask(), await change()];
      const [made] = askFirst
        ? await Promise.all([asked(), changed()])
        : await Promise.all([changed(), asked()]).then(([, one]) => [one]);
      expectHours((await read(made._id)).notBefore, 24);
      await age(48 * hour);
    }
    expect(await db.transaction((tx) => lockAccount(tx, investor.userId))).toBeDefined();
  });

  test('many at once, with withdrawals and confirmations among them: nothing is paid early', async () => {
    await override((await withdraw())._id);
    const waiting = await Promise.all(Array.from({ length: 6 }, () => withdraw()));
    await Promise.all([
      changePassword(),
      ...waiting.map(({ _id }) => setStatus(_id, 'CONFIRMED')),
      ...Array.from({ length: 6 }, () =>
        app.call('POST', '/api/transaction/create', { token: investor.token, body: buildWithdrawal() }),
      ),
    ]);
    // What was confirmed had the account's lock before the change; all that is left waits.
    const { rows } = await app.database.pool.query(
      `select t.id from transactions t join users u on u.id = t.user_id
       where u.id = $1 and t.status = 'PENDING' and u.credentials_changed_at is not null
         and (t.not_before is null or t.not_before < date_trunc('milliseconds', u.credentials_changed_at) + interval '24 hours')`,
      [investor.userId],
    );
    expect(rows).toEqual([]);
    const list = await app.call('GET', '/api/transaction/all', { token: investor.token });
    const all = z.array(transactionSchema).parse(list.data);
    expect(all).toHaveLength(13);
    for (const { _id } of all.filter(({ status }) => status === 'PENDING')) {
      expect((await setStatus(_id, 'CONFIRMED')).status).toBe(409);
    }
  });
});

test('with a hold of 0 a withdrawal is as it ever was, on the wire as well', async () => {
  const free = await startTestApp();
  try {
    const token = await free.signInAsAdmin();
    const person = await free.signUp();
    await free.call('PUT', `/api/account/${person.userId}`, { token, body: { balance: 1_000 } });
    const body = { oldPassword: password, newPassword: 'a new password' };
    const made = await free.call('POST', '/api/transaction/create', {
      token: person.token,
      body: buildWithdrawal(),
    });
    expect((await free.call('PUT', '/api/user/password', { token: person.token, body })).status).toBe(200);
    const { _id } = transactionSchema.parse(made.data);
    const read = await free.call('GET', `/api/transaction/${_id}`, { token });
    expect(read.data).toEqual(made.data);
    expect(Object.keys(transactionSchema.parse(read.data))).not.toContain('notBefore');
    const status = { status: 'CONFIRMED' };
    const preview = await free.call('POST', `/api/transaction/${_id}/preview`, { token, body: status });
    expect(preview.data).not.toHaveProperty('notBefore');
    expect((await free.call('PUT', `/api/transaction/${_id}`, { token, body: status })).status).toBe(200);
    expect(await bookProblems(free.database.pool)).toEqual([]);
  } finally {
    await free.close();
  }
});
