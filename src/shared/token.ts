import type { TokenPayload } from '../../contract/auth';
import type { InvitedType } from '../../contract/enums';
import { storageKeys } from '../../contract/storage-keys';
import { readItem } from './storage';

/** Who is signed in, as the token says. The server reads its own role; this one only chooses screens. */
export interface Session {
  userId: string;
  /** 'admin', 'auditor', 'investor'; '' where the host names no type. */
  type: string;
}

/** The stored token, or null. */
export function readToken(): string | null {
  return readItem(storageKeys.token);
}

/** The token that was read last, and what it says: each setting that the console reads asks who is signed in. */
let known: { token: string; payload: unknown } | undefined;

function payloadOf(token: string): unknown {
  if (known?.token !== token) known = { token, payload: decodePayload(token) };
  return known.payload;
}

function decodePayload(token: string): unknown {
  const part = token.split('.')[1];
  if (!part) return null;
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** What a token must say; other hosts write what they like into the rest. */
type Readable = Pick<TokenPayload, 'exp'> & { user: { _id?: unknown; type?: unknown } };

/** Read without the contract's schema: every page reads the session, and most need zod for nothing else. */
function isTokenPayload(value: unknown): value is Readable {
  if (!isObject(value) || !isObject(value.user)) return false;
  return value.exp === undefined || typeof value.exp === 'number';
}

const invited: Readonly<Record<string, true>> = { admin: true, auditor: true } satisfies Record<
  InvitedType,
  true
>;

/** Whoever is of another type than those is an investor, whatever the host calls them; no type is no role. */
export function roleOf(type: string): string {
  return type === '' || Object.hasOwn(invited, type) ? type : 'investor';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The session a token stands for; null when it cannot be read or is past its end (`exp`, in seconds). */
export function sessionOf(token: string | null): Session | null {
  if (!token) return null;
  const payload = payloadOf(token);
  if (!isTokenPayload(payload)) return null;
  const { user, exp } = payload;
  if (exp !== undefined && exp * 1000 <= Date.now()) return null;
  // Other hosts may put nothing but the type into a token: then the token itself stands for the person.
  const named = typeof user._id === 'string' || typeof user._id === 'number';
  const type = typeof user.type === 'string' ? roleOf(user.type) : '';
  return { userId: named ? String(user._id) : token, type };
}

export function readSession(): Session | null {
  return sessionOf(readToken());
}
