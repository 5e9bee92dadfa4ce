import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints';
import { refusals } from '../../contract/refusals';
import { errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { resources } from '../../server/declared-resources';
import { rules } from '../../server/limits/limits';
import { endpointsOf } from '../../server/resources/endpoints';
import { buildDeposit } from '../builders';
import { picture } from '../support/images';
import { mailboxPage } from '../support/mailbox';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await app.signUp());
  await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe('a request', () => {
  test.each([
    ['with malformed JSON', 'POST', '/api/user/login', '{"email":', {}, 400, 'malformed_json'],
    ['with no body', 'POST', '/api/user/login', undefined, {}, 422, 'validation'],
    [
      'of another type',
      'POST',
      '/api/user/login',
      'a=b',
      { 'content-type': 'text/plain' },
      415,
      'unsupported_media_type',
    ],
    ['that is too large', 'POST', '/api/user/login', `"${'x'.repeat(70_000)}"`, {}, 413, 'payload_too_large'],
    ['to nowhere', 'GET', '/api/nowhere', undefined, {}, 404, 'not_found'],
    ['with an id that is none', 'GET', '/api/transaction/7', undefined, {}, 404, 'not_found'],
    ['with another method', 'DELETE', '/api/user', undefined, {}, 405, 'method_not_allowed'],
    ['whose address cannot be read', 'GET', '/api/user/%zz', undefined, {}, 400, 'bad_request'],
    [
      'with an id that is far too long',
      'GET',
      `/api/user/${'a'.repeat(300)}`,
      undefined,
      {},
      404,
      'not_found',
    ],
    [
      'with a parameter twice',
      'GET',
      '/api/transaction/all?sort=1&sort=2',
      undefined,
      {},
      400,
      'bad_request',
    ],
    ['with a body cut short', 'POST', '/api/user/login', '{}', { 'content-length': '9' }, 400, 'bad_request'],
    ['with null for a body', 'POST', '/api/user/login', 'null', {}, 422, 'validation'],
  ] as const)('%s is refused in the one shape', async (_, method, url, body, headers, status, code) => {
    const answer = await app.call(method, url, { token, headers, ...(body !== undefined && { body }) });
    expect([answer.status, answer.errors[0]?.code]).toEqual([status, code]);
    expect(answer.errors[0]?.error).toBe(answer.errors[0]?.message);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('with another method is told the ones there are', async () => {
    expect((await app.call('DELETE', '/api/user', { token })).headers.allow).toBe('GET, PUT');
    expect((await app.call('GET', '/api/user/login')).headers.allow).toBe('POST');
    const item = '/api/transaction/0190f3c0-0000-7000-8000-000000000000';
    expect((await app.call('POST', item)).headers.allow).toBe('GET, PUT');
    expect((await app.call('DELETE', `${item}/cancel`)).headers.allow).toBe('POST');
  });

  test('has an id of its own, whatever it asks for and whatever id it brings', async () => {
    const ids: unknown[] = [];
    for (const url of ['/', '/api/health', '/api/user', '/api/%zz', '/api/docs/', mailboxPage, '/nowhere']) {
      const response = await app.app.inject({
        url,
        headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
      });
      ids.push(response.headers['x-request-id']);
    }
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('names every field that is wrong', async () => {
    const { status, errors } = await app.call('POST', '/api/transaction/create', {
      token,
      body: { ...buildDeposit(), amount: 'much', plan: '', extra: 1 },
    });
    expect(status).toBe(422);
    expect(errors.map(({ field, message }) => [field, message])).toEqual([
      ['amount', 'Expected number received string'],
      ['plan', 'required'],
      [undefined, 'Unknown field: extra'],
    ]);
  });

  test('that drips in is closed after ten seconds, with 408', async () => {
    const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
    const before = await connections();
    const { token } = await app.signUp();
    const image = await picture().png().toBuffer();
    // An image may take longer.
    const upload = connect({ port, host: '127.0.0.1' });
    let stored = '';
    upload.on('data', (chunk) => {
      stored += chunk;
    });
    upload.write(
      `POST /api/proofs HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: image/png\r\ncontent-length: ${image.length}\r\n\r\n`,
    );
    upload.write(image.subarray(0, 10));
    // The rest of the body never comes, so that whatever answers did not wait for it. Its own half of the connection stays open.
    const answer = await new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text));
      socket.write(
        'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
      );
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(stored).toBe('');
    upload.write(image.subarray(10));
    await expect.poll(() => stored, { timeout: patient(10_000) }).toMatch(/^HTTP\/1.1 20\d /);
    upload.destroy();
    expect(errorBodySchema.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).errors[0]?.code).toBe(
      'request_timeout',
    );
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    await expect.poll(connections, { timeout: patient(10_000) }).toBe(before);
  });

  test('that was answered before all of it had come is read no further, and answered once', async () => {
    const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
    let text = '';
    const begun = performance.now();
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('PUT /api/user HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'),
      );
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 50);
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        resolve();
      });
    });
    // Long before the request would have been too slow.
    expect(performance.now() - begun).toBeLessThan(9_000);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  test('that is refused and came whole leaves its connection to the next', async () => {
    const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
    const put = 'PUT /api/user HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n';
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${put}\r\n{`));
      socket.on('data', (chunk) => {
        text += chunk;
        // The rest of the first, and another.
        if (text.match(/HTTP\/1\.1/g)?.length === 1) socket.write(`}${put}connection: close\r\n\r\n{}`);
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
  });

  test('that expects what is not known here is refused in the one shape, and one that asks whether to go on is not', async () => {
    const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });
    const send = (expectation: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(
            `POST /api/user/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: ${expectation}\r\n\r\n`,
          ),
        );
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
          if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body);
        });
        socket.on('close', () => resolve(text));
      });
    const refused = await send('200-ok');
    expect(refused).toMatch(/^HTTP\/1.1 417 /);
    expect(refused).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(errorBodySchema.parse(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).errors[0]).toMatchObject({
      code: 'bad_request',
      message: refusals.expectation,
    });
    expect(await send('100-continue')).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
  });

  test.each([
    ['one host', 'HTTP/1.1', ['a.example'], 200],
    ['two hosts', 'HTTP/1.1', ['a.example', 'b.example'], 400],
    ['the same host twice', 'HTTP/1.1', ['a.example', 'a.example'], 400],
    ['no host', 'HTTP/1.1', [], 400],
    ['no host, of a version that knows none,', 'HTTP/1.0', [], 200],
  ])('that names %s is read by one reader as by another, or refused', async (_, version, hosts, status) => {
    const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
    const head = [`GET /api/health ${version}`, ...hosts.map((host) => `host: ${host}`), 'connection: close'];
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toBe(status);
  });

  test('that is no HTTP is answered as well', async () => {
    const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('hello\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    errorBodySchema.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));
  });
});

describe('the documentation', () => {
  test('lists the calls of the contract, and no other', async () => {
    const response = await app.app.inject('/api/openapi.json');
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(response.json());
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const ofResources = resources.flatMap((resource) => Object.values(endpointsOf(resource)));
    const agreed = [...Object.values(endpoints), ...ofResources].map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(documented.sort()).toEqual(agreed.sort());
  });

  test.each([
    ['/api/openapi.json', 'application/json; charset=utf-8', /^\{"openapi":"3\.1\.0"/],
    ['/api/docs/json', 'application/json; charset=utf-8', /^\{"openapi":"3\.1\.0"/],
    ['/api/docs/yaml', 'application/yaml; charset=utf-8', /^openapi: 3\.1\.0\n/],
  ])('%s is written once, compressed, and not sent again to whoever has it', async (url, type, begin) => {
    const plain = await app.app.inject(url);
    expect(plain.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
    expect(plain.body).toMatch(begin);
    const packed = await app.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const known = await app.app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test('counts as a public view', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    try {
      const urls = ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'];
      for (let nth = 0; nth < rules.views.points; nth += 1) {
        const url = urls[nth % urls.length] ?? '';
        const { statusCode } = await limited.app.inject({ url, headers: { 'if-none-match': '*' } });
        expect(statusCode).toBe(304);
      }
      for (const url of urls) expect((await limited.app.inject(url)).statusCode).toBe(429);
      expect((await limited.app.inject('/api/docs/')).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('can be read in a browser', async () => {
    const response = await app.app.inject({ url: '/api/docs/', headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('swagger');
  });
});

test('answers carry the headers of a careful site, and the API is not cached', async () => {
  const { headers } = await app.call('GET', '/api/user', { token });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-powered-by']).toBeUndefined();
});

test('health says that the process lives, ready that its database answers', async () => {
  for (const path of ['/api/health', '/api/ready']) expect((await app.call('GET', path)).status).toBe(200);
  const { port } = z.object({ port: z.number() }).parse(app.app.server.address());
  const status = await new Promise((resolve) => {
    request({ port, path: '/api/ready' }, (response) => resolve(response.statusCode)).end();
  });
  expect(status).toBe(200);
});
