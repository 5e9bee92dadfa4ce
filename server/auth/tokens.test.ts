import { SignJWT } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTokens } from './tokens';

const secret = new Uint8Array(32).fill(1);
const hour = 3_600_000;
const session = () => ({
  id: 's-1',
  userId: 'u-1',
  type: 'admin' as const,
  expiresAt: new Date(Date.now() + hour),
});

/** A token with the right signature, unless it says otherwise, and claims of our own. */
function forge(claims: Record<string, unknown>, { key = secret, alg = 'HS256' } = {}): Promise<string> {
  return new SignJWT({
    sid: 's-1',
    sub: 'u-1',
    jti: 'j-1',
    iat: Date.now() / 1_000 - 10,
    exp: Date.now() / 1_000 + 3_600,
    iss: 'averin-invest',
    aud: 'averin-invest-api',
    ...claims,
  })
    .setProtectedHeader({ alg })
    .sign(key);
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

afterEach(() => {
  vi.useRealTimers();
});

describe('a token', () => {
  test('names its session and person, again and again, and says the role', async () => {
    const tokens = await createTokens(secret);
    const token = await tokens.issue(session());
    for (let time = 0; time < 2; time += 1) {
      expect(await tokens.sessionOf(token)).toMatchObject({ sessionId: 's-1', userId: 'u-1' });
    }
    expect(payloadOf(token)).toMatchObject({
      user: { _id: 'u-1', type: 'admin' },
      sid: 's-1',
      sub: 'u-1',
      iss: 'averin-invest',
      aud: 'averin-invest-api',
    });
  });

  test('is of one session once: two of the same are not alike', async () => {
    const tokens = await createTokens(secret);
    expect(await tokens.issue(session())).not.toBe(await tokens.issue(session()));
  });

  test('holds until it ends, also when it was seen before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tokens = await createTokens(secret);
    const seen = await tokens.issue(session());
    const unseen = await tokens.issue(session());
    vi.setSystemTime(Date.now() + hour - 2_000);
    expect(await tokens.sessionOf(seen)).toMatchObject({ sessionId: 's-1' });
    vi.setSystemTime(Date.now() + 3_000);
    expect(await tokens.sessionOf(seen)).toBeUndefined();
    expect(await tokens.sessionOf(unseen)).toBeUndefined();
  });

  test('holds on another server with the same secret, and on none with another', async () => {
    const token = await (await createTokens(secret)).issue(session());
    expect(await (await createTokens(secret)).sessionOf(token)).toMatchObject({ sessionId: 's-1' });
    const other = await createTokens(new Uint8Array(32).fill(2));
    expect(await other.sessionOf(token)).toBeUndefined();
  });
});

describe('there is no session in', () => {
  test.each<[what: string, claims: Record<string, unknown>]>([
    ['a token of another issuer', { iss: 'somebody else' }],
    ['a token for another service', { aud: 'another service' }],
    ['one without an issuer', { iss: undefined }],
    ['one without an audience', { aud: undefined }],
    ['one without a person', { sub: undefined }],
    ['one without a session', { sid: undefined }],
    ['one whose session is no text', { sid: 7 }],
    ['one without an id', { jti: undefined }],
    ['one that does not say when it was made', { iat: undefined }],
    ['one that never ends', { exp: undefined }],
    ['one that has ended', { exp: Date.now() / 1_000 - 1 }],
  ])('%s', async (_, claims) => {
    const tokens = await createTokens(secret);
    expect(await tokens.sessionOf(await forge(claims))).toBeUndefined();
  });

  test('what was signed with another key or in another way, and what is no token', async () => {
    const tokens = await createTokens(secret);
    expect(await tokens.sessionOf(await forge({}))).toMatchObject({ sessionId: 's-1', userId: 'u-1' });
    const long = new Uint8Array(64).fill(1);
    for (const token of [
      await forge({}, { key: new Uint8Array(32).fill(2) }),
      await forge({}, { key: long, alg: 'HS512' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await forge({})).split('.')[1]}.`,
      'no token',
      '',
    ]) {
      expect(await tokens.sessionOf(token)).toBeUndefined();
    }
  });
});
