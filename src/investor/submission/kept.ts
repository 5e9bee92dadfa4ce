import type { z } from '../../../contract/zod';
import { currentOwner, readOwn, removeOwn, writeOwn } from '../../shared/personal-storage';

/** What was kept for the signed-in person, or for `owner`, under a name; null for nothing, or what does not fit any more. */
export function readKept<T>(name: string, schema: z.ZodType<T>, owner?: string): T | null {
  const stored = readOwn(name, owner);
  if (stored === null) return null;
  try {
    return schema.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** Keeps a value until it is dropped, or its person signs out. */
export function keep(name: string, value: unknown): void {
  writeOwn(name, JSON.stringify(value));
}

export function drop(name: string, owner?: string): void {
  removeOwn(name, owner);
}

/** What one form keeps under a name. */
export interface FormEntry {
  keep(value: unknown): void;
  drop(): void;
}

/**
 * The entry of a form that somebody has open: it is theirs, whoever is signed in by the time it is dropped, and only what
 * this form has kept is dropped, since another tab may have kept something else under the name.
 */
export function entryOf(name: string): FormEntry {
  const owner = currentOwner();
  let kept: string | undefined;
  return {
    keep(value) {
      if (currentOwner() !== owner) return;
      kept = JSON.stringify(value);
      writeOwn(name, kept);
    },
    drop() {
      if (kept !== undefined && readOwn(name, owner) === kept) removeOwn(name, owner);
      kept = undefined;
    },
  };
}
