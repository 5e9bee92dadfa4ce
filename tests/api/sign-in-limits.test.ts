import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { refusedAfter } from '../../server/auth/sign-in-limits';
import { readConfig } from '../../server/config';
import { createCounterKey } from '../../server/counter-key';
import { loadSecrets } from '../../server/secrets';
import { forgetSteps, setUpTotp, ticketFor, totpCode } from '../support/second-factor';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';
import { authCalls, newEmail, otherThan, password } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on' });
});
afterAll(() => app.close());
// Ten an hour are fewer than sign up here.
beforeEach(() => app.database.pool.query("delete from rate_limits where key like 'registration:%'"));

const { trade, resend } = authCalls(() => app);

interface SignIn {
  from: string;
  email: string;
  password?: string;
  cookie?: string | undefined;
}

/** Signs in from an address, with a wrong password if none is given. */
async function signIn({ from, email, password: secret = 'wrong password', cookie }: SignIn) {
  const { statusCode, headers } = await app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: from,
    headers: cookie === undefined ? {} : { cookie },
    payload: { email, password: secret },
  });
  const set = [headers['set-cookie'] ?? []].flat().join('\n');
  return { status: statusCode, set, cookie: /^device-[^;]+/m.exec(set)?.[0], wait: headers['retry-after'] };
}
const statusOf = async (attempt: SignIn) => (await signIn(attempt)).status;

let networks = 0;
/** An address that nobody has come from yet, in a network of its own. */
const somewhere = () => {
  networks += 1;
  return `2001:db8:${networks.toString(16)}::1`;
};

/** Signs up over a loopback address, as the helper does; that network is known from then on. */
const home = '127.0.0.1';
/** So many attempts: one after the other until one is refused, and what is left at once, as each of these is held for a while. */
async function attempts(count: number, attempt: () => Promise<number>): Promise<number[]> {
  const answers: number[] = [];
  while (answers.length < count && answers.at(-1) !== 429) answers.push(await attempt());
  return [...answers, ...(await Promise.all(Array.from({ length: count - answers.length }, attempt)))];
}
/** Guesses of as many networks, more than the rule allows. */
const flood = (email: string, guesses = 25) =>
  attempts(guesses, () => statusOf({ from: somewhere(), email }));
/** Guesses at as many addresses. */
const floodFrom = (from: string, guesses: number) =>
  attempts(guesses, () => statusOf({ from, email: newEmail() }));

