import type pg from 'pg';
import { z } from '../../contract/zod';
import { tolerated } from '../due';

const figuresSchema = z.object({
  /** Mails that wait, and seconds that the oldest has waited. */
  mailsPending: z.coerce.number(),
  oldestMail: z.coerce.number(),
  /** Sessions that wait for a lock, and seconds that the longest has waited. */
  locksWaiting: z.coerce.number(),
  longestWait: z.coerce.number(),
  /** Seconds since all invariants of the books were checked, and whether all held. */
  checkAge: z.coerce.number().optional(),
  booksHold: z.coerce.number().optional(),
  /** Seconds by which the newest checkpoint of the sealed history is behind the audit log. */
  sealingLag: z.coerce.number().optional(),
});

/** What the database knows for all replicas. */
export type DatabaseFigures = z.infer<typeof figuresSchema>;

/** Everything in one statement, which reads indexes and the server's memory alone. */
const query = `
  with mails as (
    select count(*) as pending, extract(epoch from now() - min(created_at)) as oldest
    from mail_outbox where sent_at is null and dropped_at is null
  ), locks as (
    select count(*) as waiting, extract(epoch from clock_timestamp() - min(waitstart)) as longest
    from pg_locks where not granted
      and (database is null or database = (select oid from pg_database where datname = current_database()))
  ), checked as (
    select at, holds from book_runs where ended_at is not null and at <= now() + interval '${tolerated} milliseconds'
    order by at desc limit 1
  )
  select pending as "mailsPending", greatest(coalesce(oldest, 0), 0) as "oldestMail",
    waiting as "locksWaiting", greatest(coalesce(longest, 0), 0) as "longestWait",
    (select extract(epoch from now() - at) from checked) as "checkAge",
    (select holds::int from checked) as "booksHold",
    (select greatest(extract(epoch from (select at from audit_events order by id desc limit 1) - sealed_at), 0)
      from history_checkpoints order by size desc limit 1) as "sealingLag"
  from mails, locks`;

/** Reads them; throws when the database does not answer. */
export async function readDatabaseFigures(pool: pg.Pool): Promise<DatabaseFigures> {
  const { rows } = await pool.query<Record<string, unknown>>(query);
  const known = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
  return figuresSchema.parse(Object.fromEntries(known));
}
