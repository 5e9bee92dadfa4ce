import { createHmac, randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { eq } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../db/client';
import { users } from '../db/schema/people';

/** Seconds: half a year after the last sign-in a browser counts as any other. */
const lifetime = 180 * 24 * 3_600;
const audience = 'averin-invest-device';

/** Whose browser it is. The version ends every cookie when the password changes. */
export interface DeviceOwner {
  id: string;
  credentialVersion: number;
}

/** A browser that is known to the owner of an address. */
export interface KnownBrowser {
  id: string;
  /** Whether it is known by a new password from the mailbox alone: no second factor was shown in it yet. */
  byMailbox: boolean;
}

/**
 * Cookies that tell a browser in which somebody has signed in from the browsers of strangers, so that guesses of
 * strangers do not stand in the owner's way (OWASP, "device cookies"). They open nothing: who steals one may guess a few
 * passwords, as anybody may.
 */
export interface DeviceCookies {
  /** A `Set-Cookie` that makes a browser known to the owner of an address. */
  issue(email: string, owner: DeviceOwner, byMailbox?: boolean): Promise<string>;
  /**
   * The browser of a cookie; `undefined` when there is none for the address, or it is forged, expired,
   * somebody else's or of an older password.
   */
  read(cookies: string | undefined, email: string, owner: DeviceOwner): Promise<KnownBrowser | undefined>;
}

/** A `Set-Cookie` that makes a browser known to the owner of an address; none for an address nobody has. */
export async function cookieOfOwner(
  { database, deviceCookies }: { database: Pick<Database, 'db'>; deviceCookies: DeviceCookies },
  email: string,
  byMailbox = false,
): Promise<string | undefined> {
  const [owner] = await database.db
    .select({ id: users.id, credentialVersion: users.credentialVersion })
    .from(users)
    .where(eq(users.email, email));
  return owner && deviceCookies.issue(email, owner, byMailbox);
}

/** Device cookies signed with the key; `secure` ones are sent over https only. */
export function createDeviceCookies(key: Uint8Array, secure: boolean): DeviceCookies {
  // Under this prefix no other host of the domain can plant one.
  const prefix = secure ? '__Host-device-' : 'device-';
  // One for each address, so that people who share a browser do not take it from each other.
  const nameOf = (email: string) =>
    `${prefix}${createHmac('sha256', key).update(email).digest('hex').slice(0, 16)}`;
  return {
    async issue(email, { id, credentialVersion }, byMailbox = false) {
      const value = await new SignJWT({ cv: credentialVersion, ...(byMailbox && { mailbox: true }) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(id)
        .setJti(randomUUID())
        .setAudience(audience)
        .setExpirationTime(`${lifetime} s`)
        .sign(key);
      return stringifySetCookie({
        name: nameOf(email),
        value,
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: lifetime,
        // Codes are asked for, and second factors shown, at other addresses than that of the sign-in.
        path: '/',
      });
    },
    async read(cookies, email, { id, credentialVersion }) {
      const value = cookies === undefined ? undefined : parseCookie(cookies)[nameOf(email)];
      if (value === undefined) return undefined;
      try {
        const { payload } = await jwtVerify<{ cv?: unknown; mailbox?: unknown }>(value, key, {
          algorithms: ['HS256'],
          audience,
          subject: id,
          requiredClaims: ['jti', 'exp'],
        });
        if (payload.cv !== credentialVersion || payload.jti === undefined) return undefined;
        return { id: payload.jti, byMailbox: payload.mailbox === true };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
