import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { mailboxPage as pageOf } from '../../server/mail/dev-mailbox';
import { mailboxKey as keyOf } from '../../server/secrets';
import { liveEnvironment } from '../support/live';
import { mailboxKey, mailboxList, mailboxPage } from '../support/mailbox';
import { startTestApp, type TestApp } from '../support/test-app';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  app = await startTestApp({ LOG_LEVEL: 'info' }, { log });
  await app.signUp();
});
afterAll(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress });

describe('the dev mailbox', () => {
  test('answers whoever sits at the machine and knows its key', async () => {
    expect((await ask(mailboxList)).json()).toMatchObject({ data: [{ subject: 'Your verification code' }] });
    const page = await ask(mailboxPage, { host: '127.0.0.1:3000' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Your verification code');
  });

  test('shows codes large, and links to the product itself but to nowhere else, whatever is written in a mail', async () => {
    expect((await ask(mailboxPage)).body).toMatch(/<b class="code">\d{6}<\/b>/);
    const mail = { to: 'a@b.example', subject: '<s>', at: '2026-01-02T03:04:05.000Z' };
    const own = 'http://127.0.0.1:3000';
    const text = `See: ${own}/auth/invitation#token=a&b"c for more\nhttp://evil.example ${own}.evil.example/ <b>\n`;
    const page = pageOf([{ ...mail, text }], own);
    expect(page.match(/<a href="[^"]*"/g)).toEqual([
      '<a href=""',
      `<a href="${own}/auth/invitation#token=a&#38;b&#34;c"`,
    ]);
    expect(page).toContain(
      'for more\nhttp://evil.example http://127.0.0.1:3000.evil.example/ &#60;b&#62;</div>',
    );
    expect(page).toContain('&#60;s&#62;');
  });

  test('tells its address to nobody: not to caches, nor to what is opened from it, nor to the log', async () => {
    for (const url of [mailboxPage, mailboxList]) {
      const { headers } = await ask(url);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
    expect(lines.join()).toContain('/api/user/create');
    expect(lines.join()).not.toContain(mailboxKey);
  });

  test.each([
    '/dev/mailbox',
    '/dev/mailbox/',
    '/dev/mailbox.json',
    '/dev/mailbox/.json',
    '/%64ev/mailbox',
    '/dev/%6dailbox.json',
    '/dev//mailbox',
    '//dev/mailbox.json',
    '/dev/mailbox/..',
    '/dev/mailbox/%00',
    `/dev/mailbox/${mailboxKey.toUpperCase()}`,
    `/dev/mailbox/${mailboxKey}x`,
    `/dev/mailbox/${mailboxKey.slice(0, -1)}`,
    `/dev/mailbox/${mailboxKey}.JSON`,
    `/dev/mailbox/${mailboxKey}%00`,
    `/dev/mailbox//${mailboxKey}`,
    `/dev/mailbox/x/${mailboxKey}`,
    `/DEV/mailbox/${mailboxKey}`,
    '/dev/mailbox/undefined',
    '/dev/mailbox/__proto__',
    `/dev/mailbox?key=${mailboxKey}`,
  ])('does not exist at %s, just as no other address does', async (url) => {
    const unknown = await ask('/dev/nowhere');
    const { statusCode, body, headers } = await ask(url);
    expect([statusCode, body]).toEqual([404, unknown.body]);
    if (url.startsWith('/dev/')) {
      const { 'x-request-id': _, date: __, ...same } = headers;
      expect(unknown.headers).toMatchObject(same);
    }
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
    for (const url of [mailboxPage, mailboxList]) {
      const response = await ask(url, headers, remoteAddress);
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain('verification');
    }
  });

  test('does not exist in live mode', async () => {
    const live = await startTestApp(liveEnvironment);
    expect((await live.call('GET', mailboxList)).status).toBe(404);
    expect((await live.call('GET', mailboxPage)).status).toBe(404);
    await live.close();
  });

  test('has a key of 192 bits that is made once and is for its owner to read', () => {
    const config = readConfig({ DATA_DIR: app.dataDir });
    const key = keyOf(config);
    expect(Buffer.from(key, 'base64url')).toHaveLength(24);
    expect(keyOf(config)).toBe(key);
    const path = join(app.dataDir, 'dev-mailbox-key');
    expect(readFileSync(path, 'utf8')).toBe(key);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });
});
