import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { canonicalUrl } from '../../server/http/address';
import { makeFakePages } from '../support/fake-pages';
import { blackPng } from '../support/images';
import { type RawReply, rawGet } from '../support/raw-get';
import { startTestApp, type TestApp } from '../support/test-app';

let fake: Awaited<ReturnType<typeof makeFakePages>>;
let app: TestApp;
let port: number;
let token: string;
let proof: string;
beforeAll(async () => {
  fake = await makeFakePages();
  app = await startTestApp({}, fake);
  ({ token } = await app.signUp());
  const { body } = await app.app.inject({
    method: 'POST',
    url: '/api/proofs',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${token}` },
    payload: blackPng(9, 9),
  });
  const { data } = z.object({ data: z.object({ url: z.url() }) }).parse(JSON.parse(body));
  proof = new URL(data.url).pathname + new URL(data.url).search;
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = z.object({ port: z.number() }).parse(app.app.server.address()));
});
afterAll(async () => {
  await app.close();
  await fake.remove();
});

/** Asks for a path as it is spelled, as somebody who is signed in. */
const get = (path: string, headers: Record<string, string> = {}) =>
  rawGet(`http://127.0.0.1:${port}`, path, {
    authorization: `Bearer ${token}`,
    accept: 'text/html',
    ...headers,
  });

/** The headers that say how an answer may be used; those that differ between two answers to the same are left out. */
function lasting({ headers }: RawReply): object {
  const { date: _, 'x-request-id': __, ...same } = headers;
  return same;
}

/** Other spellings of a path of at least two parts, with the query it has. */
function spellings(address: string): string[] {
  const [path = '', query] = address.split('?');
  const end = query === undefined ? '' : `?${query}`;
  const last = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, last), path.slice(last + 1)];
  const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return [
    `/${escaped(path.charAt(1))}${path.slice(2)}`,
    `/${escaped(path.charAt(1)).toUpperCase()}${path.slice(2)}`,
    path.replaceAll(/[a-z]/g, escaped),
    path.replaceAll(/[a-z]/g, (letter) => `%25${escaped(letter).slice(1)}`),
    `/${path.slice(1).toUpperCase()}`,
    `/${path}`,
    `//${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/%2e${path}`,
    `/${path.slice(1).replaceAll('/', '%2f')}`,
    `/${path.slice(1).replaceAll('/', '%5c')}`,
    `${folder}//${name}`,
    `${folder}/./${name}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}/..`,
    `${path}/%2e%2e`,
    `${path}%2f`,
    `${path}.`,
    `${path}...`,
    `${path};`,
    `${path};a=b`,
    `${path}%3b`,
    `${path}%00`,
    `${path}%20`,
    `${path}%3f`,
    `${path}%23`,
    `${path}%c0%af`,
    `/${folder.slice(1)}%c0%af${name}`,
    `${path}%`,
    `${path}%zz`,
    `http://127.0.0.1:${port}${path}`,
    `HTTP://elsewhere.example${path}`,
    `https://127.0.0.1${path}`,
  ].flatMap((spelled) => [spelled + end, ...(query === undefined ? [`${spelled}?`, `${spelled}?a=b`] : [])]);
}

