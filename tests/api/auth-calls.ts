import { randomUUID } from 'node:crypto';
import { buildRegistration } from '../builders';
import type { Answer, TestApp } from '../support/test-app';

export const newEmail = () => `${randomUUID()}@example.com`;
/** The password of everyone who signs up. */
export const { password } = buildRegistration();
export const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');

interface Client {
  /** As a browser does; a bare client keeps none. */
  keepsCookies?: boolean;
  /** Where it stands; the app must be told to believe its proxy: {@link behindProxy}. */
  ip?: string;
}

/** For `startTestApp`: the address of a request is what the client says it is. */
export const behindProxy = { TRUST_PROXY: '127.0.0.1' };

/** The cookies of a reply, as their header has them: name, value and attributes. */
export const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie));

/** The calls of registration, codes and sign-in, on the app that `current` answers once it has started. */
export function authCalls(current: () => TestApp, { keepsCookies = false, ip }: Client = {}) {
  let cookie: string | undefined;
  async function call(method: string, url: string, body: object): Promise<Answer> {
    const answer = await current().call(method, url, {
      body,
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(ip !== undefined && { 'x-forwarded-for': ip }),
      },
    });
    const [given] = cookiesOf(answer);
    if (keepsCookies && given !== undefined) cookie = given.split(';')[0];
    return answer;
  }
  const post = (url: string, body: object) => call('POST', url, body);
  return {
    register: (email: string, overrides = {}) =>
      post('/api/user/create', buildRegistration({ email, ...overrides })),
    verify: (email: string, otp: string) => post('/api/auth/verify-email', { email, otp }),
    trade: (email: string, otp: string) => post('/api/auth/password/verify', { email, otp }),
    login: (email: string, secret = password) => post('/api/user/login', { email, password: secret }),
    resend: (email: string, activity = 'verify_email') => post('/api/auth/resendOTP', { email, activity }),
    reset: (token: string, secret: string) => call('PUT', '/api/auth/password', { token, password: secret }),
    /** Lets the codes of an address be older than they are. */
    age: (email: string, interval: string) =>
      current().database.pool.query(
        `update otps set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
         where email = $1`,
        [email, interval],
      ),
  };
}