describe('one visitor at many accounts', () => {
  test('fails thirty times in a quarter of an hour, whoever’s the accounts are, and then learns nothing', async () => {
    const { email } = await app.signUp();
    const from = somewhere();
    expect(await floodFrom(from, 30)).toEqual(Array<number>(30).fill(401));
    const [known, unknown] = await Promise.all(
      [email, newEmail()].map((address) => signIn({ from, email: address, password })),
    );
    expect([known?.status, unknown?.status]).toEqual([429, 429]);
    expect(Number(known?.wait)).toBeGreaterThan(800);
    expect(await statusOf({ from: somewhere(), email, password })).toBe(200);
  });

  test('fails no more often by sending all at once', async () => {
    const from = somewhere();
    const answers = await Promise.all(
      Array.from({ length: 45 }, () => statusOf({ from, email: newEmail() })),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(30);
    expect(answers.filter((status) => status === 429)).toHaveLength(15);
  });

  test('fails no more often with an account of its own; who signs in rightly takes nothing from neighbours', async () => {
    const own = await app.signUp();
    const from = somewhere();
    const failed: number[] = [];
    for (const guesses of [6, 6, 6, 6, 12]) {
      expect(await statusOf({ from, email: own.email, password })).toBe(200);
      failed.push(...(await floodFrom(from, guesses)));
    }
    expect(failed).toEqual([...Array<number>(30).fill(401), ...Array<number>(6).fill(429)]);
  });

  test('fails no more often by the password of an own registration with the address', async () => {
    const { email } = await app.signUp();
    for (const address of [email, newEmail()]) {
      await authCalls(() => app).register(address, { password: 'the password of a stranger' });
      const from = somewhere();
      for (let sent = 1; sent <= 4; sent += 1) expect(await statusOf({ from, email: address })).toBe(401);
      const registered = { from, email: address, password: 'the password of a stranger' };
      expect(await statusOf(registered)).toBe(403);
      expect(await statusOf(registered)).toBe(429);
      expect(await statusOf({ from, email: address })).toBe(429);
    }
    expect(await statusOf({ from: somewhere(), email, password })).toBe(200);
  });

  test('stands in nobody’s way who has signed in there before', async () => {
    const office = somewhere();
    const { email } = await app.signUp();
    expect(await statusOf({ from: office, email, password })).toBe(200);
    expect((await floodFrom(office, 40)).at(-1)).toBe(429);
    for (let sent = 1; sent <= 5; sent += 1)
      expect(await statusOf({ from: office, email, password })).toBe(200);
  });
});

describe('a limit that is passed in a network that many share', () => {
  /** What a guesser sees of a sign-in: the answer, and how long it took at least. */
  async function seen(attempt: SignIn) {
    const begun = performance.now();
    const { status, wait } = await signIn(attempt);
    return { status, waits: wait !== undefined, held: performance.now() - begun > refusedAfter - 50 };
  }
  const refused = { status: 429, waits: true, held: true };

  test('that of the network tells nobody who has signed in there, then or later', async () => {
    const office = somewhere();
    const { email } = await app.signUp();
    const registered = 'the password of a stranger';
    await authCalls(() => app).register(email, { password: registered });
    expect(await statusOf({ from: office, email, password })).toBe(200);
    await floodFrom(office, 30);
    const addresses = [email, newEmail()];
    for (const address of addresses) {
      const from = office;
      expect(await seen({ from, email: address, password: registered })).toEqual(refused);
      // More than are looked at.
      const more = await Promise.all(Array.from({ length: 6 }, () => seen({ from, email: address })));
      expect(more).toEqual(Array(6).fill(refused));
    }
    const [first, second] = await Promise.all(
      addresses.map((address) => signIn({ from: office, email: address })),
    );
    expect(Math.abs(Number(first?.wait) - Number(second?.wait))).toBeLessThanOrEqual(1);
    await app.database.pool.query("delete from rate_limits where key like 'loginNetwork:%'");
    for (const address of addresses) {
      // Nothing of that counts once the network may fail again, nor elsewhere.
      for (let sent = 1; sent <= 5; sent += 1) {
        expect(await statusOf({ from: office, email: address })).toBe(401);
      }
      expect(await flood(address, 15)).toEqual(Array<number>(15).fill(401));
      expect(await statusOf({ from: somewhere(), email: address })).toBe(429);
    }
  });

  test('that of the address tells nobody either, and the right password gets in', async () => {
    const office = somewhere();
    const { email } = await app.signUp();
    expect(await statusOf({ from: office, email, password })).toBe(200);
    for (const address of [email, newEmail()]) {
      await flood(address, 20);
      expect(await seen({ from: office, email: address })).toEqual(refused);
    }
    expect(await statusOf({ from: office, email, password })).toBe(200);
  });
});

describe('right sign-ins of one person', () => {
  test('are sixty in a quarter of an hour, from wherever, and wrong ones are not among them', async () => {
    const { email, userId } = await app.signUp();
    const office = somewhere();
    const rightFrom = (from: string) => signIn({ from, email, password });
    expect(await statusOf({ from: office, email })).toBe(401);
    for (let sent = 1; sent <= 60; sent += 1) {
      expect((await rightFrom(sent % 2 === 0 ? office : home)).status).toBe(200);
    }
    const refused = await rightFrom(home);
    expect(refused.status).toBe(429);
    expect(Number(refused.wait)).toBeGreaterThan(800);
    expect((await rightFrom(somewhere())).status).toBe(429);
    const { rows } = await app.database.pool.query(
      `select 1 from security_events where user_id = $1 and kind = 'limit_hit' and detail = 'signIns'`,
      [userId],
    );
    expect(rows).toHaveLength(1);
  });

  test('that wait for a second factor are sixty from a network, and keep the owner out nowhere else', async () => {
    const { email, token, userId } = await app.signUp();
    const { secret } = await setUpTotp(app, token, password);
    const thief = somewhere();
    for (let sent = 1; sent <= 60; sent += 1) {
      expect(await statusOf({ from: thief, email, password })).toBe(403);
    }
    expect(await statusOf({ from: thief, email, password })).toBe(429);
    await forgetSteps(app, userId);
    const finish = async (code: string) => {
      const { ticket } = await ticketFor(app, { email, password });
      return app.call('POST', '/api/auth/factor', { body: { ticket, proof: { kind: 'totp', code } } });
    };
    const pointsOf = async () => {
      const { rows } = await app.database.pool.query<{ points: number }>(
        `select coalesce(sum(points), 0)::int as points from rate_limits where key = 'signIns:' || $1`,
        [createCounterKey(loadSecrets(readConfig({ DATA_DIR: app.dataDir })).counterKey)(userId)],
      );
      return rows[0]?.points;
    };
    expect((await finish(otherThan(totpCode(secret)))).status).toBe(422);
    expect(await pointsOf()).toBe(0);
    expect((await finish(totpCode(secret))).status).toBe(200);
    expect(await pointsOf()).toBe(1);
  });
});

describe('many visitors at one account', () => {
  test('fail twenty times in a quarter of an hour between them, and the same at an address nobody owns', async () => {
    const { email } = await app.signUp();
    for (const address of [email, newEmail()]) {
      const answers = await flood(address);
      expect(answers).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
    }
  });

  test('do not keep the owner out: at home, or in a browser of an earlier sign-in wherever it is', async () => {
    const { email } = await app.signUp();
    const { cookie } = await signIn({ from: somewhere(), email, password });
    await flood(email, 40);
    expect(await statusOf({ from: somewhere(), email, password })).toBe(429);
    for (let signedIn = 1; signedIn <= 3; signedIn += 1) {
      expect(await statusOf({ from: home, email, password })).toBe(200);
      expect(await statusOf({ from: somewhere(), email, password, cookie })).toBe(200);
      await flood(email, 3);
    }
  });

  test('do not keep the owner out of a new place for good: the mailbox opens it', async () => {
    const { email } = await app.signUp();
    await flood(email);
    const from = somewhere();
    expect(await statusOf({ from, email, password })).toBe(429);
    await resend(email, 'reset_password');
    const token = z.string().parse((await trade(email, await app.codeFor(email, 2))).data);
    const reset = await app.call('PUT', '/api/auth/password', {
      body: { token, password: 'a new password' },
    });
    const cookie = /^device-[^;]+/.exec([reset.headers['set-cookie']].flat().join('\n'))?.[0];
    await flood(email, 3);
    expect(await statusOf({ from, email, password: 'a new password' })).toBe(429);
    expect(await statusOf({ from, email, password: 'a new password', cookie })).toBe(200);
  });
});

describe('a device cookie', () => {
  test('is for this site alone, and names nobody', async () => {
    const { email, userId } = await app.signUp();
    const { set } = await signIn({ from: home, email, password });
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(set).toMatch(/Max-Age=\d{8};/);
    expect(set).not.toContain(email);
    expect(set).not.toContain(userId);
    const failed = await signIn({ from: home, email });
    expect(failed.set).toBe('');
  });

  test('is sent back over https only where the product is reached by https', async () => {
    const secure = await startTestApp({ PUBLIC_URL: 'https://invest.example.com' });
    const { headers } = await secure.call('POST', '/api/user/login', {
      body: adminSignIn,
    });
    expect(headers['set-cookie']).toMatch(
      /^__Host-device-[0-9a-f]{16}=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await secure.close();
  });

  test('comes with the first code too, and lets five guesses through in a quarter of an hour', async () => {
    const email = newEmail();
    await authCalls(() => app).register(email);
    const verified = await authCalls(() => app).verify(email, await app.codeFor(email));
    const cookie = /^device-[^;]+/.exec([verified.headers['set-cookie']].flat().join('\n'))?.[0];
    await flood(email);
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await statusOf({ from: somewhere(), email, cookie })).toBe(401);
    }
    expect(await statusOf({ from: somewhere(), email, password, cookie })).toBe(429);
    // The owner has another browser, or none.
    expect(await statusOf({ from: home, email, password })).toBe(200);
  });

  test('of one person is worth nothing at the account of another', async () => {
    const [thief, owner] = [await app.signUp(), await app.signUp()];
    const { cookie = '' } = await signIn({ from: somewhere(), email: thief.email, password });
    const { cookie: ofOwner = '' } = await signIn({ from: somewhere(), email: owner.email, password });
    await flood(owner.email);
    const renamed = `${ofOwner.split('=')[0]}=${cookie.split('=')[1]}`;
    const forged = `${ofOwner.slice(0, -3)}AAA`;
    const worthless = [cookie, renamed, forged, 'device-=; device', `${ofOwner.split('=')[0]}=%E0%A4%A`];
    const answers = await Promise.all(
      worthless.map((other) => statusOf({ from: somewhere(), email: owner.email, cookie: other })),
    );
    expect(answers).toEqual(worthless.map(() => 429));
    expect(await statusOf({ from: somewhere(), email: owner.email, cookie: ofOwner })).toBe(401);
  });
});