describe('an address in another spelling', () => {
  test.each([
    '/api/account',
    '/api/user',
    '/api/transaction/all',
    '/api/health',
    '/api/openapi.json',
    '/api/docs/static/swagger-ui.css',
    '/assets/main-abc.js',
    '/images/hero.avif',
    '/widgets/overview.html',
    '/manifest.webmanifest',
    '/robots.txt',
    '/auth/login',
    '/dashboard/transactions',
  ])('of %s is unknown, or answered as itself with every header', async (address) => {
    const own = await get(address);
    expect(own.status).toBe(200);
    for (const spelled of spellings(address)) {
      // The one call whose query is checked; a screen's query is the screen's own affair.
      if (address === '/api/transaction/all' && spelled.endsWith('?a=b')) continue;
      const reply = await get(spelled);
      if ([400, 403, 404].includes(reply.status)) {
        expect(reply.headers['content-security-policy'], spelled).toBeDefined();
        expect(reply.headers['x-content-type-options'], spelled).toBe('nosniff');
        continue;
      }
      expect([reply.status, lasting(reply)], spelled).toEqual([own.status, lasting(own)]);
    }
  });

  test('of a proof image is unknown, or answered as itself with every header', async () => {
    const own = await get(proof);
    expect([own.status, own.headers['content-type']]).toEqual([200, 'image/webp']);
    for (const spelled of spellings(proof)) {
      const reply = await get(spelled);
      if (reply.status !== 404 && reply.status !== 400) {
        expect([reply.status, lasting(reply)], spelled).toEqual([own.status, lasting(own)]);
      }
    }
  });

  test('of a call is guarded as the call is', async () => {
    for (const spelled of spellings('/api/account')) {
      const { status, headers } = await get(spelled, { authorization: '' });
      expect([400, 401, 404], spelled).toContain(status);
      if (status === 401) expect(headers['cache-control'], spelled).toBe('no-store');
    }
  });

  test.each(['/%61pi/nowhere', '/api/%6eowhere', '/%64ev/nowhere', 'http://elsewhere.example/api/nowhere'])(
    'of no call is refused as data: %s',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
      expect(errorBodySchema.parse(JSON.parse(body)).errors[0]?.code).toBe('not_found');
    },
  );
});

describe('a long path', () => {
  const long = 15_000;

  test.each([
    ['slashes', '/'.repeat(long)],
    ['slashes before a word', `${'/'.repeat(long)}x`],
    ['slashes in the API', `/api${'/'.repeat(long)}x`],
    ['dots', `/${'../'.repeat(long / 3)}`],
    ['escapes', `/${'%2f'.repeat(long / 3)}`],
    ['broken escapes', `/${'%'.repeat(long)}`],
    ['letters', `/dashboard/${'a'.repeat(long)}`],
    ['of another host', `http://x${'/'.repeat(long)}`],
  ])('of %s is refused in the one shape before anything runs over it', async (_, path) => {
    const { status, headers, body } = await get(path, { accept: 'application/json' });
    expect(status).toBe(414);
    expect(errorBodySchema.parse(JSON.parse(body)).errors).toHaveLength(1);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    // All that is left for routes, hooks and handlers to look at.
    expect(canonicalUrl(path).length).toBeLessThan(2_050);
  });

  test('costs no more than its length: its end is never searched for again from each of its slashes', async () => {
    const path = `/nowhere${'/'.repeat(2_000)}`;
    const { status } = await get(path);
    expect(status).toBe(404);
  });

  test('is none when its query alone is long', async () => {
    const { status } = await get(`/dashboard?x=${'/'.repeat(8_000)}`);
    expect(status).toBe(200);
  });
});

describe('a host', () => {
  /** What is answered to a request written by hand. */
  function answerTo(lines: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write([...lines, '', ''].join('\r\n')));
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
  }
  const close = 'connection: close';

  test.each([
    ['two', ['GET /api/health HTTP/1.1', 'host: a.example', 'host: b.example', close]],
    ['the same twice', ['GET /api/health HTTP/1.1', 'Host: a.example', 'HOST: a.example', close]],
    ['none', ['GET /api/health HTTP/1.1', close]],
    ['two, of a page', ['GET / HTTP/1.1', 'host: a.example', 'host: b.example', close]],
  ])('%s: the request is refused in the one shape', async (_, lines) => {
    const [head = '', body = ''] = (await answerTo(lines)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(errorBodySchema.parse(JSON.parse(body)).errors[0]?.message).toMatch(/host/);
  });

  test('is not asked for by HTTP/1.0, which has none', async () => {
    expect(await answerTo(['GET /api/health HTTP/1.0'])).toMatch(/^HTTP\/1.1 200 /);
  });
});
