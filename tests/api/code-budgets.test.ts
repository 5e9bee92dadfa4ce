import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsOfKnown, mailsOfStrangers } from '../../server/auth/code-requests';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';
import { authCalls, behindProxy, cookiesOf, newEmail, otherThan } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(behindProxy);
});
afterAll(() => app.close());

const here = '192.0.2.1';
const browser = (ip = here) => authCalls(() => app, { keepsCookies: true, ip });
const bare = (ip = here) => authCalls(() => app, { ip });
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

/** An address with a registration that waits in a browser. */
async function registered(ip = here) {
  const email = newEmail();
  const owner = browser(ip);
  await owner.register(email);
  return { email, owner, code: await app.codeFor(email) };
}

describe('guesses of strangers', () => {
  test('do not burn the code of whoever asked for it', async () => {
    const { email, owner, code } = await registered();
    const inBrowser = browser();
    for (const stranger of [bare(), inBrowser, bare('198.51.100.7'), bare('203.0.113.9')]) {
      for (const _ of times(8)) expect((await stranger.verify(email, otherThan(code))).status).toBe(422);
    }
    expect((await owner.verify(email, code)).status).toBe(200);
  });

  test('at a reset code do not burn it either, wherever they come from', async () => {
    const { email } = await app.signUp();
    const owner = browser();
    await owner.resend(email, 'reset_password');
    const code = await app.codeFor(email, 2);
    for (const stranger of [bare(), browser(), bare('198.51.100.7')]) {
      for (const _ of times(8)) expect((await stranger.trade(email, otherThan(code))).status).toBe(422);
    }
    expect((await owner.trade(email, code)).status).toBe(200);
  });

  test('are fifteen at most at one code: five of its browser, of its network, and of everybody else', async () => {
    const { email } = await app.signUp();
    const owner = browser();
    await owner.resend(email, 'reset_password');
    const code = await app.codeFor(email, 2);
    const wrong = otherThan(code);
    // At once, and from as many places as there are.
    await Promise.all([
      ...times(5).map(() => bare().trade(email, wrong)),
      ...times(5).map((at) => bare(`203.0.113.${at}`).trade(email, wrong)),
      ...times(5).map(() => owner.trade(email, wrong)),
    ]);
    for (const guesser of [bare(), browser(), bare('203.0.113.99'), owner]) {
      expect((await guesser.trade(email, code)).status).toBe(422);
    }
    const { rows } = await app.database.pool.query(
      `select attempts, network_attempts, other_attempts from otps
       where email = $1 and purpose = 'reset_password' and subject_id is not null`,
      [email],
    );
    expect(rows).toEqual([{ attempts: 5, network_attempts: 5, other_attempts: 5 }]);
  });

  test('from one /64 are of one network', async () => {
    const { email, code } = await registered('2001:db8:0:1::1');
    for (const at of times(5)) await bare(`2001:db8:0:2::${at}`).verify(email, otherThan(code));
    expect((await bare('2001:db8:0:2:ffff::1').verify(email, code)).status).toBe(422);
    expect((await bare('2001:db8:0:1:ffff::1').verify(email, code)).status).toBe(200);
  });
});

