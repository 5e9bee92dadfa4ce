import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, behindProxy, newEmail, otherThan } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(behindProxy);
});
afterAll(() => app.close());

type Calls = ReturnType<typeof authCalls>;
const browser = (ip = '192.0.2.1') => authCalls(() => app, { keepsCookies: true, ip });
const bare = (ip = '192.0.2.1') => authCalls(() => app, { ip });
const browsers = (count: number, ip?: string) => Array.from({ length: count }, () => browser(ip));

/** Registers somebody by a first name, which is the password as well, and answers the code that was mailed. */
async function registerAs(who: Calls, email: string, name: string): Promise<string> {
  const before = (await app.mailsTo(email)).length;
  expect((await who.register(email, { firstName: name, password: passwordOf(name) })).status).toBe(201);
  return app.codeFor(email, before + 1);
}
const passwordOf = (name: string) => `the password of ${name}`;

async function expectOnly(email: string, name: string, others: string[]): Promise<void> {
  const statusOf = async (secret: string) => (await bare('203.0.113.9').login(email, secret)).status;
  expect(await statusOf(passwordOf(name))).toBe(200);
  // The last of those that wait is answered as before.
  for (const other of others) expect([401, 403], other).toContain(await statusOf(passwordOf(other)));
}

describe('in the browser where the owner registered, a code of a stranger opens nothing', () => {
  test.each<[order: string, before: number, after: number]>([
    ['who registers after the owner', 0, 1],
    ['who registers before the owner', 1, 0],
    ['one of four, before and after', 2, 2],
  ])('%s', async (_, before, after) => {
    const email = newEmail();
    const owner = browser();
    const strangers = new Map<string, string>();
    // Some stand in the owner's own network.
    for (const [at, who] of browsers(before).entries()) {
      strangers.set(`Early ${at}`, await registerAs(who, email, `Early ${at}`));
    }
    const own = await registerAs(owner, email, 'Owner');
    for (const [at, who] of browsers(after, '198.51.100.7').entries()) {
      strangers.set(`Late ${at}`, await registerAs(who, email, `Late ${at}`));
    }
    // The newest mail first, as a mailbox shows them.
    for (const code of [...strangers.values()].reverse()) {
      if (code !== own) expect((await owner.verify(email, code)).status).toBe(422);
    }
    const verified = await owner.verify(email, own);
    expect(verified.status).toBe(200);
    const user = await app.call('GET', '/api/user', { token: z.string().parse(verified.data) });
    expect(user.data).toMatchObject({ firstName: 'Owner' });
    await expectOnly(email, 'Owner', [...strangers.keys()]);
  });

  test('whoever asked for it: a code that a stranger had sent again still is of its registration', async () => {
    const email = newEmail();
    const [owner, stranger] = [browser(), browser('198.51.100.7')];
    await registerAs(owner, email, 'Owner');
    const late = await registerAs(stranger, email, 'Stranger');
    await stranger.age(email, '61 seconds');
    expect((await stranger.resend(email)).status).toBe(200);
    expect((await owner.resend(email)).status).toBe(200);
    await expect.poll(async () => (await app.mailsTo(email)).length).toBe(4);
    const mailed = await app.mailsTo(email);
    const codeOf = (name: string) =>
      /\b\d{6}\b/.exec(mailed.find(({ text }) => text.includes(name))?.text ?? '')?.[0] ?? '';
    const [own, strange] = [codeOf('Name: Owner '), codeOf('Name: Stranger ')];
    if (strange !== own) expect((await owner.verify(email, strange)).status).toBe(422);
    if (late !== own) expect((await owner.verify(email, late)).status).toBe(422);
    expect((await owner.verify(email, own)).status).toBe(200);
    await expectOnly(email, 'Owner', ['Stranger']);
  });

  test('and the stranger’s codes end with the owner’s', async () => {
    const email = newEmail();
    const [owner, stranger] = [browser(), browser('198.51.100.7')];
    const own = await registerAs(owner, email, 'Owner');
    const late = await registerAs(stranger, email, 'Stranger');
    expect((await owner.verify(email, own)).status).toBe(200);
    expect((await stranger.verify(email, late)).status).toBe(422);
    expect((await bare().verify(email, late)).status).toBe(422);
    const { rows } = await app.database.pool.query(
      `select 1 from otps where email = $1 and subject_id is not null and ended_at is null`,
      [email],
    );
    expect(rows).toEqual([]);
  });

  test('both codes entered at once make one account', async () => {
    const email = newEmail();
    const [owner, stranger] = [browser(), browser('198.51.100.7')];
    const own = await registerAs(owner, email, 'Owner');
    const late = await registerAs(stranger, email, 'Stranger');
    const answers = await Promise.all([owner.verify(email, own), stranger.verify(email, late)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('a client without cookies', () => {
  test('verifies as ever while one registration waits, from another network too', async () => {
    const email = newEmail();
    const code = await registerAs(bare(), email, 'Owner');
    expect((await bare('198.51.100.7').verify(email, code)).status).toBe(200);
  });

  test('verifies what was registered in a browser, while one registration waits', async () => {
    const email = newEmail();
    const code = await registerAs(browser(), email, 'Owner');
    expect((await bare('198.51.100.7').verify(email, code)).status).toBe(200);
  });

  test('with several, a code activates the registration it was mailed for, and no other password takes effect', async () => {
    const email = newEmail();
    const own = await registerAs(bare(), email, 'Owner');
    await registerAs(bare(), email, 'Stranger');
    await registerAs(browser('198.51.100.7'), email, 'Another');
    expect((await bare().verify(email, own)).status).toBe(200);
    await expectOnly(email, 'Owner', ['Stranger', 'Another']);
  });

  test('takes no code of a registration from elsewhere while one of its own network waits', async () => {
    const email = newEmail();
    const own = await registerAs(bare(), email, 'Owner');
    const late = await registerAs(bare('198.51.100.7'), email, 'Stranger');
    if (late !== own) expect((await bare().verify(email, late)).status).toBe(422);
    expect((await bare().verify(email, own)).status).toBe(200);
    await expectOnly(email, 'Owner', ['Stranger']);
  });

  test('gets no further code where it could be for anybody’s registration, and the mail says so', async () => {
    const email = newEmail();
    await registerAs(browser(), email, 'Owner');
    await registerAs(browser(), email, 'Stranger');
    expect((await bare('198.51.100.7').resend(email)).status).toBe(200);
    await expect.poll(async () => (await app.mailsTo(email)).length).toBe(3);
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).toBe('More than one registration with your address');
    expect(mail?.text).toContain('Name: Owner Lovelace');
    expect(mail?.text).toContain('Name: Stranger Lovelace');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
  });
});

test('registrations and codes of an earlier version, which did not know browsers, are as without cookies', async () => {
  const email = newEmail();
  const owner = browser();
  const codes = [await registerAs(owner, email, 'First'), await registerAs(bare(), email, 'Second')];
  await app.superuser.pool.query(
    `with waiting as (update pending_registrations set browser_hash = null, network = null, device = null
       where email = $1)
     update otps set origin = null, browser_hash = null, network = null where email = $1`,
    [email],
  );
  const [first = '', second = ''] = codes;
  expect((await owner.verify(email, otherThan(first))).status).toBe(422);
  expect((await owner.verify(email, second)).status).toBe(200);
  await expectOnly(email, 'Second', ['First']);
});

test('the mail with a code says whose registration it is for, and when and with what it was made', async () => {
  const email = newEmail();
  const before = new Date().toISOString();
  await registerAs(browser(), email, 'Owner');
  const [mail] = await app.mailsTo(email);
  expect(mail?.text).toContain('Name: Owner Lovelace');
  const at = /Registered: (\S+ \S+) UTC/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(`${at.replace(' ', 'T')}:59.999Z` >= before).toBe(true);
  expect(mail?.text).toContain('Device: Unknown device');
});

test('signing in before the code compares with the own registration, whoever registered last', async () => {
  const email = newEmail();
  const [owner, stranger] = [browser(), browser('198.51.100.7')];
  await registerAs(owner, email, 'Owner');
  await registerAs(stranger, email, 'Stranger');
  expect((await owner.login(email, passwordOf('Owner'))).status).toBe(403);
  expect((await owner.login(email, passwordOf('Stranger'))).status).toBe(401);
});

test('a verified sign-in and a refused code leave security events', async () => {
  const email = newEmail();
  const owner = browser('2001:db8::1');
  const code = await registerAs(owner, email, 'Owner');
  await owner.verify(email, otherThan(code));
  await owner.verify(email, code);
  const { rows } = await app.database.pool.query(
    'select kind, email, network, detail from security_events where email = $1 order by id',
    [email],
  );
  expect(rows).toEqual([
    { kind: 'code_refused', email, network: '2001:db8::/64', detail: 'verify_email' },
    { kind: 'sign_in', email, network: '2001:db8::/64', detail: null },
  ]);
});
