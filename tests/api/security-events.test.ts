import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailSubjects } from '../../contract/mail-subjects';
import { securityEventSchema } from '../../contract/security';
import { z } from '../../contract/zod';
import type { Tx } from '../../server/db/client';
import { createMails } from '../../server/mail/messages';
import { createOutbox, type Mail } from '../../server/mail/outbox';
import { startPruning } from '../../server/pruning';
import { notifyAdmins } from '../../server/security/alerts';
import { recordSecurityEvent, type SecurityEvent } from '../../server/security/events';
import { plainMail } from '../support/plain-mail';
import { adminSignIn, auditorSignIn, startTestApp, type TestApp, withAuditor } from '../support/test-app';

let app: TestApp;
let admin: string;
let auditor: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  admin = await app.signInAsAdmin();
  auditor = await app.signInAsAuditor();
  investor = await app.signUp({ firstName: 'Grace' });
});
beforeEach(async () => {
  await app.superuser.pool.query('truncate security_events; truncate rate_limits');
  await app.database.pool.query('delete from mail_outbox where subject = $1', [mailSubjects.refusedOften]);
});
afterAll(() => app.close());

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const record = (event: SecurityEvent, ip = '203.0.113.7', requestId: string = randomUUID()) =>
  recordSecurityEvent(app.database.db, { ip, userAgent, requestId }, event);
const recordMany = async (count: number, event: SecurityEvent, ip?: string) => {
  for (let n = 0; n < count; n += 1) await record(event, ip);
};
const ask = (query: Record<string, unknown>, token = auditor) =>
  app.call(
    'GET',
    `/api/admin/security?${new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    )}`,
    { token },
  );
const list = async (filter: object = {}) => z.array(securityEventSchema).parse((await ask({ filter })).data);

