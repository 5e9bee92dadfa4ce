import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../contract/calls';
import { errorBodySchema } from '../../contract/wire';
import { fill } from '../../scripts/cluster/fill';
import { startBalancer } from '../roll/balancer';
import { freePort } from '../support/free-port';
import { findProgram, lackingPrograms, type SystemProgram } from '../support/system-programs';
import { startTestApp, type TestApp } from '../support/test-app';

const folder = mkdtempSync(join(tmpdir(), 'averin-proxies-'));
let app: TestApp;
let behind: number;
beforeAll(async () => {
  // Workers of nginx have another user than root.
  chmodSync(folder, 0o755);
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  behind = (app.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const deploy = join(import.meta.dirname, '../../deploy');

/** Starts a proxy that answers on a port; gives how to stop it. */
async function startProxy(name: SystemProgram, args: string[], port: number, env = process.env) {
  const child = spawn(findProgram(name) ?? '', args, { stdio: 'ignore', env });
  const gone = once(child, 'exit');
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)).toBeDefined();
  return async () => {
    child.kill('SIGTERM');
    await gone;
  };
}

/** nginx with the file of deploy/cluster before these, in which the words of `changed` are replaced. */
function startNginx(
  port: number,
  upstreams: number | readonly number[] = behind,
  changed: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const file = join(folder, 'nginx.conf');
  const replicas = [upstreams].flat().map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`);
  const values = {
    FOLDER: folder,
    LISTEN: `127.0.0.1:${port}`,
    REPLICAS: replicas.join(' '),
    UNAVAILABLE: '{}',
  };
  const text = Object.entries(changed).reduce(
    (sofar, [from, to]) => sofar.replace(from, to),
    fill('nginx.conf', values),
  );
  writeFileSync(file, text);
  return startProxy('nginx', ['-e', join(folder, 'error.log'), '-c', file], port);
}

/** The file of deploy/ as it is for this machine: without TLS, and with `plain` in place of the port that it leads to https. */
function caddyArgs(plain: number): string[] {
  const file = join(folder, 'Caddyfile');
  const sites = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8');
  const options = '{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n';
  writeFileSync(file, options + sites.replace(/^http:.* {/m, `http://127.0.0.1:${plain} {`));
  return ['--adapter', 'caddyfile', '--config', file];
}

async function startCaddy(port: number, plain?: number, upstream = behind): Promise<() => Promise<void>> {
  const args = ['run', ...caddyArgs(plain ?? (await freePort()))];
  const SITE_ADDRESS = `http://127.0.0.1:${port}`;
  const env = { HOME: folder, XDG_DATA_HOME: folder, SITE_ADDRESS, UPSTREAM: `127.0.0.1:${upstream}` };
  return startProxy('caddy', args, port, env);
}

/** What the product is sent of a request with these headers. */
async function passedOn(port: number, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  const received: IncomingHttpHeaders[] = [];
  const keep = (request: IncomingMessage) => {
    if (request.url === '/api/health') received.push({ ...request.headers });
  };
  app.app.server.prependListener('request', keep);
  await fetch(`http://127.0.0.1:${port}/api/health`, { headers });
  app.app.server.off('request', keep);
  return received[0] ?? {};
}

const proxies = [
  [
    'haproxy',
    'as docs/operating.md shows it',
    (port: number, upstream = behind) => startBalancer(folder, port, [upstream]),
  ],
  ['nginx', 'of deploy/cluster', startNginx],
  ['caddy', 'of deploy/caddy', (port: number, upstream = behind) => startCaddy(port, undefined, upstream)],
] as const;

/** In place of the product: it can be not ready, and be away. */
function createStandIn() {
  const state = { isReady: true };
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/api/ready' && !state.isReady ? 503 : 200;
    response.end('in its own words');
  });
  const listen = async (again?: number) => {
    const port = again ?? (await freePort());
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return port;
  };
  const end = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { state, listen, end };
}

