import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp } from '../support/test-app';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  app = await startTestApp({ LOG_LEVEL: 'warn', TRUST_PROXY: '10.0.0.0/8' }, { log });
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

test('what is believed is not reported, nor what sends no such header', async () => {
  await ask('10.0.0.7', { 'x-forwarded-for': '198.51.100.1' });
  await ask('192.0.2.4', { 'x-forwarded-proto': 'https' });
  expect(lines).toEqual([]);
});

test('a stranger with many addresses fills no log', async () => {
  for (let last = 1; last <= 150; last += 1) await ask(`203.0.113.${last}`, { 'x-forwarded-for': '1.1.1.1' });
  // Three were reported above.
  expect(lines).toHaveLength(97);
  // One network of IPv6 is one visitor.
  for (let last = 1; last <= 3; last += 1) await ask(`2001:db8::${last}`, { 'x-real-ip': '1.1.1.1' });
  expect(lines).toHaveLength(97);
});
