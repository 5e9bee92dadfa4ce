import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp } from '../support/test-app';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  app = await startTestApp({ LOG_LEVEL: 'warn', RATE_LIMITS: 'on' }, { log });
});
afterAll(() => app.close());

const classic = 'application/csp-report';
const modern = 'application/reports+json';

function report(body: unknown, type = classic, remoteAddress = '192.0.2.1') {
  lines.length = 0;
  return app.app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    remoteAddress,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const entrySchema = z.object({
  level: z.number(),
  others: z.number().optional(),
  violation: z.object({ directive: z.string(), blocked: z.string(), document: z.string() }),
});
const logged = () => lines.map((line) => entrySchema.parse(JSON.parse(line)));

const violation = {
  'document-uri': 'https://invest.example.com/auth/reset-password?token=secret#part',
  'effective-directive': 'script-src-elem',
  'violated-directive': 'script-src-elem',
  'original-policy': "default-src 'self'",
  'blocked-uri': 'https://evil.example/x.js?id=7',
};

describe('a report of a policy', () => {
  test('is logged as a warning, without what an address may carry along', async () => {
    const { statusCode, body } = await report({ 'csp-report': violation });
    expect([statusCode, body]).toEqual([204, '']);
    expect(logged()).toEqual([
      {
        level: 40,
        violation: {
          directive: 'script-src-elem',
          blocked: 'https://evil.example/x.js',
          document: 'https://invest.example.com/auth/reset-password',
        },
      },
    ]);
    expect(lines.join()).not.toContain('secret');
  });

  test('of the newer kind comes with others: one line tells the first violation and how many more there were', async () => {
    const one = (blockedURL: string) => ({
      type: 'csp-violation',
      age: 1,
      body: { documentURL: 'https://invest.example.com/', effectiveDirective: 'img-src', blockedURL },
    });
    const body = [{ type: 'deprecation', body: { id: 'x' } }, one('inline'), one('https://evil.example/')];
    expect((await report(body, modern)).statusCode).toBe(204);
    expect(logged()).toMatchObject([{ others: 1, violation: { blocked: 'inline' } }]);

    const hundred = Array.from({ length: 100 }, () => one('x\n'));
    expect((await report(hundred, modern)).statusCode).toBe(204);
    expect(logged()).toMatchObject([{ others: 99, violation: { blocked: 'x' } }]);

    expect((await report([{ type: 'deprecation', body: {} }], modern)).statusCode).toBe(204);
    expect(lines).toEqual([]);
  });

  test("may come from the market widgets' frames, which are of no origin", async () => {
    const { headers } = await report({ 'csp-report': violation });
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    const other = await app.app.inject('/api/health');
    expect(other.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('is one line of bounded length, whatever a stranger writes into it', async () => {
    const wild = `a\n\u001b[31mb\u2028c\u202ed${'x'.repeat(5_000)}`;
    const fields = { 'effective-directive': wild, 'blocked-uri': wild, 'document-uri': wild };
    const { statusCode, body } = await report({ 'csp-report': fields });
    expect([statusCode, body]).toEqual([204, '']);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain('\n');
    expect(lines[0]?.length).toBeLessThan(1_500);
    for (const value of Object.values(logged()[0]?.violation ?? {})) {
      expect(value).toMatch(/^a\[31mbcdx+$/);
      expect(value).toHaveLength(200);
    }
  });

  test.each([
    ['that is no JSON', '{"csp-report":', classic, 400, 'malformed_json'],
    ['that is empty', '', classic, 400, 'bad_request'],
    ['of another shape', '{"report":{}}', classic, 400, 'bad_request'],
    ['with wrong values', '{"csp-report":{"blocked-uri":7}}', classic, 400, 'bad_request'],
    ['whose violation is none', '[{"type":"csp-violation","body":7}]', modern, 400, 'bad_request'],
    ['nested without end', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, modern, 400, 'bad_request'],
    ['of another type', '{}', 'application/json', 415, 'unsupported_media_type'],
    ['that is too large', `["${'x'.repeat(17_000)}"]`, modern, 413, 'payload_too_large'],
  ])('%s is refused in the one shape, and not logged', async (_, body, type, status, code) => {
    const response = await report(body, type);
    expect(response.statusCode).toBe(status);
    expect(errorBodySchema.parse(response.json()).errors[0]?.code).toBe(code);
    expect(lines).toEqual([]);
  });

  test('is taken sixty times a minute from one machine', async () => {
    const send = async () => (await report({ 'csp-report': violation }, classic, '192.0.2.2')).statusCode;
    for (let sent = 1; sent <= 60; sent += 1) expect(await send()).toBe(204);
    expect(await send()).toBe(429);
    expect(lines).toEqual([]);
    expect((await report({ 'csp-report': violation }, classic, '192.0.2.3')).statusCode).toBe(204);
  });
});

test.each([classic, modern])('nothing else reads %s', async (type) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'content-type': type },
    payload: '{}',
  });
  expect(response.statusCode).toBe(415);
});