test('a device cookie ends with the password it was got by', async () => {
  const { email, userId } = await app.signUp();
  const { cookie } = await signIn({ from: somewhere(), email, password });
  await flood(email);
  expect(await statusOf({ from: somewhere(), email, cookie })).toBe(401);
  await app.database.pool.query(
    'update users set credential_version = credential_version + 1 where id = $1',
    [userId],
  );
  expect(await statusOf({ from: somewhere(), email, cookie })).toBe(429);
});

describe('one visitor', () => {
  test.each([
    ['a /64 of IPv6', (guess: number) => `2001:db8:ffff:1:${guess}::${guess}`, '2001:db8:ffff:2::1'],
    [
      'an IPv4 address, however it is written',
      (guess: number) => ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209'][guess % 3] ?? '',
      '192.0.2.10',
    ],
  ])('is %s', async (_, addressOf, neighbour) => {
    const { email } = await app.signUp();
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await statusOf({ from: addressOf(guess), email })).toBe(401);
    }
    expect(await statusOf({ from: addressOf(6), email })).toBe(429);
    expect(await statusOf({ from: neighbour, email })).toBe(401);
  });

  test('with a /64 has one budget of everything that is counted by visitor', async () => {
    const read = async (host: number) =>
      (
        await app.app.inject({
          url: `/api/proofs/${randomUUID()}?expires=1&signature=${'x'.repeat(43)}`,
          remoteAddress: `2001:db8:ffff:3::${host.toString(16)}`,
        })
      ).statusCode;
    for (let host = 1; host <= 120; host += 1) expect(await read(host)).toBe(404);
    expect(await read(121)).toBe(429);
  });
});

