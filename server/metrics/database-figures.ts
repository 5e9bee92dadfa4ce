import pg from 'pg';
import { tolerated } from '../due';

/** Figures that one statement reads, by the names of its columns. */
interface Asked {
  helps: Readonly<Record<string, string>>;
  query: string;
}

/** Milliseconds after which the database itself ends one of these statements, so that it keeps the connection from no other. */
const longest = 2_000;

/**
 * What the database knows for all replicas. The statements read indexes and the server's memory alone, and one that fails or takes
 * too long hides no figure of another, as they are asked one after the other; the one whose time grows with what waits is the last.
 */
export const databaseFigures: readonly Asked[] = [
  {
    helps: {
      database_locks_waiting: 'Sessions of the database that wait for a lock of another one.',
      database_lock_wait_seconds: 'How long the longest of them has waited; 0 when there is none.',
    },
    query: `
      select count(*) as database_locks_waiting,
        greatest(coalesce(extract(epoch from clock_timestamp() - min(waitstart)), 0), 0) as database_lock_wait_seconds
      from pg_locks where not granted
        and (database is null or database = (select oid from pg_database where datname = current_database()))`,
  },
  {
    helps: {
      book_check_age_seconds:
        'When all invariants of the books were last checked; missing before the first time.',
      books_hold: 'Whether they all held then: 1, or 0; missing when one took too long to tell.',
    },
    query: `
      select extract(epoch from now() - at) as book_check_age_seconds, holds::int as books_hold
      from book_runs where ended_at is not null and at <= now() + interval '${tolerated} milliseconds'
      order by at desc limit 1`,
  },
  {
    helps: {
      history_sealing_lag_seconds:
        'How long the oldest event of the audit log has waited to be sealed; 0 when there is none, missing before the first checkpoint.',
    },
    // By ids as well: in a dump that was restored, new events may be of lower transactions than what was sealed.
    query: `
      select greatest(coalesce(extract(epoch from now() - least((
        select at from audit_events row
        where row.written_in >= newest.last_written_in and not exists (
          select from history_leaves leaf
          where leaf.kind = 'event' and leaf.row_id = row.id and leaf.index >= 0 and leaf.index < newest.size offset 0)
        order by row.written_in, row.id limit 1), (
        select at from audit_events row
        where row.id > coalesce((
          select max(leaf.row_id) from history_leaves leaf
          where leaf.kind = 'event' and leaf.row_id is not null and leaf.index >= 0 and leaf.index < newest.size), 0)
        order by row.id limit 1))), 0), 0) as history_sealing_lag_seconds
      from (select size, last_written_in from history_checkpoints order by size desc limit 1) newest`,
  },
  {
    helps: {
      mail_outbox_oldest_age_seconds:
        'How long the oldest mail that was never tried has waited; 0 when there is none.',
    },
    query: `
      select greatest(coalesce(extract(epoch from now() - min(created_at)), 0), 0) as mail_outbox_oldest_age_seconds
      from mail_outbox where coalesce(sent_at, dropped_at) is null and attempts = 0`,
  },
  {
    helps: { mail_outbox_pending: 'Mails that wait to be sent, of all replicas.' },
    query: `
      select count(*) as mail_outbox_pending from mail_outbox where sent_at is null and dropped_at is null`,
  },
];

/** The figures that a statement reads, without those that there are not; throws when the database does not answer it. */
export async function readFigures(pool: pg.Pool, { query }: Asked): Promise<Map<string, number>> {
  // One message, which is one transaction. The driver answers two results, and its types know of one.
  const answered: unknown = await pool.query(`set local statement_timeout = ${longest}; ${query}`);
  const last: unknown = Array.isArray(answered) ? answered.at(-1) : answered;
  const rows: Record<string, unknown>[] = last instanceof pg.Result ? last.rows : [];
  const known = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
  return new Map(known.map(([name, value]) => [name, Number(value)]));
}
