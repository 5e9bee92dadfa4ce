import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('so does each network where a code was asked for, and that of the person: another one is not in its way', async () => {
  const { email } = await app.signUp();
  const asking = ['192.0.2.101', '192.0.2.102'];
  for (const ip of asking) expect((await client(ip).resend(email, 'reset_password')).status).toBe(200);
  const code = await app.codeFor(email, 3);
  const guess = (ip: string) => client(ip).trade(email, otherThan(code));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const ip of ['127.0.0.1', '192.0.2.101']) {
      for (let guesses = 0; guesses < 100; guesses += 1) {
        // One network may enter thirty codes in ten minutes.
        if (guesses % 25 === 0) vi.setSystemTime(Date.now() + 11 * 60_000);
        expect((await guess(ip)).status).toBe(422);
      }
      vi.setSystemTime(Date.now() + 11 * 60_000);
      const refused = await guess(ip);
      expect(refused).toMatchObject({ status: 429, errors: [{ code: 'rate_limited' }] });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
    }
    expect((await guess('192.0.2.102')).status).toBe(422);
  } finally {
    vi.useRealTimers();
  }
});

test('networks of the person guess two hundred times a day between them, and after that as others do', async () => {
  const { email } = await app.signUp();
  const planted = ['192.0.2.201', '192.0.2.202', '192.0.2.203'];
  for (const ip of planted) expect((await client(ip).login(email)).status).toBe(200);
  const guess = (ip: string) => client(ip).trade(email, '000000');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const guessAll = async (ip: string) => {
      for (let guesses = 0; guesses < 100; guesses += 1) {
        if (guesses % 25 === 0) vi.setSystemTime(Date.now() + 11 * 60_000);
        expect((await guess(ip)).status).toBe(422);
      }
    };
    const [first = '', second = '', third = ''] = planted;
    await guessAll(first);
    await guessAll(second);
    // Nobody has guessed elsewhere.
    expect((await guess(third)).status).toBe(422);
    for (let guesses = 1; guesses < 100; guesses += 1) {
      expect((await guess(`198.51.101.${Math.floor(guesses / 25)}`)).status).toBe(422);
    }
    const refused = await guess(third);
    expect(refused).toMatchObject({ status: 429, errors: [{ code: 'rate_limited' }] });
    // Whoever asks for a code is not kept out by that.
    expect((await client(third).resend(email, 'reset_password')).status).toBe(200);
    expect((await guess(third)).status).toBe(422);
  } finally {
    vi.useRealTimers();
  }
});
