import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailSubjects } from '../../contract/mail-subjects';
import { personalDataSchema } from '../../contract/personal-data';
import { z } from '../../contract/zod';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { holdsUp } from '../support/held-up';
import { beginHolding, countWaiting } from '../support/hold';
import { type MarkedPerson, makeMarkedPerson, marks, profileMarks } from '../support/marked-person';
import { patient } from '../support/patience';
import { ageFactor } from '../support/second-factor';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase } from '../support/test-database';

/* What a person downloads (docs/rules.md, "Personal data"). */

let app: TestApp;
let admin: string;
let marked: MarkedPerson;
beforeAll(async () => {
  app = await startTestApp({}, { own: await createTestDatabase({ limit: patient(60_000) }) });
  admin = await app.signInAsAdmin();
  marked = await makeMarkedPerson(app, admin);
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

async function download(token: string) {
  const answer = await app.call('GET', '/api/user/data', { token });
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  const { sections, ...rest } = personalDataSchema.parse(answer.data);
  const section = (name: string) => sections.find((each) => each.name === name);
  return {
    ...rest,
    sections,
    section,
    rows: (name: string) => section(name)?.rows ?? [],
    text: JSON.stringify(sections),
  };
}

describe('a download of the own data', () => {
  test('holds all that is known, in the clear and in dollars', async () => {
    const { person, rows, text } = await download(marked.token);
    expect(person).toEqual({ _id: marked.userId, email: marks.email });
    const { userAgent, ip, wallet, kept, label, factor, claim, reason } = marks;
    for (const mark of [userAgent, ip, wallet, kept, label, factor, claim, reason])
      expect(text).toContain(mark);
    expect(rows('users')).toMatchObject([profileMarks]);
    expect(rows('accounts')).toMatchObject([{ balance: 0, profit: 12.34 }]);
    expect(rows('transactions')).toEqual(
      expect.arrayContaining([expect.objectContaining({ amount: 700, transactionId: claim })]),
    );
    expect(rows('ledger_entries')).toContainEqual(expect.objectContaining({ reason }));
    expect(rows('audit_events')).toContainEqual(
      expect.objectContaining({ action: 'account.edited', by: 'the operator', reason }),
    );
    expect(rows('proofs')[0]?.image).toMatch(/^data:image\/webp;base64,UklGR/);
  });

  test('gives out no secret, and names what there is', async () => {
    const { sections, section, text } = await download(marked.token);
    expect(section('users')?.withheld).toEqual(['passwordHash', 'formerPasswords']);
    expect(section('person_keys')).toMatchObject({ rows: [], withheld: ['salt'] });
    const { rows } = await app.superuser.pool.query<{ secret: string }>(
      `select password_hash as secret from users where id = $1
       union all select code_hmac from otps where email = $2
       union all select code_hmac from recovery_codes where user_id = $1
       union all select encode(salt, 'hex') from person_keys where person_id = $1
       union all select encode(secret, 'hex') from factors where user_id = $1`,
      [marked.userId, marks.email],
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { secret } of rows) expect(text).not.toContain(secret);
    expect(text).not.toContain('"type":"Buffer"');
    expect(sections.length).toBeGreaterThan(12);
  });

  test('holds nothing of anybody else', async () => {
    const stranger = await app.signUp({ firstName: 'Stranger' });
    const { text, rows } = await download(stranger.token);
    for (const mark of Object.values(marks)) expect(text).not.toContain(mark);
    expect(text).not.toContain(marked.userId);
    expect(rows('users')).toMatchObject([{ firstName: 'Stranger' }]);
    const own = await download(marked.token);
    expect(own.text).not.toContain(adminSignIn.email);
    // An administrator's own: that they acted, and not on what.
    const ofAdmin = await download(admin);
    const edited = ofAdmin.rows('audit_events').filter(({ action }) => action === 'account.edited');
    expect(edited).not.toEqual([]);
    for (const { at, ...told } of edited) {
      expect(told).toEqual({ action: 'account.edited', subjectType: 'account', by: 'you' });
    }
    expect(JSON.stringify(ofAdmin.rows('audit_events'))).not.toContain(marks.reason);
  });

  test('is written down, and the person is told by mail', async () => {
    const person = await app.signUp();
    await download(person.token);
    expect((await auditOf(app, { subjectId: person.userId })).at(-1)).toMatchObject({
      action: 'user.data_exported',
      actorId: person.userId,
    });
    const subjects = async () => (await app.mailsTo(person.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain(mailSubjects.dataExported);
  });

  test('is not given out when its session ends while it is made, or waits for its turn', async () => {
    const first = await app.signUp();
    const second = await app.signUp();
    const locked = await beginHolding(app.superuser.pool);
    try {
      await locked.query('lock table withdrawal_addresses');
      const asked = [first, second].map(({ token }) => app.call('GET', '/api/user/data', { token }));
      await expect.poll(() => countWaiting(locked)).toBe(1);
      for (const { token } of [first, second]) {
        expect((await app.call('POST', '/api/auth/logout', { token, body: {} })).status).toBe(200);
      }
      await locked.query('rollback');
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 401]);
    } finally {
      locked.release();
    }
  });

  test('asks for the second factor of whoever has one, and for a session', async () => {
    await ageFactor(app, marked.userId, 6);
    const stale = await app.call('GET', '/api/user/data', { token: marked.token });
    expect([stale.status, stale.errors[0]?.code]).toEqual([403, 'step_up_required']);
    // By a clock that was ahead: it would be a short while ago until that time has come.
    await ageFactor(app, marked.userId, -24 * 60);
    const ahead = await app.call('GET', '/api/user/data', { token: marked.token });
    expect([ahead.status, ahead.errors[0]?.code]).toEqual([403, 'step_up_required']);
    await ageFactor(app, marked.userId, 24 * 60);
    expect((await app.call('GET', '/api/user/data')).status).toBe(401);
  });
});

describe('downloads of a person with much', () => {
  const sessions = 40_000;
  let token: string;
  beforeAll(async () => {
    const person = await app.signUp();
    token = person.token;
    await app.superuser.pool.query(
      `insert into sessions (id, user_id, created_at, expires_at, revoked_at, last_seen_at, user_agent, ip)
       select gen_random_uuid(), $1, now(), now(), now(), now(), 'Browser "' || n || '"', '192.0.2.1'
       from generate_series(1, $2) n`,
      [person.userId, sessions],
    );
  });

  test('are whole, and others are answered in between', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const { result: answer, held } = await holdsUp(async () =>
      app.app.inject({ url: '/api/user/data', headers }),
    );
    expect(held).toBe(false);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.rawPayload.length),
    });
    // As a whole would be written at once.
    const { data } = z.object({ data: z.unknown() }).parse(answer.json());
    expect(answer.body === JSON.stringify({ data })).toBe(true);
    const own = personalDataSchema.parse(data).sections.find(({ name }) => name === 'sessions');
    expect(new Set(own?.rows.map(({ userAgent }) => userAgent)).size).toBe(sessions + 1);
  });

  test('are made one after the other, and those that are too many are asked to come back', async () => {
    const locked = await beginHolding(app.superuser.pool);
    const statuses: number[] = [];
    let asked: Promise<void>[] = [];
    try {
      await locked.query('lock table withdrawal_addresses');
      asked = Array.from({ length: 10 }, async () => {
        statuses.push((await app.call('GET', '/api/user/data', { token: admin })).status);
      });
      await expect.poll(() => statuses).toEqual([503]);
      await expect.poll(() => countWaiting(locked)).toBe(1);
      await setTimeout(200);
      expect([await countWaiting(locked), statuses]).toEqual([1, [503]]);
    } finally {
      await locked.query('rollback');
      locked.release();
    }
    await Promise.all(asked);
    expect(statuses).toEqual([503, ...Array.from({ length: 9 }, () => 200)]);
  });
});

test('five downloads an hour, and no more', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const { token } = await limited.signUp();
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      statuses.push((await limited.call('GET', '/api/user/data', { token })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});
