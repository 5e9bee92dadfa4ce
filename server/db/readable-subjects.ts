import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What somebody may read events and proposals about: of `auditSubjects`, and names of resources. All where there is no list. */
export type ReadableSubjects = readonly string[] | undefined;

export function mayReadAbout(readable: ReadableSubjects, subject: string): boolean {
  return readable === undefined || readable.includes(subject);
}

/** The same of a column of subjects; nothing where all may be read. */
export function isReadable(readable: ReadableSubjects, column: PgColumn): SQL | undefined {
  return readable && inArray(column, [...readable]);
}
