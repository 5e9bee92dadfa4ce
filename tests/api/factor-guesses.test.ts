import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInStepSchema } from '../../contract/factors';
import { z } from '../../contract/zod';
import { forgetSteps, setUpTotp, totpCode } from '../support/second-factor';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';
import { authCalls, behindProxy, cookiesOf, password } from './auth-calls';

/** Guesses at codes of authenticator apps at sign-ins (docs/rules.md, "Second factor"). */

let app: TestApp;
let owner: { email: string; userId: string; token: string; secret: string };
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', ...behindProxy });
});
afterAll(() => app.close());
beforeEach(async () => {
  const person = await app.signUp();
  owner = { ...person, ...(await setUpTotp(app, person.token, password)) };
});

/** Where `signUp` comes from. */
const home = '127.0.0.1';
let networks = 0;
/** An address that nobody has come from yet, in a network of its own. */
const somewhere = () => {
  networks += 1;
  return `2001:db8:${networks.toString(16)}::1`;
};

interface Place {
  ip: string;
  cookie?: string;
}

const post = (url: string, { ip, cookie }: Place, body: object) =>
  app.call('POST', url, {
    body,
    headers: { 'x-forwarded-for': ip, ...(cookie !== undefined && { cookie }) },
  });

async function ticketAt(place: Place, secret: string): Promise<string> {
  const refused = await post('/api/user/login', place, { email: owner.email, password: secret });
  return signInStepSchema.parse(refused.errors[0]?.signIn).ticket;
}
const finish = (place: Place, ticket: string, code: string) =>
  post('/api/auth/factor', place, { ticket, proof: { kind: 'totp', code } });

/** Signs in with the right password and the right code. */
async function signIn(place: Place, secret = password): Promise<Answer> {
  await forgetSteps(app, owner.userId);
  return finish(place, await ticketAt(place, secret), totpCode(owner.secret));
}

/** Guesses with the right password, as many as five tickets allow; how often the guess was looked at. */
async function guess(placeOf: () => Place, secret = password): Promise<number> {
  const right = [-1, 0, 1].map((steps) => totpCode(owner.secret, steps));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  let looked = 0;
  for (let tickets = 0; tickets < 5; tickets += 1) {
    const place = placeOf();
    const ticket = await ticketAt(place, secret);
    for (let guesses = 0; guesses < 5; guesses += 1) {
      const { status } = await finish(place, ticket, wrong);
      expect([422, 429]).toContain(status);
      if (status === 422) looked += 1;
    }
  }
  return looked;
}
const strangers = () => ({ ip: somewhere() });
const deviceIn = (answer: Answer) =>
  cookiesOf(answer)
    .find((cookie) => cookie.startsWith('device-'))
    ?.split(';')[0] ?? '';

/** As a new password or another set of factors does. */
const renew = () =>
  app.database.pool.query('update users set credential_version = credential_version + 1 where id = $1', [
    owner.userId,
  ]);

describe('strangers who know the password', () => {
  test('guess twenty times a day between them, and then learn nothing', async () => {
    expect(await guess(strangers)).toBe(20);
    const late = await signIn(strangers());
    expect([late.status, late.errors[0]?.code]).toEqual([429, 'rate_limited']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
  });

  test('do not keep the owner out: at home, or in a browser of an earlier sign-in wherever it is', async () => {
    const cookie = deviceIn(await signIn({ ip: somewhere() }));
    expect(cookie).not.toBe('');
    await guess(strangers);
    expect((await signIn({ ip: home })).status).toBe(200);
    expect((await signIn({ ip: somewhere(), cookie })).status).toBe(200);
  });

  test('do not keep the owner out of a new place once there is another password', async () => {
    await guess(strangers);
    const body = { oldPassword: password, newPassword: 'another long one' };
    expect((await app.call('PUT', '/api/user/password', { token: owner.token, body })).status).toBe(200);
    expect((await signIn({ ip: somewhere() }, 'another long one')).status).toBe(200);
  });

  test('gain twenty guesses by new passwords, and no more however many there are', async () => {
    expect(await guess(strangers)).toBe(20);
    await renew();
    expect(await guess(strangers)).toBe(20);
    await renew();
    expect(await guess(strangers)).toBe(0);
    expect((await signIn({ ip: home })).status).toBe(200);
  });

  test('are strangers as well in a browser that is known by the mailbox alone', async () => {
    const { resend, trade } = authCalls(() => app, { ip: somewhere() });
    await resend(owner.email, 'reset_password');
    const token = z.string().parse((await trade(owner.email, await app.codeFor(owner.email, 2))).data);
    const reset = await app.call('PUT', '/api/auth/password', {
      body: { token, password: 'from the mailbox' },
    });
    const cookie = deviceIn(reset);
    expect(cookie).not.toBe('');
    expect(await guess(() => ({ ip: somewhere(), cookie }), 'from the mailbox')).toBe(20);
    expect((await signIn({ ip: somewhere() }, 'from the mailbox')).status).toBe(429);
    // Once a factor was shown in it, it is the owner's.
    await renew();
    const known = deviceIn(await signIn({ ip: somewhere() }, 'from the mailbox'));
    await guess(strangers, 'from the mailbox');
    expect((await signIn({ ip: somewhere(), cookie: known }, 'from the mailbox')).status).toBe(200);
  });
});

describe('a known place', () => {
  test('has twenty guesses a day of its own: a network, and with others forty between them', async () => {
    const office = somewhere();
    const hotel = somewhere();
    for (const ip of [office, hotel]) expect((await signIn({ ip })).status).toBe(200);
    expect(await guess(() => ({ ip: office }))).toBe(20);
    expect((await signIn({ ip: office })).status).toBe(429);
    const at = await signIn({ ip: hotel });
    expect(at.status).toBe(200);
    expect(await guess(() => ({ ip: hotel }))).toBe(20);
    expect((await signIn({ ip: home })).status).toBe(429);
    // The own browser and strangers are counted apart.
    expect((await signIn({ ip: office, cookie: deviceIn(at) })).status).toBe(200);
    expect((await signIn(strangers())).status).toBe(200);
  });

  test('has twenty guesses a day of its own: a browser', async () => {
    const cookie = deviceIn(await signIn({ ip: somewhere() }));
    const other = deviceIn(await signIn({ ip: somewhere() }));
    expect(await guess(() => ({ ip: somewhere(), cookie }))).toBe(20);
    expect((await signIn({ ip: somewhere(), cookie })).status).toBe(429);
    expect((await signIn({ ip: somewhere(), cookie: other })).status).toBe(200);
  });
});
