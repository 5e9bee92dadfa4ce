import { isIP } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '../../contract/calls';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp } from '../support/test-app';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  app = await startTestApp({ LOG_LEVEL: 'warn', RATE_LIMITS: 'on', TRUST_PROXY: '10.0.0.0/8' }, { log });
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

const entrySchema = z.object({ level: z.number(), address: z.string(), header: z.string(), msg: z.string() });
const ask = (remoteAddress: string, headers: Record<string, string>) =>
  app.app.inject({ url: '/api/health', remoteAddress, headers });

test.each([
  ['x-forwarded-for', '192.0.2.1', '198.51.100.1'],
  ['forwarded', '192.0.2.2', 'for=198.51.100.1'],
  ['x-real-ip', '192.0.2.3', '198.51.100.1'],
])('%s from an address that TRUST_PROXY does not name is reported once', async (header, address, value) => {
  for (let sent = 0; sent < 3; sent += 1) await ask(address, { [header]: value });
  expect(lines).toHaveLength(1);
  const entry = entrySchema.parse(JSON.parse(lines[0] ?? ''));
  expect(entry).toMatchObject({ level: 40, address, header });
  expect(entry.msg).toMatch(/share one limit.*TRUST_PROXY/);
});

test.each(['', ' ', 'unknown', '55.5.5.5:2001'])(
  'a trusted proxy is not reported, whatever it forwards: %j',
  async (value) => {
    await ask('10.0.0.7', { 'x-forwarded-for': value });
    expect(lines).toEqual([]);
  },
);

test('a trusted proxy that forwards in another header alone is reported', async () => {
  await ask('10.1.0.7', { 'x-real-ip': '198.51.100.1' });
  expect(lines).toHaveLength(1);
});

test('what is believed is not reported, nor what sends no such header', async () => {
  await ask('10.0.0.7', { 'x-forwarded-for': '198.51.100.1' });
  await ask('192.0.2.4', { 'x-forwarded-proto': 'https' });
  expect(lines).toEqual([]);
});

test('a stranger with many addresses fills no log', async () => {
  for (let last = 1; last <= 150; last += 1) await ask(`203.0.113.${last}`, { 'x-forwarded-for': '1.1.1.1' });
  // Four were reported above.
  expect(lines).toHaveLength(96);
  // One network of IPv6 is one visitor.
  for (let last = 1; last <= 3; last += 1) await ask(`2001:db8::${last}`, { 'x-real-ip': '1.1.1.1' });
  expect(lines).toHaveLength(96);
});

/** How six sign-ins with a wrong password are answered, from addresses as a proxy forwards them. */
async function failToSignIn(remoteAddress: string, forwarded: (n: number) => string): Promise<number[]> {
  const { email } = await app.signUp();
  const answers: number[] = [];
  for (let n = 1; n <= 6; n += 1) {
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: calls.login.path,
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded(n) },
      payload: { email, password: 'wrong password' },
    });
    answers.push(statusCode);
  }
  return answers;
}
const fiveOfOne = [401, 401, 401, 401, 401, 429];

test.each([
  ['55.5.5.5', (n: number) => `55.5.5.5:${2_000 + n}`],
  ['2001:db8:77::/64', (n: number) => `[2001:db8:77::${n}]:9`],
  ['2001:db8:78::/64', (n: number) => `[2001:db8:78::${n}]`],
  ['55.5.5.6', (n: number) => `1.2.3.${n}, 55.5.5.6:${n}, 10.0.0.8:${n}`],
  ['10.0.0.9', (n: number) => `unknown${n}`],
  ['10.2.0.1', (n: number) => `1.2.3.4, unknown${n}, 10.2.0.1`],
])('%s is one visitor, with ports, in brackets, or behind what is no address', async (network, forwarded) => {
  expect(await failToSignIn('10.0.0.9', forwarded)).toEqual(fiveOfOne);
  const { rows } = await app.superuser.pool.query<{ ip: string; network: string }>(
    `select ip, network from security_events where kind = 'sign_in_failed' order by id desc limit 5`,
  );
  expect(rows.map((row) => row.network)).toEqual(Array.from({ length: 5 }, () => network));
  for (const { ip } of rows) expect(isIP(ip)).toBeGreaterThan(0);
});

test('an address with a port is believed of nobody else', async () => {
  expect(await failToSignIn('192.0.2.77', (n) => `55.5.6.${n}:80`)).toEqual(fiveOfOne);
});
