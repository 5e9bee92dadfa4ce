import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { get, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../contract/calls';
import { errorBodySchema } from '../../contract/wire';
import { freePort } from '../support/free-port';
import { findProgram, lackingPrograms, type SystemProgram } from '../support/system-programs';
import { startTestApp, type TestApp } from '../support/test-app';

const deploy = join(import.meta.dirname, '../../deploy');
const missing = (name: SystemProgram) => lackingPrograms(name).length > 0;

test.skipIf(missing('systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  // The program is where this machine has it, so that everything else is looked at.
  const folder = mkdtempSync(join(tmpdir(), 'averin-unit-'));
  const unit = join(folder, 'averin.service');
  const text = readFileSync(join(deploy, 'systemd/averin.service'), 'utf8');
  writeFileSync(unit, text.replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync(findProgram('systemd-analyze') ?? '', ['verify', '--man=no', unit], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const ofUnit = stderr.split('\n').filter((line) => line.includes('averin.service'));
  expect([status, ofUnit]).toEqual([0, []]);
});

test('systemd waits for as long as a start may take that is told to stop', () => {
  const main = readFileSync(join(deploy, '../server/main.ts'), 'utf8');
  const grace = Number(/startGrace = ([\d_]+)/.exec(main)?.[1]?.replace('_', ''));
  const unit = readFileSync(join(deploy, 'systemd/averin.service'), 'utf8');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000).toBeGreaterThan(grace);
});

test('systemd lets the server ask for the addresses of its machine, as it does with HOST=0.0.0.0', () => {
  const unit = readFileSync(join(deploy, 'systemd/averin.service'), 'utf8');
  const families = /^RestrictAddressFamilies=(.*)$/m.exec(unit)?.[1]?.split(' ');
  expect(families?.toSorted()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
});

test.skipIf(missing('caddy'))('Caddy takes its file', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(deploy, 'caddy/Caddyfile')];
  const { status, stderr } = spawnSync(findProgram('caddy') ?? '', args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: tmpdir() },
  });
  expect([status, stderr.includes('Error')]).toEqual([0, false]);
});

