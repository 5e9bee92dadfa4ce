import { act } from '@testing-library/react';
import { storageKeys } from '../../../contract/storage-keys';
import type { SessionEnd } from '../session';

/** For tests: another tab has changed an entry of the browser's storage, or cleared all of it. */
function tell(key: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

/** For tests: a session ends in another tab of this browser; without a reason when somebody has removed the token by hand. */
export function endInOtherTab(end?: SessionEnd): void {
  if (end) {
    localStorage.setItem(storageKeys.sessionEnd, end);
    tell(storageKeys.sessionEnd);
  }
  localStorage.removeItem(storageKeys.token);
  tell(storageKeys.token);
}

/** For tests: another tab has a new session. */
export function signInInOtherTab(token: string): void {
  localStorage.setItem(storageKeys.token, token);
  tell(storageKeys.token);
}

/** For tests: another tab keeps something as JSON. */
export function storeInOtherTab(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value));
  act(() => tell(key));
}

/** For tests: the whole storage is cleared from another tab. */
export function clearInOtherTab(): void {
  localStorage.clear();
  tell(null);
}
