import { storageKeys } from '../../contract/storage-keys';
import { readItem, removeItem, writeItem } from './storage';

/** Why a session ended in this tab: the person left, or the server no longer accepts the token. */
export type SessionEnd = 'signed-out' | 'refused';

const listeners = new Set<() => void>();
let lastEnd: SessionEnd = 'signed-out';

function announce(): void {
  for (const listener of listeners) listener();
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

/** The address last registered, asked a reset for, or refused at sign-in; the OTP screens work on it. */
export function readEmail(): string | null {
  return readItem(storageKeys.email);
}

export function storeEmail(email: string): void {
  writeItem(storageKeys.email, email);
}
