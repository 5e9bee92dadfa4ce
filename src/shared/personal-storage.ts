import { lastSessionEnd } from './session';
import { itemNames, readItem, removeItem, writeItem } from './storage';
import { readSession } from './token';

/*
 * What a person has begun and not finished, in the browser's local storage under their id: it outlives a reload and a
 * browser that was closed, and nobody else at this browser is shown it.
 */

const prefix = 'own:';

function nameOf(name: string): string | undefined {
  const owner = readSession()?.userId;
  return owner === undefined ? undefined : `${prefix}${owner}:${name}`;
}

/** The signed-in person's entry of that name, or null. */
export function readOwn(name: string): string | null {
  const key = nameOf(name);
  return key === undefined ? null : readItem(key);
}

/** Keeps an entry for the signed-in person; without one nothing is kept. */
export function writeOwn(name: string, text: string): void {
  const key = nameOf(name);
  if (key !== undefined) writeItem(key, text);
}

export function removeOwn(name: string): void {
  const key = nameOf(name);
  if (key !== undefined) removeItem(key);
}

/**
 * Removes what is not the signed-in person's; everything after a sign-out. A session that the server ended is no
 * farewell: the same person may sign in again and go on.
 */
export function forgetOthers(): void {
  const owner = readSession()?.userId;
  if (owner === undefined && lastSessionEnd() === 'refused') return;
  for (const key of itemNames()) {
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${owner}:`)) removeItem(key);
  }
}