describe('the security events', () => {
  test('tell what happened, to whom or what address, from where, with what, in which request', async () => {
    await record({ kind: 'sign_in', userId: investor.userId, email: investor.email }, '203.0.113.7', 'req-1');
    await record(
      { kind: 'code_refused', email: 'nobody@example.com', detail: 'verify_email' },
      '2001:db8:1:2:3:4:5:6',
    );
    const [newest, oldest] = await list();
    expect(newest).toMatchObject({
      kind: 'code_refused',
      user: null,
      email: 'nobody@example.com',
      ip: '2001:db8:1:2:3:4:5:6',
      network: '2001:db8:1:2::/64',
      detail: 'verify_email',
      times: 1,
    });
    expect(oldest).toMatchObject({
      kind: 'sign_in',
      user: { _id: investor.userId, firstName: 'Grace', type: 'investor' },
      ip: '203.0.113.7',
      network: '203.0.113.7',
      device: 'Firefox on Linux',
      requestId: 'req-1',
    });
  });

  test('are found by kind, person, address, network, request and day', async () => {
    await record({ kind: 'sign_in_failed', userId: investor.userId, email: investor.email });
    await record(
      { kind: 'limit_hit', email: 'nobody@example.com', detail: 'login' },
      '198.51.100.1',
      'req-2',
    );
    const kinds = async (filter: object) => (await list(filter)).map(({ kind }) => kind);
    expect(await kinds({ kind: 'limit_hit' })).toEqual(['limit_hit']);
    expect(await kinds({ userId: investor.userId })).toEqual(['sign_in_failed']);
    expect(await kinds({ q: 'grace' })).toEqual(['sign_in_failed']);
    expect(await kinds({ q: 'nobody@' })).toEqual(['limit_hit']);
    expect(await kinds({ email: 'nobody@example.com' })).toEqual(['limit_hit']);
    expect(await kinds({ network: '203.0.113.7' })).toEqual(['sign_in_failed']);
    expect(await kinds({ requestId: 'req-2' })).toEqual(['limit_hit']);
    expect(await kinds({ at_lte: '2020-01-01' })).toEqual([]);
    const page = await ask({ range: [1, 1], sort: ['at', 'ASC'] });
    expect(page.headers['content-range']).toBe('items 1-1/2');
    expect(page.data).toMatchObject([{ kind: 'limit_hit' }]);
    expect((await ask({ filter: { device: 'x' } })).status).toBe(400);
  });

  test('are read by administrators and auditors, and changed by nobody', async () => {
    expect((await ask({}, admin)).status).toBe(200);
    expect((await ask({}, investor.token)).status).toBe(403);
    expect((await app.call('POST', '/api/admin/security', { token: admin, body: {} })).status).toBe(405);
    const policy = await app.call('GET', '/api/admin/security/policy', { token: auditor });
    expect(policy.data).toEqual({ days: 90, minutes: 15, ofAccount: 10, ofNetwork: 30 });
  });

  test('keep what a stranger wrote short, and without characters that change how it is read', async () => {
    await record({ kind: 'sign_in_failed', email: `a\u202E\u0000\n${'b'.repeat(500)}@example.com` });
    const [event] = await list();
    expect(event?.email).toMatch(/^ab{253}$/);
  });

  test('do not fill the disk: a network that goes on is counted at its last row', async () => {
    await app.database.pool.query(
      `insert into security_events (kind, network, email)
       select 'sign_in_failed', '203.0.113.7', 'x' || n from generate_series(1, 198) n`,
    );
    await Promise.all(
      Array.from({ length: 40 }, () => record({ kind: 'sign_in_failed', email: 'y@example.com' })),
    );
    await recordMany(3, { kind: 'sign_in_failed', email: 'y@example.com' });
    const { rows } = await app.database.pool.query<{ rows: number; times: number }>(
      'select count(*)::int as rows, sum(times)::int as times from security_events',
    );
    // Those that came at once may each have seen room.
    expect(rows[0]?.rows).toBeGreaterThanOrEqual(200);
    expect(rows[0]?.rows).toBeLessThanOrEqual(240);
    expect(rows[0]?.times).toBeGreaterThanOrEqual((rows[0]?.rows ?? 0) + 3);
    // Another network, another kind and a sign-in still have their own.
    await record({ kind: 'sign_in_failed' }, '203.0.113.8');
    await record({ kind: 'sign_in', userId: investor.userId });
    expect((await list()).slice(0, 2)).toMatchObject([{ kind: 'sign_in' }, { network: '203.0.113.8' }]);
  });

  test('of all networks together have a limit as well, beyond which sign-ins are still kept', async () => {
    await app.database.pool.query(
      `insert into security_events (kind, network) select 'limit_hit', 'net ' || n from generate_series(1, 20001) n`,
    );
    await record({ kind: 'limit_hit' });
    await record({ kind: 'sign_in', userId: investor.userId });
    expect(await list({ ip: '203.0.113.7' })).toMatchObject([{ kind: 'sign_in' }]);
  });

  test('that cannot be kept fail no request', async () => {
    const said = console.error;
    const lines: string[] = [];
    console.error = (line: string) => void lines.push(line);
    await app.superuser.pool.query('alter table security_events rename to elsewhere');
    try {
      await record({ kind: 'sign_in_failed', email: 'planted@example.com' });
    } finally {
      await app.superuser.pool.query('alter table elsewhere rename to security_events');
      console.error = said;
    }
    expect(lines.join()).toContain('42P01');
    expect(lines.join()).not.toContain('planted');
  });

  test('are removed after the stated days', async () => {
    await app.database.pool.query(
      `insert into security_events (kind, at) values ('sign_in', now() - interval '8 days'), ('sign_in', now())`,
    );
    const failures: Error[] = [];
    const { stop, prune } = startPruning(
      app.database,
      { mails: 30, sessions: 90, securityEvents: 7, people: 0 },
      (error) => failures.push(error),
    );
    await prune();
    stop();
    expect(failures).toEqual([]);
    expect(await list()).toHaveLength(1);
  });
});

