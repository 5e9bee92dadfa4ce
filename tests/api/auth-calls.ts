import { randomUUID } from 'node:crypto';
import { buildRegistration } from '../builders';
import type { TestApp } from '../support/test-app';

export const newEmail = () => `${randomUUID()}@example.com`;
/** The password of everyone who signs up. */
export const { password } = buildRegistration();
export const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');

/** The calls of registration, codes and sign-in, on the app that `current` answers once it has started. */
export function authCalls(current: () => TestApp) {
  const post = (url: string, body: object) => current().call('POST', url, { body });
  return {
    register: (email: string, overrides = {}) =>
      post('/api/user/create', buildRegistration({ email, ...overrides })),
    verify: (email: string, otp: string) => post('/api/auth/verify-email', { email, otp }),
    trade: (email: string, otp: string) => post('/api/auth/password/verify', { email, otp }),
    login: (email: string, secret = password) => post('/api/user/login', { email, password: secret }),
    resend: (email: string, activity = 'verify_email') => post('/api/auth/resendOTP', { email, activity }),
    /** Lets the codes of an address be older than they are. */
    age: (email: string, interval: string) =>
      current().database.pool.query(
        `update otps set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
         where email = $1`,
        [email, interval],
      ),
  };
}
