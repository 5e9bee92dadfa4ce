import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { actorOf, readIdempotencyKey, readIfMatch } from './write-headers';

const caller = {
  userId: 'a person',
  type: 'admin',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  sessionId: 'a session',
  factor: 'none',
} as const;

const app = Fastify();
afterAll(() => app.close());
let received: FastifyRequest | undefined;
app.get('/', async (request) => {
  received = request;
  return {};
});

/** A request as Fastify hands it over, with a header. */
async function requestWith(headers: Record<string, string>): Promise<FastifyRequest> {
  await app.inject({ url: '/', headers });
  if (!received) throw new Error('No request came');
  return received;
}

describe('If-Match', () => {
  test.each([
    ['"7"', 7],
    ['7', 7],
    ['W/"7"', 7],
    ['*', undefined],
  ])('%s names version %s', async (value, version) => {
    expect(readIfMatch(await requestWith({ 'if-match': value }))).toBe(version);
  });

  test('may be missing', async () => {
    expect(readIfMatch(await requestWith({}))).toBeUndefined();
  });

  test.each(['', 'seven', '-7', '7.0', '"7", "8"', '9999999999'])('%j is no version', async (value) => {
    const request = await requestWith({ 'if-match': value });
    expect(() => readIfMatch(request)).toThrow('If-Match must be a version');
  });
});

describe('Idempotency-Key', () => {
  test('is any visible ASCII text up to 200 characters', async () => {
    const key = `${'x'.repeat(198)}~!`;
    expect(readIdempotencyKey(await requestWith({ 'idempotency-key': key }))).toBe(key);
    expect(readIdempotencyKey(await requestWith({}))).toBeUndefined();
  });

  test.each(['', 'two words', 'x'.repeat(201), 'é'])('%j is none', async (key) => {
    const request = await requestWith({ 'idempotency-key': key });
    expect(() => readIdempotencyKey(request)).toThrow('Idempotency-Key must be');
  });
});

describe('X-Reason', () => {
  const reasonOf = async (value: string) => actorOf(await requestWith({ 'x-reason': value }), caller).reason;

  test('is percent-encoded text of any language', async () => {
    expect(await reasonOf(encodeURIComponent('Überweisung geprüft, 100% ✓'))).toBe(
      'Überweisung geprüft, 100% ✓',
    );
    expect(await reasonOf(encodeURIComponent('é'.repeat(2_000)))).toHaveLength(2_000);
  });

  test('may be empty or missing', async () => {
    expect(await reasonOf('')).toBeUndefined();
    expect(actorOf(await requestWith({}), caller)).toMatchObject({
      userId: caller.userId,
      reason: undefined,
    });
  });

  test.each(['100%', '%E0%A4%A', 'a%00b', 'x'.repeat(2_001)])('%s is refused', async (value) => {
    await expect(reasonOf(value)).rejects.toThrow('X-Reason must be percent-encoded');
  });
});
