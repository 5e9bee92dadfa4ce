import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFakePages } from '../support/fake-pages';
import { liveEnvironment } from '../support/live';
import { mailboxPage } from '../support/mailbox';
import { rawGet } from '../support/raw-get';
import { startTestApp, type TestApp } from '../support/test-app';

const html = { accept: 'text/html' };

let fake: Awaited<ReturnType<typeof makeFakePages>>;
let app: TestApp;
let address: string;
beforeAll(async () => {
  fake = await makeFakePages();
  app = await startTestApp({ PUBLIC_URL: 'https://invest.example.com/a&b/' }, fake);
  address = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await fake.remove();
});

async function read(url: string, headers: Record<string, string> = html, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers: sent, rawPayload } = await app.app.inject({ method, url, headers });
  return { status: statusCode, headers: sent, body: rawPayload };
}

/** The directives of a policy by name. */
function directives(policy: unknown): Record<string, string> {
  const parts = String(policy)
    .split('; ')
    .map((part) => part.split(/ (.*)/));
  return Object.fromEntries(parts.map(([name = '', values = '']) => [name, values]));
}
const policyOf = async (url: string) => directives((await read(url)).headers['content-security-policy']);

describe('the front page', () => {
  test('is the one of demo mode, with the address and the year filled in and nothing left open', async () => {
    const { status, headers, body } = await read('/?utm=x');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const text = body.toString();
    expect(text).toContain('<title>Front page, demo</title>');
    expect(text).toContain('href="https://invest.example.com/a&#38;b/"');
    expect(text).toContain(`<footer>${new Date().getFullYear()}</footer>`);
    expect(text).not.toMatch(/%[A-Z]/);
  });

  test('is the one of live mode in live mode', async () => {
    const live = await startTestApp(liveEnvironment, fake);
    const { body } = await live.app.inject('/');
    await live.close();
    expect(body).toContain('<title>Front page, live</title>');
  });

  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate, br;q=0', gunzipSync],
    ['br', '*', brotliDecompressSync],
    [undefined, 'identity', (body: Buffer) => body],
    [undefined, '', (body: Buffer) => body],
  ])('leaves as %s to who accepts "%s"', async (encoding, accepted, unpack) => {
    const plain = await read('/');
    const { headers, body } = await read('/', { ...html, 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(unpack(body).toString()).toBe(plain.body.toString());
    expect(headers['content-length']).toBe(String(body.length));
  });

  test.each(['/', '/auth/login'])(
    'at %s is asked for anew each time, and sent only when it has changed',
    async (url) => {
      const first = await read(url);
      expect(first.headers['cache-control']).toBe('no-cache');
      const etag = String(first.headers.etag);
      const again = await read(url, {
        ...html,
        'if-none-match': `"other", ${etag}`,
        'accept-encoding': 'br',
      });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['content-encoding']).toBeUndefined();
      expect((await read(url, { ...html, 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  test.each(['/', '/dashboard', '/nowhere'])('at %s tells its headers without its body', async (url) => {
    const own = await fetch(`${address}${url}`, { headers: html });
    const head = await fetch(`${address}${url}`, { headers: html, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([own.status, '']);
    for (const name of ['content-encoding', 'content-length', 'etag', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(own.headers.get(name));
    }
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(10);
  });

  test('takes no other method', async () => {
    expect((await app.app.inject({ method: 'POST', url: '/', headers: html })).statusCode).toBe(404);
  });
});

describe('other addresses', () => {
  test.each([
    '/auth/login',
    '/dashboard/',
    '/dashboard/statements/2026-10',
    '/admin/users/7',
    '/auth/reset-password?token=x',
  ])('%s is a screen', async (url) => {
    const { status, body } = await read(url);
    expect([status, body.toString()]).toEqual([200, '<!doctype html><title>App</title>']);
  });

  test.each([
    '/nowhere',
    '/dashboard/nowhere',
    '/landing.demo.html',
    '/landing.live.html',
    '/app.html',
    '/index.html',
    '/site.json',
    '/site.json.br',
    '/.vite/manifest.json',
    '/assets/main-abc.js.br',
    '/assets',
    '/widgets/none.html',
    '/../package.json',
    '/apiary',
  ])('%s is none: the page says so, and JSON to a program', async (url) => {
    const page = await read(url);
    expect([page.status, page.body.toString()]).toEqual([404, '<!doctype html><title>App</title>']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).toContain("img-src 'self' data: blob:;");
    const known = await read(url, { ...html, 'if-none-match': '*' });
    expect(known.status).toBe(404);
    const program = await app.call('GET', url);
    expect([program.status, program.errors[0]?.code]).toEqual([404, 'not_found']);
  });
});

describe('an address that nothing can read', () => {
  /** Asks as the path is spelled: `inject` and `fetch` would tidy it up. */
  const ask = (path: string, accept: string, method = 'GET') => rawGet(address, path, { accept }, method);
  const long = 'a'.repeat(3_000);
  const asBrowsers = 'text/html,application/xhtml+xml,*/*;q=0.8';

  test.each([
    ['malformed within the console', '/admin/users/%E0%A4%A/show', 400],
    ['too long within the console', `/admin/wallets/${long}`, 414],
    ['too long', `/${long}`, 414],
    ['malformed', '/%', 400],
  ])('since it is %s, is answered to people with the page', async (_, path, status) => {
    const page = await ask(path, asBrowsers);
    expect([page.status, page.body]).toEqual([status, '<!doctype html><title>App</title>']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': (await read('/nowhere')).headers['content-security-policy'],
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(page.headers.etag).toBeUndefined();
    expect(await ask(path, asBrowsers, 'HEAD')).toMatchObject({ status, body: '' });
    for (const [accept, method] of [
      ['application/json', 'GET'],
      ['*/*', 'GET'],
      [asBrowsers, 'POST'],
    ] as const) {
      const refused = await ask(path, accept, method);
      expect([refused.status, JSON.parse(refused.body)]).toMatchObject([status, { errors: [{}] }]);
    }
  });

  test.each([
    ['malformed within the API', '/api/user/%E0%A4%A', 400],
    ['too long within the API', `/api/user/${long}`, 414],
    ['too long within the API in another spelling', `/%61pi/user/${long}`, 414],
    ['too long within the API of another host', `http://elsewhere.example/api/${long}`, 414],
    ['too long within the mailbox', `/dev/mailbox/${long}`, 414],
    ['malformed within the mailbox', '/dev/%E0%A4%A', 400],
  ])('since it is %s, is refused in JSON', async (_, path, status) => {
    const refused = await ask(path, asBrowsers);
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([status, { errors: [{}] }]);
  });
});

describe('a file', () => {
  test.each([
    [
      '/assets/main-abc.js',
      'br',
      'public, max-age=31536000, immutable',
      'application/javascript; charset=utf-8',
    ],
    ['/icons/icon.svg', 'br', 'public, max-age=86400', 'image/svg+xml'],
    ['/images/hero.avif', undefined, 'public, max-age=86400', 'image/avif'],
    ['/manifest.webmanifest', 'br', 'no-cache', 'application/manifest+json'],
    ['/widgets/overview.html', 'br', 'no-cache', 'text/html; charset=utf-8'],
  ])(
    '%s leaves as it was compressed at the build, for as long as it lasts',
    async (url, encoding, caching, type) => {
      const { status, headers } = await read(url, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': caching, vary: 'accept-encoding' });
      expect([headers['content-encoding'], headers['content-type']]).toEqual([encoding, type]);
      const known = await read(url, { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' });
      expect(known.status).toBe(304);
      expect((await read(url, {}, 'HEAD')).status).toBe(200);
    },
  );

  test('leaves as gzip or as it is to who takes nothing else', async () => {
    const zipped = await read('/assets/main-abc.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.body).toString()).toBe('console.log("main");');
    expect((await read('/assets/main-abc.js', {})).body.toString()).toBe('console.log("main");');
  });
});

test.each(['/assets/none.js', '/images/none.avif', '/nowhere'])(
  '%s, which is not there, is kept by no proxy: it may be there soon',
  async (url) => {
    const { status, headers } = await read(url, { accept: '*/*' });
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  },
);

test('a screen people come to first names the scripts it needs, others name none', async () => {
  const { headers } = await read('/auth/login');
  expect(headers.link).toBe('</assets/login-1.js>; rel=modulepreload');
  expect((await read('/auth/register')).headers.link).toBeUndefined();
});

test('a screen that was rendered by the build has a page of its own, the others have the app', async () => {
  const titles = ['/auth/register', '/auth/register/', '/auth/login', '/dashboard'].map(async (path) => {
    const { status, body } = await read(path, { ...html, 'accept-encoding': 'identity' });
    return [status, /<title>(.*)<\/title>/.exec(body.toString())?.[1]];
  });
  expect(await Promise.all(titles)).toEqual([
    [200, 'Register'],
    [200, 'Register'],
    [200, 'App'],
    [200, 'App'],
  ]);
});

describe('the policy', () => {
  test('of every page lets it load what is ours, be framed by nobody, and report', async () => {
    // The page of the app holds one script of its own.
    const scripts: Record<string, string> = {
      '/auth/login': "'self' 'sha256-YXBw'",
      '/nowhere': "'self' 'sha256-YXBw'",
    };
    for (const url of ['/auth/login', '/nowhere', mailboxPage, '/api/docs/']) {
      expect(await policyOf(url)).toMatchObject({
        'default-src': "'self'",
        'script-src': scripts[url] ?? "'self'",
        'connect-src': "'self'",
        'frame-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'report-uri': '/api/csp-reports',
        'report-to': 'policy',
      });
    }
    const { headers } = await read('/auth/login');
    expect(headers['reporting-endpoints']).toBe('policy="/api/csp-reports"');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['permissions-policy']).toMatch(
      /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\)/,
    );
  });

  test('of the front page lets in its own script besides, and nothing of the translator', async () => {
    const other = await policyOf('/auth/login');
    const front = await policyOf('/');
    expect(front).toEqual({ ...other, 'script-src': "'self' 'sha256-bGFuZGluZw=='" });
    // However the address is written.
    for (const url of ['/?x', '//']) expect(await policyOf(url)).toEqual(front);
    for (const url of ['/', '/auth/login', '/nowhere', '/widgets/overview.html', '/api/health']) {
      expect(JSON.stringify(await policyOf(url)), url).not.toContain('translate.example');
    }
  });

  test('of the page with the translator gives it no origin, no frames of ours and no calls', async () => {
    const host = 'https://translate.example';
    const { status, headers } = await read('/translate');
    expect(status).toBe(200);
    expect(directives(headers['content-security-policy'])).toEqual({
      sandbox: 'allow-scripts',
      'default-src': "'none'",
      'base-uri': "'none'",
      'connect-src': host,
      'font-src': `'self' ${host}`,
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'frame-src': host,
      'img-src': `'self' data: ${host}`,
      'manifest-src': "'self'",
      'object-src': host,
      'script-src': `'self' ${host} 'sha256-bGFuZGluZw=='`,
      'script-src-attr': "'none'",
      'style-src': `'self' 'unsafe-inline' ${host}`,
      'worker-src': "'none'",
      'report-uri': '/api/csp-reports',
    });
    expect(headers).toMatchObject({ 'origin-agent-cluster': '?0', 'referrer-policy': 'no-referrer' });
  });

  test('lets a page without an origin have our files, and nothing else of ours', async () => {
    const sharing = ({ headers }: Awaited<ReturnType<typeof read>>) => [
      headers['access-control-allow-origin'],
      headers['cross-origin-resource-policy'],
    ];
    const asked = { origin: 'null', accept: '*/*' };
    for (const url of [
      '/assets/main-abc.js',
      '/images/hero.avif',
      '/icons/icon.svg',
      '/manifest.webmanifest',
    ]) {
      expect(sharing(await read(url, asked)), url).toEqual(['*', 'cross-origin']);
    }
    for (const url of [
      '/',
      '/translate',
      '/auth/login',
      '/widgets/overview.html',
      '/api/health',
      '/api/account',
    ]) {
      expect(sharing(await read(url, asked)), url).toEqual([undefined, 'same-origin']);
    }
  });

  test("of the market widgets' frames gives them no origin, and their provider only", async () => {
    const market = 'https://*.market.example';
    expect(await policyOf('/widgets/overview.html')).toEqual({
      sandbox: 'allow-scripts',
      'default-src': "'none'",
      'base-uri': "'none'",
      'connect-src': market,
      'font-src': market,
      'form-action': "'none'",
      'frame-ancestors': "'self'",
      'frame-src': market,
      'img-src': `${market} data:`,
      'object-src': market,
      'script-src': `'sha256-d2lkZ2V0' ${market}`,
      'style-src': "'unsafe-inline'",
      'report-uri': '/api/csp-reports',
    });
    const compressed = await read('/widgets/overview.html', { 'accept-encoding': 'br' });
    expect(compressed.headers['content-security-policy']).toContain('sandbox allow-scripts');
    expect(compressed.headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'origin-agent-cluster': '?0',
    });
  });

  test('over plain http asks for reports in the one way that works there', async () => {
    const plain = await startTestApp({ PUBLIC_URL: 'http://127.0.0.1:3000' }, fake);
    const { headers } = await plain.app.inject('/');
    await plain.close();
    expect(headers['content-security-policy']).toContain('report-uri /api/csp-reports');
    expect(headers['content-security-policy']).not.toContain('report-to');
    expect(headers['reporting-endpoints']).toBeUndefined();
  });
});

test('a browser that looks for an icon beside what is no page is led to it', async () => {
  const answer = await read('/favicon.ico');
  expect([answer.status, answer.headers.location]).toEqual([301, '/favicon.svg']);
});

test('crawlers are told what is worth reading, under the public address', async () => {
  const robots = await read('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = robots.body.toString().split('\n');
  for (const path of ['/admin', '/dashboard', '/account/second-factor', '/api', '/dev'])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain('Sitemap: https://invest.example.com/a&b/sitemap.xml');

  const sitemap = await read('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  const listed = [...sitemap.body.toString().matchAll(/<loc>(.*)<\/loc>/g)].map(([, address]) => address);
  const base = 'https://invest.example.com/a&#38;b';
  expect(listed).toEqual([`${base}/`, `${base}/auth/login`, `${base}/auth/register`]);
});

test('without built pages there is the API alone', async () => {
  const bare = await startTestApp();
  for (const url of ['/', '/auth/login', '/robots.txt']) {
    expect((await bare.call('GET', url, { headers: html })).status).toBe(404);
  }
  await bare.close();
});