describe('the record of security events', () => {
  const eventsOf = async (email: string) => {
    const { rows } = await app.database.pool.query<Record<string, string | null>>(
      'select kind, user_id, network, device, detail from security_events where email = $1 order by id',
      [email],
    );
    return rows;
  };

  test('has sign-ins, failed ones, and a limit once however often it is hit', async () => {
    const { email, userId } = await app.signUp();
    const from = '2001:db8:eeee:1::7';
    const network = '2001:db8:eeee:1::/64';
    await signIn({ from, email, password });
    await attempts(12, () => statusOf({ from, email }));
    const event = { user_id: userId, network, device: 'Unknown device' };
    expect(await eventsOf(email)).toMatchObject([
      // The code that was entered first.
      { ...event, kind: 'sign_in', network: '127.0.0.1', detail: null },
      { ...event, kind: 'sign_in', detail: null },
      ...Array.from({ length: 5 }, () => ({ ...event, kind: 'sign_in_failed', detail: null })),
      { ...event, kind: 'limit_hit', detail: 'login' },
    ]);
    const { rows } = await app.database.pool.query(
      `select 1 from security_events e where strpos(e::text, 'wrong password') > 0`,
    );
    expect(rows).toEqual([]);
  });

  test('has addresses that nobody owns as they were tried, and no more rows than passwords were looked at', async () => {
    const email = newEmail();
    await flood(email, 40);
    const events = await eventsOf(email);
    expect(events.filter(({ kind }) => kind === 'sign_in_failed')).toHaveLength(20);
    expect(events.filter(({ kind }) => kind === 'limit_hit')).toMatchObject([
      { user_id: null, detail: 'loginAccount' },
    ]);
    expect(events).toHaveLength(21);
  });

  test('has refused roles, a few for a session', async () => {
    const { email, token, userId } = await app.signUp();
    for (let asked = 1; asked <= 15; asked += 1) {
      expect((await app.call('GET', `/api/user/${userId}`, { token })).status).toBe(403);
    }
    const refused = (await eventsOf(email)).filter(({ kind }) => kind === 'access_refused');
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({
      user_id: userId,
      detail: expect.stringMatching(/^GET \/api\/user\//),
    });
  });
});