describe('a used-up code', () => {
  const answersOf = async (guess: () => ReturnType<ReturnType<typeof bare>['verify']>, count: number) => {
    const codes: (string | undefined)[] = [];
    for (const _ of times(count)) codes.push((await guess()).errors[0]?.code);
    return codes;
  };
  const five = times(5).map(() => 'invalid_otp');

  test('says that a new one is needed, and a new one works', async () => {
    const { email, owner, code } = await registered();
    expect(await answersOf(() => owner.verify(email, otherThan(code)), 6)).toEqual([...five, 'otp_used_up']);
    expect(await owner.verify(email, code)).toMatchObject({
      status: 422,
      errors: [
        {
          code: 'otp_used_up',
          field: 'otp',
          message: 'This code has been tried too often; ask for a new one',
        },
      ],
    });
    await owner.age(email, '61 seconds');
    await owner.resend(email);
    const second = await app.codeFor(email, 2);
    expect((await owner.verify(email, otherThan(second))).errors[0]?.code).toBe('invalid_otp');
    expect((await owner.verify(email, second)).status).toBe(200);
  });

  test('says so to a client without cookies as well', async () => {
    const email = newEmail();
    await bare().register(email);
    const code = await app.codeFor(email);
    expect(await answersOf(() => bare().verify(email, otherThan(code)), 6)).toEqual([...five, 'otp_used_up']);
    expect((await bare().resend(email)).status).toBe(200);
    const second = await app.codeFor(email, 2);
    expect((await bare().verify(email, otherThan(second))).errors[0]?.code).toBe('invalid_otp');
    expect((await bare().verify(email, second)).status).toBe(200);
  });

  test('tells a stranger nothing: what is said depends on the own guesses alone', async () => {
    const pending = await registered();
    const { email: verified } = await app.signUp();
    const asked = browser();
    await asked.resend(verified, 'reset_password');
    const stranger = bare('198.51.100.7');
    for (const email of [pending.email, verified, newEmail()]) {
      const answers = await answersOf(() => stranger.verify(email, '000000'), 7);
      expect(answers).toEqual([...five, 'otp_used_up', 'otp_used_up']);
      const traded = await answersOf(() => stranger.trade(email, '000000'), 7);
      expect(traded).toEqual([...five, 'otp_used_up', 'otp_used_up']);
    }
    // A new code and the end of all codes do not show either.
    await pending.owner.age(pending.email, '61 seconds');
    await pending.owner.resend(pending.email);
    await pending.owner.verify(pending.email, await app.codeFor(pending.email, 2));
    expect(await answersOf(() => stranger.verify(pending.email, '000000'), 1)).toEqual(['otp_used_up']);
  });

  test('tells whoever asked for it nothing of the address, nor of a password changed meanwhile', async () => {
    const { email: known, token } = await app.signUp();
    const answers: string[][] = [];
    for (const email of [known, newEmail()]) {
      const stranger = browser('198.51.100.7');
      expect((await stranger.resend(email, 'reset_password')).status).toBe(200);
      const guess = async () => String((await stranger.trade(email, '000000')).errors[0]?.code);
      const given: string[] = [];
      for (const _ of times(3)) given.push(await guess());
      if (email === known) {
        const body = { oldPassword: 'correct horse', newPassword: 'a new password' };
        expect((await app.call('PUT', '/api/user/password', { token, body })).status).toBe(200);
      }
      for (const _ of times(4)) given.push(await guess());
      answers.push(given);
    }
    expect(answers[0]).toEqual([...five, 'otp_used_up', 'otp_used_up']);
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe('requests of strangers', () => {
  test('do not use up the quota of the owner', async () => {
    const { email, owner } = await registered();
    for (const stranger of [browser(), browser('198.51.100.7')]) {
      for (const _ of times(5)) {
        expect((await stranger.resend(email)).status).toBe(200);
        await stranger.age(email, '61 seconds');
      }
      expect((await stranger.resend(email)).status).toBe(429);
    }
    // The registration was the first of five.
    for (const _ of times(4)) {
      expect((await owner.resend(email)).status).toBe(200);
      await owner.age(email, '61 seconds');
    }
    expect((await owner.resend(email)).status).toBe(429);
  });

  test('and further registrations leave the code of a registration as it is', async () => {
    const { email, owner, code } = await registered();
    for (const stranger of [bare(), browser(), browser('198.51.100.7')]) {
      expect((await stranger.resend(email)).status).toBe(200);
      await stranger.age(email, '61 seconds');
      expect((await stranger.register(email)).status).toBe(201);
    }
    expect((await owner.verify(email, code)).status).toBe(200);
  });

  test('leave a reset code as it is; an own new one voids it', async () => {
    const { email } = await app.signUp();
    const [owner, stranger] = [browser(), browser('198.51.100.7')];
    await owner.resend(email, 'reset_password');
    const first = await app.codeFor(email, 2);
    await stranger.resend(email, 'reset_password');
    // A code that is over before its mail has left is not mailed.
    await app.codeFor(email, 3);
    await stranger.age(email, '61 seconds');
    await stranger.resend(email, 'reset_password');
    await bare('203.0.113.9').resend(email, 'reset_password');
    await app.codeFor(email, 5);
    await owner.resend(email, 'reset_password');
    const own = await app.codeFor(email, 6);
    if (first !== own) expect((await owner.trade(email, first)).status).toBe(422);
    await stranger.resend(email, 'reset_password');
    expect((await owner.trade(email, own)).status).toBe(200);
  });

  test('are answered alike, the first as well as those after it, whether a code waits or not', async () => {
    const { email: pending } = await registered();
    const { email: verified } = await app.signUp();
    const seen: unknown[] = [];
    for (const email of [pending, verified, newEmail()]) {
      // In the very network the owner has just registered from.
      for (const stranger of [bare(), browser('198.51.100.7')]) {
        for (const activity of ['verify_email', 'reset_password']) {
          const answers = [];
          for (const _ of times(2)) answers.push(await stranger.resend(email, activity));
          expect(answers.map(({ status }) => status)).toEqual([200, 429]);
          seen.push(
            answers.map((answer) => [
              answer.data,
              answer.errors,
              Object.keys(answer.headers).sort(),
              cookiesOf(answer).map((cookie) => cookie.replace(/=[\w-]{43}/, '')),
            ]),
          );
        }
      }
    }
    expect(seen.slice(4, 8)).toEqual(seen.slice(0, 4));
    expect(seen.slice(8)).toEqual(seen.slice(0, 4));
  });

  test('count for the browser once it has asked for the address, and until then for its network', async () => {
    const { email, owner } = await registered();
    await bare().age(email, '61 seconds');
    expect((await owner.resend(email)).status).toBe(200);
    expect((await bare('198.51.100.20').resend(email)).status).toBe(200);
    // A cookie that was given for another address says nothing of this one.
    const other = browser('198.51.100.21');
    await other.register(newEmail());
    expect((await other.resend(email)).status).toBe(200);
    const { rows } = await app.database.pool.query<{ origin: string }>(
      'select origin from otps where email = $1 order by created_at, id',
      [email],
    );
    expect(rows.map(({ origin }) => origin)).toEqual(['registration', 'browser', 'network', 'network']);
  });

  test('of one network share a budget until they show the cookie they were given', async () => {
    const email = newEmail();
    expect((await bare().resend(email)).status).toBe(200);
    expect((await browser().resend(email)).status).toBe(429);
    expect((await bare('198.51.100.7').resend(email)).status).toBe(200);
  });
});

describe('mails to one address', () => {
  let networks = 0;
  const somewhere = () => {
    networks += 1;
    return `2001:db8:${networks.toString(16)}::1`;
  };
  const mailed = async (email: string): Promise<number> => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      'select count(*)::int as count from mail_outbox where recipient = $1',
      [email],
    );
    return rows[0]?.count ?? 0;
  };
  const said = (answer: Answer) => [
    answer.status,
    answer.data,
    answer.errors,
    Object.keys(answer.headers).sort(),
    cookiesOf(answer).map((cookie) => cookie.replace(/=[\w-]{43}/, '')),
  ];

  test('that registrations of strangers ask for are ten an hour and twenty a day, and nobody is told', async () => {
    const email = newEmail();
    const flood = async () => {
      const before = await mailed(email);
      const answers: unknown[] = [];
      for (const _ of times(15)) answers.push(said(await bare(somewhere()).register(email)));
      expect(answers).toEqual(answers.map(() => answers[0]));
      return (await mailed(email)) - before;
    };
    expect(await flood()).toBe(mailsOfStrangers.perHour);
    // What was not mailed opens nothing.
    const { rows } = await app.database.pool.query(
      'select 1 from otps where email = $1 and subject_id is not null',
      [email],
    );
    expect(rows).toHaveLength(mailsOfStrangers.perHour);
    await app.database.pool.query('delete from otps where email = $1 and subject_id is null', [email]);
    await bare().age(email, '61 minutes');
    expect(await flood()).toBe(mailsOfStrangers.perDay - mailsOfStrangers.perHour);
    await bare().age(email, '61 minutes');
    expect(await flood()).toBe(0);
    await bare().age(email, '24 hours');
    expect(await flood()).toBe(mailsOfStrangers.perHour);
  });

  test('are no more by asking for different things, nor at once', async () => {
    const { email } = await app.signUp();
    const before = await mailed(email);
    const asked = await Promise.all(
      times(8).flatMap(() => [bare(somewhere()).register(email), bare(somewhere()).resend(email)]),
    );
    expect(asked.every(({ status }) => status < 300)).toBe(true);
    expect((await mailed(email)) - before).toBe(mailsOfStrangers.perHour);
    for (const _ of times(5)) await bare(somewhere()).resend(email, 'reset_password');
    expect((await mailed(email)) - before).toBe(mailsOfStrangers.perHour);
  });

  test('reach the owner in the own network, and in the own browser wherever it is', async () => {
    const { email } = await app.signUp();
    const signedIn = await bare(somewhere()).login(email);
    const cookie =
      cookiesOf(signedIn)
        .find((each) => each.startsWith('device-'))
        ?.split(';')[0] ?? '';
    const stranger = bare(somewhere());
    const first = said(await stranger.resend(email, 'reset_password'));
    for (const _ of times(12)) await bare(somewhere()).resend(email, 'reset_password');
    const before = await mailed(email);
    expect(said(await bare(somewhere()).resend(email, 'reset_password'))).toEqual(first);
    expect(await mailed(email)).toBe(before);

    const ask = (headers: Record<string, string>) =>
      app.call('POST', '/api/auth/resendOTP', { body: { email, activity: 'reset_password' }, headers });
    // Where `signUp` comes from.
    expect(said(await ask({}))).toEqual(first);
    expect(await mailed(email)).toBe(before + 1);
    expect(said(await ask({ 'x-forwarded-for': somewhere(), cookie }))).toEqual(first);
    expect(await mailed(email)).toBe(before + 2);
    const forged = `${cookie.slice(0, -3)}AAA`;
    expect(said(await ask({ 'x-forwarded-for': somewhere(), cookie: forged }))).toEqual(first);
    expect(await mailed(email)).toBe(before + 2);
    // Those of the owner take nothing from strangers.
    await bare().age(email, '61 minutes');
    expect((await bare(somewhere()).resend(email, 'reset_password')).status).toBe(200);
    expect(await mailed(email)).toBe(before + 3);
  });
});

describe('mails that networks of the owner’s ask for', () => {
  const owned = (at: number) => `198.51.100.${at + 1}`;

  test('are twenty an hour and forty a day between them, whatever a thief has signed in from', async () => {
    const { email, userId } = await app.signUp();
    const count = mailsOfKnown.perHour + 5;
    for (const at of times(count)) {
      await app.database.pool.query(
        `insert into sessions (id, user_id, expires_at, ip) values (gen_random_uuid(), $1, now() + interval '1 day', $2)`,
        [userId, owned(at)],
      );
    }
    const mailed = async () => {
      const { rows } = await app.database.pool.query<{ count: number }>(
        `select count(*)::int as count from otps
         where email = $1 and purpose = 'reset_password' and subject_id is not null`,
        [email],
      );
      return rows[0]?.count;
    };
    const ask = async () => {
      for (const at of times(count))
        expect((await bare(owned(at)).resend(email, 'reset_password')).status).toBe(200);
    };
    // The code of the sign-up is one of them.
    await bare().age(email, '25 hours');
    await ask();
    expect(await mailed()).toBe(mailsOfKnown.perHour);
    await app.database.pool.query('delete from otps where email = $1 and subject_id is null', [email]);
    await bare().age(email, '61 minutes');
    await ask();
    expect(await mailed()).toBe(mailsOfKnown.perDay);
    await bare().age(email, '61 minutes');
    await ask();
    expect(await mailed()).toBe(mailsOfKnown.perDay);
    // Strangers have their own.
    expect((await bare('203.0.113.77').resend(email, 'reset_password')).status).toBe(200);
    expect(await mailed()).toBe(mailsOfKnown.perDay + 1);
  });
});

describe('the cookie of a browser', () => {
  const attributes = ({ headers }: { headers: Record<string, unknown> }) =>
    String(headers['set-cookie']).split('; ');
  const register = (at: TestApp, cookie?: string) =>
    authCalls(() => ({
      ...at,
      call: (m, u, o) => at.call(m, u, { ...o, headers: cookie ? { cookie } : {} }),
    })).register;

  test('is closed to scripts and to other sites, and stays the same', async () => {
    const first = await register(app)(newEmail());
    const [pair = '', ...rest] = attributes(first);
    expect(pair).toMatch(/^browser=[\w-]{43}$/);
    expect(rest.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
    expect(attributes(await register(app, pair)(newEmail()))[0]).toBe(pair);
    const { rows } = await app.database.pool.query('select 1 from otps t where strpos(t::text, $1) > 0', [
      pair.slice('browser='.length),
    ]);
    expect(rows).toEqual([]);
  });

  test('belongs to this host alone where the product is reached over https', async () => {
    const secure = await startTestApp({ PUBLIC_URL: 'https://invest.example.com' });
    try {
      const [pair, ...rest] = attributes(await register(secure)(newEmail()));
      expect(pair).toMatch(/^__Host-browser=[\w-]{43}$/);
      expect(rest.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure']);
    } finally {
      await secure.close();
    }
  });

  test.each([
    'browser=short',
    `browser=${'x'.repeat(44)}`,
    'browser=%E0%A4%A; browser',
    'browser="; =; ;;',
    `browser=${'é'.repeat(43)}`,
    '\u0001',
  ])('that is malformed is none: %j', async (cookie) => {
    const answer = await register(app, cookie)(newEmail());
    expect(answer.status).toBe(201);
    expect(attributes(answer)[0]).toMatch(/^browser=[\w-]{43}$/);
    expect(attributes(answer)[0]).not.toBe(cookie);
  });
});
