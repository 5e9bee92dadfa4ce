import type { z } from '../../../contract/zod';
import { readOwn, removeOwn, writeOwn } from '../../shared/personal-storage';

/** What was kept for the signed-in person under a name; null for nothing, or what does not fit any more. */
export function readKept<T>(name: string, schema: z.ZodType<T>): T | null {
  const stored = readOwn(name);
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

export function drop(name: string): void {
  removeOwn(name);
}
