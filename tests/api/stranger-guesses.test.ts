import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, behindProxy, newEmail, otherThan } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ...behindProxy, RATE_LIMITS: 'on' });
});
afterAll(() => app.close());

const client = (ip: string, keepsCookies = false) => authCalls(() => app, { keepsCookies, ip });

test('strangers guess a hundred times a day at an address; whoever is known there goes on', async () => {
  const { email } = await app.signUp();
  const elsewhere = client('192.0.2.77', true);
  await elsewhere.resend(email, 'reset_password');
  const code = await app.codeFor(email, 2);
  const unknown = newEmail();
  for (const address of [email, unknown]) {
    for (let guess = 0; guess < 100; guess += 1) {
      const ip = `203.0.113.${Math.floor(guess / 25)}`;
      // One network may enter thirty codes in ten minutes, for whatever addresses.
      const from = address === email ? ip : `198.51.100.${Math.floor(guess / 25)}`;
      expect((await client(from).trade(address, otherThan(code))).status).toBe(422);
    }
    const refused = await client('192.0.2.9').trade(address, otherThan(code));
    expect(refused).toMatchObject({ status: 429, errors: [{ code: 'rate_limited' }] });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
  }
  // The network of the person's sessions, and the browser that asked in a new place.
  expect((await client('127.0.0.1').trade(email, otherThan(code))).status).toBe(422);
  expect((await elsewhere.trade(email, code)).status).toBe(200);
});
