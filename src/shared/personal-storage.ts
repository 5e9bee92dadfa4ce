import { lastSessionEnd } from './session';
import { itemNames, readItem, removeItem, writeItem } from './storage';
import { readSession } from './token';

/*
 * What a person has begun and not finished, in the browser's local storage under their id: it outlives a reload and a
 * browser that was closed, and nobody else at this browser is shown it.
 */

const prefix = 'own:';

/** Whose entries are read and kept now: the signed-in person's id. */
export function currentOwner(): string | undefined {
  return readSession()?.userId;
}

/** Whether somebody else than `owner` is signed in by now: what was begun before is not for them. */
export function isOthers(owner: string | undefined): boolean {
  const now = currentOwner();
  return now !== undefined && now !== owner;
}

const nameOf = (name: string, owner: string) => `${prefix}${owner}:${name}`;

/** The entry of that name of the signed-in person, or of `owner`; null for none. */
export function readOwn(name: string, owner = currentOwner()): string | null {
  return owner === undefined ? null : readItem(nameOf(name, owner));
}

/** Keeps an entry for the signed-in person, or for `owner`; without one nothing is kept. */
export function writeOwn(name: string, text: string, owner = currentOwner()): void {
  if (owner !== undefined) writeItem(nameOf(name, owner), text);
}

/** Removes an entry of the signed-in person, or of `owner`, who may be so no longer. */
export function removeOwn(name: string, owner = currentOwner()): void {
  if (owner !== undefined) removeItem(nameOf(name, owner));
}

/** The names of the signed-in person's entries that begin with `start`. */
export function ownNames(start: string): string[] {
  const own = nameOf('', currentOwner() ?? '');
  const names = itemNames().filter((key) => key.startsWith(own + start));
  return names.map((key) => key.slice(own.length));
}

/**
 * Removes what is not the signed-in person's; everything after a sign-out. A session that the server ended is no
 * farewell: the same person may sign in again and go on.
 */
export function forgetOthers(): void {
  const owner = currentOwner();
  if (owner === undefined && lastSessionEnd() !== 'signed-out') return;
  for (const key of itemNames()) {
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${owner}:`)) removeItem(key);
  }
}
