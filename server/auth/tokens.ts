import { errors, jwtVerify, SignJWT } from 'jose';
import { v4 as uuid } from 'uuid';
import type { UserType } from '../../contract/enums';

const issuer = 'averin-invest';
const audience = 'averin-invest-api';

export interface Tokens {
  /** A signed token of a session. */
  issue(session: { id: string; userId: string; type: UserType; expiresAt: Date }): Promise<string>;
  /** The session a token names; `undefined` for one that is forged, expired or incomplete. */
  sessionOf(token: string): Promise<{ sessionId: string; userId: string } | undefined>;
}

/** What a token says once its signature has been checked; milliseconds. */
interface Verified {
  sessionId: string;
  userId: string;
  expiresAt: number;
}

/**
 * A signature that was right once stays right, so it is checked once per token and process. Whether the session still
 * holds is not remembered: the database is asked each time.
 */
const knownLimit = 10_000;

/** HS256 tokens. The role inside is for the screens; the server reads its own (docs/rules.md, "Sessions"). */
export async function createTokens(secret: Uint8Array): Promise<Tokens> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const known = new Map<string, Verified>();
  const key = await crypto.subtle.importKey('raw', Buffer.from(secret), algorithm, false, ['sign', 'verify']);
  return {
    issue: ({ id, userId, type, expiresAt }) =>
      new SignJWT({ user: { _id: userId, type }, sid: id })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setJti(uuid())
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(key),
    async sessionOf(token) {
      const before = known.get(token);
      if (before) return before.expiresAt > Date.now() ? before : undefined;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
        });
        const { sid, sub, exp } = payload;
        if (typeof sid !== 'string' || sub === undefined || exp === undefined) return undefined;
        const verified = { sessionId: sid, userId: sub, expiresAt: exp * 1000 };
        if (known.size >= knownLimit) known.clear();
        known.set(token, verified);
        return verified;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