for (const [name, which, start] of proxies) {
  test.skipIf(lackingPrograms(name).length > 0)(
    `${name} ${which} passes on nothing of a client that the product believes of a proxy`,
    async () => {
      const port = await freePort();
      const stop = await start(port);
      const passed = await passedOn(port, {
        'x-forwarded-for': '203.0.113.9',
        'x-request-id': 'chosen-by-a-client',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      });
      await stop();
      expect(passed['x-forwarded-for']).toBe('127.0.0.1');
      expect(passed['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
      expect(passed.traceparent).toBeUndefined();
    },
  );

  test.skipIf(lackingPrograms(name).length > 0)(
    `${name} ${which} leads to a product that is alive and not ready, as while its database is away`,
    async () => {
      const product = createStandIn();
      const port = await freePort();
      const stop = await start(port, await product.listen());
      product.state.isReady = false;
      // Longer than it takes a proxy that asks to notice.
      await delay(2_500);
      const page = await fetch(`http://127.0.0.1:${port}/`);
      expect([page.status, await page.text()]).toEqual([200, 'in its own words']);
      await stop();
      await product.end();
    },
  );
}

test('a body that is too large is read on for a moment, or a proxy that is still sending it would lose the answer', async () => {
  const length = 2 * 1024 * 1024;
  const socket = connect(behind, '127.0.0.1');
  const failed: Error[] = [];
  socket.on('error', (error) => failed.push(error));
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.write(
    `POST ${calls.login.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  await expect.poll(() => text).toContain('HTTP/1.1 413 ');
  socket.write('x'.repeat(length));
  // Only on a connection that is still open.
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => text).toContain('HTTP/1.1 200 ');
  socket.destroy();
  expect(failed).toEqual([]);
});

describe.skipIf(lackingPrograms('nginx').length > 0)('nginx of deploy/cluster', () => {
  /** What each path is answered behind two replicas that take a second, and how often they are asked for it. */
  async function askSlowReplicas(changed: Readonly<Record<string, string>>) {
    const asked: string[] = [];
    const replicas = await Promise.all(
      [0, 1].map(async () => {
        const server = createServer(({ url = '' }, response) => {
          asked.push(url);
          setTimeout(() => response.end('{}'), url === '/api/ready' ? 0 : 1_000);
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        return server;
      }),
    );
    const port = await freePort();
    const at = replicas.map((server) => (server.address() as AddressInfo).port);
    const stop = await startNginx(port, at, changed);
    const answers = await Promise.all(
      [calls.checkBooks.path, calls.listUsers.path].map(async (path) => {
        const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
        return { status, times: asked.filter((url) => url === path).length };
      }),
    );
    await stop();
    for (const server of replicas) {
      server.closeAllConnections();
      server.close();
    }
    return answers;
  }
  /** How long it waits for an ordinary answer. */
  const hasty = { 'server_tokens off;': 'server_tokens off; proxy_read_timeout 300ms;' };

  test('waits for a check of the books longer than for other answers', async () => {
    expect(await askSlowReplicas(hasty)).toEqual([
      { status: 200, times: 1 },
      { status: 503, times: 2 },
    ]);
  });

  test('has no second replica begin a check of the books that the first has not ended', async () => {
    expect(
      await askSlowReplicas({ ...hasty, 'proxy_read_timeout 5m;': 'proxy_read_timeout 300ms;' }),
    ).toEqual([
      { status: 503, times: 1 },
      { status: 503, times: 2 },
    ]);
  });
});

describe.skipIf(lackingPrograms('caddy').length > 0)('Caddy', () => {
  test('refuses a call without TLS, and leads a page on to https', async () => {
    const [port, plain] = [await freePort(), await freePort()];
    const stop = await startCaddy(port, plain);
    const ask = (path: string) => fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual' });
    const [call, page] = [await ask(calls.readUser.path), await ask('/dashboard')];
    await stop();
    expect(call.status).toBe(403);
    expect(errorBodySchema.parse(await call.json()).errors).toMatchObject([{ code: 'forbidden' }]);
    expect([page.status, page.headers.get('location')]).toEqual([301, 'https://127.0.0.1/dashboard']);
  });

  test('waits for a product that is started anew', async () => {
    const product = createStandIn();
    const at = await product.listen();
    const port = await freePort();
    const stop = await startCaddy(port, undefined, at);
    await product.end();
    const page = fetch(`http://127.0.0.1:${port}/`);
    await delay(2_500);
    await product.listen(at);
    expect((await page).status).toBe(200);
    await stop();
    await product.end();
  });

  test('ends idle connections before the product does', () => {
    const args = ['adapt', ...caddyArgs(1)];
    const { stdout } = spawnSync(findProgram('caddy') ?? '', args, { encoding: 'utf8' });
    const idle = Number(/"idle_timeout":(\d+)/.exec(stdout)?.[1]) / 1e6;
    expect(idle).toBeGreaterThan(0);
    expect(idle).toBeLessThan(app.app.server.keepAliveTimeout);
  });
});
