import { storageKeys } from '../../contract/storage-keys';
import { readItem, removeItem, writeItem } from './storage';

/** Why a session ended: the person left, or the server no longer accepts the token. */
export type SessionEnd = 'signed-out' | 'refused';

const listeners = new Set<() => void>();
let lastEnd: SessionEnd | undefined;

function announce(): void {
  for (const listener of listeners) listener();
}

export function storeToken(token: string): void {
  lastEnd = undefined;
  // Why an earlier session ended says nothing of the end of this one.
  removeItem(storageKeys.sessionEnd);
  writeItem(storageKeys.token, token);
  announce();
}

/** Removes the token; every `useSession` of this and the other tabs hears of it, and why. */
export function clearToken(end: SessionEnd = 'signed-out'): void {
  lastEnd = end;
  // Before the token goes: that is what the other tabs hear of.
  writeItem(storageKeys.sessionEnd, end);
  removeItem(storageKeys.token);
  announce();
}

/** Why the session that was here last ended, in this tab or another; undefined while this tab knows of no end. */
export function lastSessionEnd(): SessionEnd | undefined {
  return lastEnd;
}

/** Why another tab has removed the token. Nobody has left who has not said so: it may have been the browser, or its owner by hand. */
function toldEnd(): SessionEnd {
  return readItem(storageKeys.sessionEnd) === 'signed-out' ? 'signed-out' : 'refused';
}

/** Calls `listener` whenever the token changes, in this tab or another; returns the way to stop it. */
export function onTokenChange(listener: () => void): () => void {
  const onElsewhere = (event: StorageEvent | PageTransitionEvent) => {
    // A null key means the whole storage was cleared. A page that the way back brings as it was left has heard of nothing since.
    const concerns = 'key' in event ? event.key === storageKeys.token || event.key === null : event.persisted;
    if (!concerns) return;
    lastEnd = readItem(storageKeys.token) === null ? toldEnd() : undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onElsewhere);
  window.addEventListener('pageshow', onElsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onElsewhere);
    window.removeEventListener('pageshow', onElsewhere);
  };
}

/** The address last registered, asked a reset for, or refused at sign-in; the OTP screens work on it. */
export function readEmail(): string | null {
  return readItem(storageKeys.email);
}

export function storeEmail(email: string): void {
  writeItem(storageKeys.email, email);
}