describe.skipIf(missing('nginx'))('behind nginx', () => {
  const loopback = join(import.meta.dirname, '../support/loopback');
  const ca = readFileSync(join(loopback, 'certificate.pem'));
  const folder = mkdtempSync(join(tmpdir(), 'averin-nginx-'));
  let app: TestApp;
  let stop: () => Promise<void>;
  let plain: number;
  let secure: number;

  beforeAll(async () => {
    // Its workers have another user than root, and keep bodies here.
    chmodSync(folder, 0o755);
    [plain, secure] = [await freePort(), await freePort()];
    app = await startTestApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: `https://127.0.0.1:${secure}` });
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    stop = await startNginx('all', plain, secure);
  });
  afterAll(async () => {
    await stop();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** nginx with the file of deploy/, on these ports; `waits` is how long it waits for an ordinary answer. */
  async function startNginx(name: string, plain: number, secure: number, waits = '30s') {
    const { port } = app.app.server.address() as AddressInfo;
    const site = readFileSync(join(deploy, 'nginx/averin.conf'), 'utf8')
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replace('proxy_read_timeout 30s;', `proxy_read_timeout ${waits};`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${loopback}/certificate.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${loopback}/key.pem;`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const file = join(folder, `${name}.conf`);
    writeFileSync(
      file,
      `daemon off; pid ${folder}/${name}.pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${paths.join(' ')}
${site}
}`,
    );
    const nginx = findProgram('nginx') ?? '';
    const args = ['-p', folder, '-c', file];
    expect(spawnSync(nginx, ['-t', ...args], { encoding: 'utf8' }).stderr).toContain('test is successful');
    const child = spawn(nginx, args, { stdio: 'ignore' });
    const gone = once(child, 'exit');
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await ask('/api/ready', undefined, {}, secure).catch(() => undefined))?.status === 200) break;
      await delay(50);
    }
    return async () => {
      child.kill('SIGTERM');
      await gone;
    };
  }

  /** Asks nginx over TLS, as a browser does. */
  function ask(path: string, body?: string, headers: Record<string, string> = {}, port = secure) {
    return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const options = { ca, host: '127.0.0.1', port, path, agent: false as const };
      const sent =
        body === undefined
          ? get({ ...options, headers })
          : httpsRequest({
              ...options,
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(body),
                ...headers,
              },
            }).end(body);
      sent.on('error', reject).on('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
    });
  }

  test('answers have the product’s headers, and tell browsers to use https alone', async () => {
    const { headers } = await ask('/api/health');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    expect(headers['content-security-policy']).toBeDefined();
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    const response = await fetch(`http://127.0.0.1:${plain}/dashboard`, { redirect: 'manual' });
    // Of its own name, whatever host was asked for.
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      'https://invest.example.com/dashboard',
    ]);
  });

  test('a call without TLS is refused, not led on', async () => {
    const response = await fetch(`http://127.0.0.1:${plain}${calls.readUser.path}`, { redirect: 'manual' });
    expect(response.status).toBe(403);
    expect(errorBodySchema.parse(await response.json()).errors).toMatchObject([{ code: 'forbidden' }]);
  });

  test('a check of the books may take longer than other calls', async () => {
    const authorization = `Bearer ${await app.signInAsAdmin()}`;
    const [other, hasty] = [await freePort(), await freePort()];
    const stopHasty = await startNginx('hasty', other, hasty, '500ms');
    const locks = await app.superuser.pool.connect();
    try {
      await locks.query('begin; lock table accounts');
      const [list, check] = [calls.listAccounts.path, calls.checkBooks.path].map((path) =>
        ask(path, undefined, { authorization }, hasty),
      );
      expect((await list)?.status).toBe(504);
      await locks.query('rollback');
      expect((await check)?.status).toBe(200);
    } finally {
      locks.release();
      await stopHasty();
    }
  });

  test('what is too large is refused', async () => {
    expect((await ask('/api/user/login', ' '.repeat(7 * 1024 * 1024))).status).toBe(413);
    expect((await ask('/api/user/login', ' '.repeat(2 * 1024 * 1024))).status).toBe(413);
  });

  test('a long list is passed on while it is still being sent', async () => {
    const { token, userId } = await app.signUp();
    await app.superuser.pool.query(
      `insert into transactions (id, user_id, trx_type, amount, plan, crypto, transaction_id, status)
       select gen_random_uuid(), $1, 'DEPOSIT', 10000 + n, 'basic', 'bitcoin', 'seeded ' || n, 'PENDING'
       from generate_series(1, 5000) n`,
      [userId],
    );
    const order: string[] = [];
    app.app.server.once('request', (_, response) =>
      response.once('finish', () => order.push('all was sent')),
    );
    const authorization = `Bearer ${token}`;
    const options = {
      ca,
      host: '127.0.0.1',
      port: secure,
      path: '/api/transaction/all',
      agent: false as const,
    };
    const bytes = await new Promise<number>((resolve, reject) => {
      get({ ...options, headers: { authorization } }, (response) => {
        let length = 0;
        response.once('data', () => order.push('the first part came'));
        response.on('data', (part: Buffer) => {
          length += part.length;
        });
        response.on('error', reject).on('end', () => resolve(length));
      }).on('error', reject);
    });
    expect(order).toEqual(['the first part came', 'all was sent']);
    // Far more than nginx holds of one answer in memory.
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  test('a client’s own X-Forwarded-For is not believed, nginx’s is', async () => {
    const body = JSON.stringify({ email: 'admin@example.com', password: 'not the one' });
    expect((await ask('/api/user/login', body, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401);
    const { rows } = await app.superuser.pool.query<{ ip: string }>(
      `select ip from security_events where kind = 'sign_in_failed'`,
    );
    expect(rows).toEqual([{ ip: '127.0.0.1' }]);
  });
});
