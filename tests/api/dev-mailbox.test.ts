import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.signUp();
});
afterAll(() => app.close());

describe('the dev mailbox', () => {
  const mailbox = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.app.inject({
      url: '/dev/mailbox.json',
      headers: { host: 'localhost:3000', ...headers },
      remoteAddress,
    });

  test('answers whoever sits at the machine', async () => {
    expect((await mailbox()).statusCode).toBe(200);
    const page = await app.app.inject({ url: '/dev/mailbox', headers: { host: '127.0.0.1:3000' } });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Your verification code');
  });

  test.each([
    ['through a proxy', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['through another proxy', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    ['through one that tells only the protocol', { 'x-forwarded-proto': 'https' }, '127.0.0.1'],
    ['through one that tells only itself', { via: '1.1 proxy' }, '127.0.0.1'],
    ['through one that tells only the caller', { 'x-real-ip': '127.0.0.1' }, '127.0.0.1'],
    ['from another machine', {}, '192.0.2.7'],
    [
      'under another name, which a page elsewhere may have pointed here',
      { host: 'evil.example' },
      '127.0.0.1',
    ],
  ])('does not exist %s', async (_, headers, remoteAddress) => {
    const response = await mailbox(headers, remoteAddress);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('code for');
  });

  test('does not exist in live mode', async () => {
    const live = await startTestApp({ SITE_MODE: 'live', JWT_SECRET: 'x'.repeat(32), RATE_LIMITS: 'on' });
    expect((await live.call('GET', '/dev/mailbox.json')).status).toBe(404);
    expect((await live.call('GET', '/dev/mailbox')).status).toBe(404);
    await live.close();
  });
});
