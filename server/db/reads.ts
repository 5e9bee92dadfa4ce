import { sql } from 'drizzle-orm';
import { type Queries, type ReadSource, statement } from './client';
import { auditEvents } from './schema/writes';

/** What a standby must show before somebody reads there (docs/decisions/0037-reads-from-standbys.md). */
export interface Position {
  /** How far the log of the database itself is on its disk. */
  flushed: string;
  /** What the caller has done last, by its events in the audit log. */
  events: readonly number[];
}

/** Where is read what decides nothing. */
export interface Reads {
  /** Asks the database itself, with the question whose session it is; there is none without a standby. */
  position?(db: Queries, userId: string): Promise<Position>;
  /**
   * Reads at a standby that shows what `position` says, and at the database itself where there is none such, or no
   * position. Where a standby fails, `work` is run once more.
   */
  read<T>(position: Position | undefined, work: (source: ReadSource) => Promise<T>): Promise<T>;
  /** The same for what is shown to everybody. */
  readPublic<T>(work: (source: ReadSource) => Promise<T>): Promise<T>;
}

/** Everything is read at the database itself. */
export function readsOf(database: ReadSource): Reads {
  return { read: (_, work) => work(database), readPublic: (work) => work(database) };
}

/** Events of one person that a standby is asked for. Whoever has done more within a minute reads at the database itself. */
export const mostEvents = 100;

/**
 * The events of the newest minute in which the person did anything. Ids do not come in the order of the commits; but no
 * transaction is open for a minute after it has written, so what came before was committed before.
 */
const findPosition = statement((db) =>
  db
    .select({
      flushed: sql<string>`pg_current_wal_flush_lsn()`,
      events: sql<number[]>`array(
        select event.id::float8 from ${auditEvents} event
        where event.actor_id = ${sql.placeholder('userId')} and event.at > (
          select max(last.at) from ${auditEvents} last where last.actor_id = ${sql.placeholder('userId')}
        ) - interval '1 minute'
        order by event.at desc limit ${sql.raw(String(mostEvents + 1))})`,
    })
    .from(sql`(values (1)) as here`)
    .prepare('find_position'),
);

/** Where a person's reads must have come to, as the database itself has it. */
export async function readPosition(db: Queries, userId: string | null): Promise<Position> {
  const [position] = await findPosition(db).execute({ userId });
  if (!position) throw new Error('The position has no row');
  return position;
}
