import { useMemo, useSyncExternalStore } from 'react';
import type { TokenPayload } from '../../contract/auth';
import { storageKeys } from '../../contract/limits';
import { readItem, removeItem, writeItem } from './storage';

/** Who is signed in, as the token says. The server reads its own role; this one only chooses screens. */
export interface Session {
  userId: string;
  /** 'admin', 'investor', or whatever else a host sends. */
  type: string;
}

/** Why a session ended in this tab: the person left, or the server no longer accepts the token. */
export type SessionEnd = 'signed-out' | 'refused';

const listeners = new Set<() => void>();
let lastEnd: SessionEnd = 'signed-out';

function announce(): void {
  for (const listener of listeners) listener();
}

/** The stored token, or null. */
export function readToken(): string | null {
  return readItem(storageKeys.token);
}

export function storeToken(token: string): void {
  writeItem(storageKeys.token, token);
  announce();
}

/** Removes the token; every `useSession` of this and the other tabs hears of it. */
export function clearToken(end: SessionEnd = 'signed-out'): void {
  lastEnd = end;
  removeItem(storageKeys.token);
  announce();
}

/** Why the last session ended; another tab's sign-out counts as one here. */
export function lastSessionEnd(): SessionEnd {
  return lastEnd;
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

/** Read without the contract's schema: every page reads the session, and most need zod for nothing else. */
function isTokenPayload(value: unknown): value is TokenPayload {
  if (!isObject(value) || !isObject(value.user)) return false;
  const { user, exp } = value;
  if (exp !== undefined && typeof exp !== 'number') return false;
  return typeof user._id === 'string' && typeof user.type === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The session a token stands for; null when it cannot be read or is past its end (`exp`, in seconds). */
export function sessionOf(token: string | null): Session | null {
  if (!token) return null;
  const payload = decodePayload(token);
  if (!isTokenPayload(payload)) return null;
  const { user, exp } = payload;
  if (exp !== undefined && exp * 1000 <= Date.now()) return null;
  return { userId: user._id, type: user.type };
}

export function readSession(): Session | null {
  return sessionOf(readToken());
}

/** Calls `listener` whenever the token changes, in this tab or another; returns the way to stop it. */
export function onTokenChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means the whole storage was cleared.
    if (event.key !== storageKeys.token && event.key !== null) return;
    lastEnd = 'signed-out';
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The current session; the component renders again when it changes, in this tab or another. */
export function useSession(): Session | null {
  const token = useSyncExternalStore(onTokenChange, readToken, () => null);
  return useMemo(() => sessionOf(token), [token]);
}

/** The address last registered, asked a reset for, or refused at sign-in; the OTP screens work on it. */
export function readEmail(): string | null {
  return readItem(storageKeys.email);
}

export function storeEmail(email: string): void {
  writeItem(storageKeys.email, email);
}
