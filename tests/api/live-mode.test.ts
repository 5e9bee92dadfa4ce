import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveEnvironment } from '../support/live';
import { startTestApp, type TestApp } from '../support/test-app';

let live: TestApp;
beforeAll(async () => {
  live = await startTestApp(liveEnvironment);
});
afterAll(() => live.close());

const hsts = async (app: TestApp, url: string) =>
  (await app.app.inject(url)).headers['strict-transport-security'];

test('a live product tells browsers to come by https alone, with every answer', async () => {
  for (const url of ['/', '/api/health', '/api/account', '/api/nothing', '/nowhere']) {
    expect([url, await hsts(live, url)]).toEqual([url, 'max-age=31536000; includeSubDomains']);
  }
});

test('one that is reached by http, for a reason, does not: nobody could come back', async () => {
  const plain = await startTestApp({
    ...liveEnvironment,
    PUBLIC_URL: 'http://invest.averin.test',
    ALLOW_INSECURE: 'one wire, one room',
  });
  expect(await hsts(plain, '/api/health')).toBeUndefined();
  await plain.close();
});
