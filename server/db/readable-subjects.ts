import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { auditEvents, proposals } from './schema/writes';
import { uuidIn } from './uuid-in';

/** What somebody may read events and proposals about: of `auditSubjects`, and names of resources. All where there is no list. */
export type ReadableSubjects = readonly string[] | undefined;

/**
 * What an event tells of: of a proposal, what that would change. None where it went with an erasure: what it would have
 * changed was sealed, so that nobody knows any more whether it was readable.
 */
export const subjectOfEvent = sql<string | null>`case ${auditEvents.subjectType}
  when 'proposal' then coalesce(
    (select ${proposals.subjectType} from ${proposals} where ${proposals.id} = ${uuidIn(auditEvents.subjectId)}),
    ${auditEvents.after} ->> 'subjectType')
  else ${auditEvents.subjectType} end`;

export function mayReadAbout(readable: ReadableSubjects, subject: string | null): boolean {
  return readable === undefined || (subject !== null && readable.includes(subject));
}

/** The same of subjects in a query; nothing where all may be read. */
export function isReadable(readable: ReadableSubjects, subject: PgColumn | SQL): SQL | undefined {
  return readable && inArray(sql`${subject}`, [...readable]);
}
