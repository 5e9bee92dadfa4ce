import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app';
import { newEmail, password } from './auth-calls';

/*
 * Over real connections, with a proxy that says where they come from. Without limits, since these tests are about what
 * the limits let through: thousands of networks may send a guess each.
 */

let app: TestApp;
let port: number;
beforeEach(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, { hashing: 'slow' });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.app.server.address() as AddressInfo);
});
afterEach(() => app.close());

interface SignIn {
  from: string;
  email: string;
  password?: string;
  cookie?: string | undefined;
}

/** Begins a sign-in on a connection; `answered` answers status and cookie, 0 for a connection that ended. */
function begin(agent: Agent, { from, email, password: secret = 'wrong password', cookie }: SignIn) {
  const body = JSON.stringify({ email, password: secret });
  const sent = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/user/login',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': from,
      ...(cookie !== undefined && { cookie }),
    },
  });
  sent.end(body);
  const answered = once(sent, 'response').then(
    async ([response]) => {
      const { statusCode, headers } = response;
      response.resume();
      await once(response, 'end');
      return {
        status: Number(statusCode),
        cookie: /^device-[^;]+/.exec(String(headers['set-cookie']))?.[0],
        retryAfter: headers['retry-after'],
      };
    },
    () => ({ status: 0, cookie: undefined, retryAfter: undefined }),
  );
  return { answered, hangUp: () => sent.destroy() };
}

/**
 * Sends wrong passwords from each network, so many at a time, until it is stopped. For each that was looked at two that
 * were turned away come again, so that the queue stays full.
 */
function flood(networks: string[], atATime: number) {
  const agent = new Agent({ keepAlive: true });
  const answers: { status: number; retryAfter: unknown }[] = [];
  const turnedAway: (() => void)[] = [];
  let stopped = false;
  const workers = networks.flatMap((from) =>
    Array.from({ length: atATime }, async () => {
      // Bounded, whatever becomes of the test.
      for (let sent = 0; sent < 2_000 && !stopped; sent += 1) {
        const answer = await begin(agent, { from, email: newEmail() }).answered;
        answers.push(answer);
        if (stopped) break;
        if (answer.status === 503) await new Promise<void>((resolve) => turnedAway.push(resolve));
        else for (const comeAgain of turnedAway.splice(0, 2)) comeAgain();
      }
    }),
  );
  return {
    answers,
    async stop() {
      stopped = true;
      for (const comeAgain of turnedAway) comeAgain();
      await Promise.all(workers);
      agent.destroy();
    },
  };
}

/** Signs in so many times at once, and once more when all are answered; the place tells them apart. */
async function signInTwice(atOnce: number, attempt: (place: number) => SignIn): Promise<number[]> {
  const agent = new Agent();
  const wave = (first: number) =>
    Promise.all(
      Array.from({ length: atOnce }, async (_, nth) => {
        const { status } = await begin(agent, attempt(first + nth)).answered;
        return status;
      }),
    );
  return [...(await wave(1)), ...(await wave(1 + atOnce))];
}

/** Waits until strangers are being turned away. */
async function untilFull({ answers }: ReturnType<typeof flood>): Promise<void> {
  await expect
    .poll(() => answers.filter(({ status }) => status === 503).length, { timeout: 60_000 })
    .toBeGreaterThan(20);
}

test('the right password gets in every time while strangers flood from several networks', async () => {
  const { email } = await app.signUp();
  const flooding = flood(
    ['198.51.100.1', '198.51.100.2', '198.51.100.3', '2001:db8:1::1', '2001:db8:2::1'],
    24,
  );
  await untilFull(flooding);
  // Each from a place where nobody has been.
  const statuses = await signInTwice(3, (place) => ({ from: `203.0.113.${place}`, email, password }));
  await flooding.stop();
  expect(statuses).toEqual(Array<number>(6).fill(200));
  expect(
    flooding.answers.every(
      ({ status, retryAfter }) => status === 401 || (status === 503 && retryAfter === '1'),
    ),
  ).toBe(true);
});

test('the owner gets in from the network that floods, in a browser of an earlier sign-in', async () => {
  const { email } = await app.signUp();
  const agent = new Agent();
  const { cookie } = await begin(agent, { from: '203.0.113.1', email, password }).answered;
  const flooding = flood(['198.51.100.1'], 100);
  await untilFull(flooding);
  const statuses = await signInTwice(3, () => ({ from: '198.51.100.1', email, password, cookie }));
  await flooding.stop();
  expect(statuses).toEqual(Array<number>(6).fill(200));
});

test('the owner gets in at home while more networks flood than there are places to wait', async () => {
  const { email } = await app.signUp();
  const agent = new Agent();
  await begin(agent, { from: '203.0.113.1', email, password }).answered;
  const flooding = flood(
    Array.from({ length: 120 }, (_, network) => `2001:db8:${network.toString(16)}::1`),
    1,
  );
  await untilFull(flooding);
  const statuses = await signInTwice(3, () => ({ from: '203.0.113.1', email, password }));
  await flooding.stop();
  expect(statuses).toEqual(Array<number>(6).fill(200));
});

test('passwords of clients that hang up are not looked at', async () => {
  const { email } = await app.signUp();
  const agent = new Agent();
  const sent = Array.from({ length: 60 }, () => begin(agent, { from: '198.51.100.1', email: newEmail() }));
  await Promise.race(sent.map(({ answered }) => answered));
  for (const { hangUp } of sent) hangUp();
  await Promise.all(sent.map(({ answered }) => answered));
  // Behind them all, if they were still waiting.
  const { answered } = begin(agent, { from: '198.51.100.1', email, password });
  expect((await answered).status).toBe(200);
  const looked = async () => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      `select count(*)::int from security_events where kind = 'sign_in_failed'`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await looked();
  // How many were looked at before they hung up is a matter of speed.
  expect(before).toBeLessThan(sent.length);
  // Whoever stays is looked at.
  const stayed = begin(agent, { from: '198.51.100.1', email: newEmail() });
  expect((await stayed.answered).status).toBe(401);
  await expect.poll(looked).toBeGreaterThan(before);
});
