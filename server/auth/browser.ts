import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Visitor } from '../request';

/** The browser a request comes from, told by a cookie. The database holds only hashes of such cookies. */
export interface Browser {
  /** Of the cookie that the request brought, or of the one that it gets. */
  hash: string;
  /** Whether the request brought it; a new one may never come back: not every client keeps cookies. */
  brought: boolean;
  /** For the header Set-Cookie of the reply. */
  setCookie: string;
}

/** Who registers, asks for a code or enters one. */
export interface CodeVisitor extends Visitor {
  browser: Browser;
  /** The header, with the device cookies in it (server/auth/device-cookie.ts). */
  cookies: string | undefined;
}

const bytes = 32;
const wellFormed = /^[\w-]{43}$/;
/** Seconds. Longer than a registration waits, so that the browser that made it stays known for as long. */
const lifetime = 30 * 24 * 60 * 60;

/**
 * Reads the browser's cookie out of the header Cookie; a malformed one is none. The cookie says nothing of a person and
 * opens nothing: it only tells the browser that asked from others. `secure` is whether people reach the product over
 * https.
 */
export function readBrowser(header: string | undefined, secure: boolean): Browser {
  // Under this prefix no other host of the domain can plant one.
  const name = secure ? '__Host-browser' : 'browser';
  const given = parseCookie(header ?? '')[name];
  const brought = given !== undefined && wellFormed.test(given);
  const value = brought ? given : randomBytes(bytes).toString('base64url');
  return {
    hash: createHash('sha256').update(value).digest('base64url'),
    brought,
    setCookie: stringifySetCookie({
      name,
      value,
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: lifetime,
    }),
  };
}