describe('administrators are told by mail', () => {
  /** The mails that were enqueued by a transaction that stands; a sender wipes their text in the table. */
  let mails: Mail[] = [];
  beforeEach(() => {
    mails = [];
  });
  const outbox = createOutbox(() => {}, plainMail);
  const services = () => ({
    database: app.database,
    outbox: {
      enqueue(tx: Tx, mail: Mail) {
        tx.afterCommit(() => mails.push(mail));
        return outbox.enqueue(tx, mail);
      },
    },
    mails: createMails('https://invest.example.com', 'Averin', () => ''),
    counterKey: (text: string) => text,
  });
  const notify = () => notifyAdmins(services());

  /** Lets what was claimed be so much longer ago. */
  const later = (minutes: number) =>
    app.database.pool.query('update rate_limits set expire = expire - $1', [minutes * 60_000]);

  test('of an account and of a network that are refused often, once, however many servers look', async () => {
    await recordMany(9, { kind: 'sign_in_failed', userId: investor.userId, email: investor.email });
    await notify();
    expect(mails).toEqual([]);
    await record({ kind: 'code_refused', userId: investor.userId, email: investor.email });
    await recordMany(30, { kind: 'limit_hit', detail: 'login' }, '198.51.100.9');
    await Promise.all(Array.from({ length: 8 }, notify));
    expect(mails.map(({ to }) => to)).toEqual([adminSignIn.email]);
    expect(mails[0]?.text).toContain(`Account ${investor.email}: 10 times`);
    expect(mails[0]?.text).toContain('Network 198.51.100.9: 30 times');
    expect(mails[0]?.text).toContain('https://invest.example.com/admin/security');
    expect(mails.map(({ to }) => to)).not.toContain(auditorSignIn.email);
  });

  test('of whoever was really refused: sign-ins with wrong passwords, and nobody who signed in', async () => {
    const bystander = await app.signUp();
    const guess = async () => {
      const body = { email: investor.email, password: 'not the password' };
      expect((await app.call('POST', '/api/user/login', { body })).status).toBe(401);
    };
    for (let n = 0; n < 9; n += 1) await guess();
    await notify();
    expect(mails).toEqual([]);
    await guess();
    await notify();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`Account ${investor.email}: 10 times`);
    expect(mails[0]?.text).not.toContain(bystander.email);
  });

  test('about each once an hour, and at most every quarter of an hour', async () => {
    await recordMany(30, { kind: 'limit_hit' }, '198.51.100.1');
    await notify();
    await recordMany(30, { kind: 'limit_hit' }, '198.51.100.2');
    await notify();
    expect(mails).toHaveLength(1);
    await later(16);
    await notify();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).toContain('198.51.100.2');
    expect(mails[1]?.text).not.toContain('198.51.100.1:');
    await later(16);
    await notify();
    expect(mails).toHaveLength(2);
    await later(45);
    await notify();
    expect(mails).toHaveLength(3);
  });

  test('also when a clock that was ahead has dated the last one into a time to come', async () => {
    await recordMany(30, { kind: 'limit_hit' }, '198.51.100.1');
    await notify();
    await later(-24 * 60);
    await recordMany(30, { kind: 'limit_hit' }, '198.51.100.2');
    await notify();
    expect(mails).toHaveLength(2);
  });

  test('without a word that a stranger has written, and in one mail for many', async () => {
    for (let n = 0; n < 12; n += 1) {
      await app.database.pool.query(
        `insert into security_events (kind, email) select 'sign_in_failed', $1 from generate_series(1, 10)`,
        [`www.evil-${n}.example/pay@evil.example`],
      );
    }
    await notify();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toContain('evil');
    expect(mails[0]?.text).toContain('An address without an account: 10 times');
    expect(mails[0]?.text).toContain('Others like these: 2');
  });

  test('not of what succeeds', async () => {
    await recordMany(40, { kind: 'sign_in', userId: investor.userId, email: investor.email });
    await notify();
    expect(mails).toEqual([]);
  });
});
