import type pg from 'pg';
import { type Database, openDatabase, type Queries, queriesOf, type Reach, type ReadSource } from './client';
import { mostEvents, type Position, type Reads, readPosition } from './reads';

/** Milliseconds that a standby has to take a reader on: one that hangs must not keep anybody waiting. */
const patience = 1_000;
/** Milliseconds for which a standby that did not do so is left alone. */
const rest = 5_000;
/** Milliseconds after which a statement is given up: more than what any may take on the server (server/ledger). */
const answerTimeout = 25_000;
/** Milliseconds that a standby may be behind. */
const mostLag = 10_000;

/** Opens the connections to a standby; it need not be there. */
export function openStandby(reach: Reach, seal: Database['seal']): Database {
  const limits = { connectionTimeoutMillis: patience, query_timeout: answerTimeout };
  // What breaks is noticed by whoever reads next.
  return openDatabase({ ...reach, ...limits }, () => {}, undefined, seal);
}

/** One database of one cluster, as one role: the same for a primary and its standbys, and for nobody else. */
const identity = `(select system_identifier from pg_control_system()) || ' '
  || (select oid from pg_database where datname = current_database()) || ' ' || current_user`;

export interface Standing {
  identity: string;
  /** Whether it follows another server. */
  follows: boolean;
}

/** Which database a connection leads to. */
export async function readStanding(pool: pg.Pool): Promise<Standing> {
  const { rows } = await pool.query<Standing>(
    `select ${identity} as identity, pg_is_in_recovery() as follows`,
  );
  if (!rows[0]) throw new Error('The database did not say which one it is');
  return rows[0];
}

/** Whether the log was replayed up to a position, $1, of some moment: then nothing was missing at that moment. */
const current = 'pg_last_wal_replay_lsn() >= $1::pg_lsn';
const lag = 'now() - pg_last_xact_replay_timestamp()';

/** The snapshot of the transaction is taken by it: what is found to be there, the reads that follow find as well. */
const look = {
  name: 'look_at_standby',
  text: `select ${identity} = $2 and pg_is_in_recovery() as own,
    (${current} or ${lag} < $3 * interval '1 millisecond')
    and (select count(*) from audit_events where id = any($4::bigint[])) = cardinality($4::bigint[]) as shows`,
  query_timeout: patience,
};

const beginSnapshot = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', query_timeout: patience };

export interface StandbyReads extends Reads {
  position(db: Queries, userId: string): Promise<Position>;
  /** Seconds that the standby is behind; undefined when it does not answer or is no standby. */
  lag(): Promise<number | undefined>;
}

/**
 * Reads at a standby where that makes no difference to whoever reads: it shows all that they have done themselves, and is
 * not far behind. Everything else is read at the database itself, and so is whatever the standby fails at. `tell` hears
 * when it is left alone, and when it is read again.
 */
export async function readsByStandby(
  database: Database,
  standby: Database,
  tell: (message: string, cause?: unknown) => void,
  limit = mostLag,
): Promise<StandbyReads> {
  const { identity: own } = await readStanding(database.pool);
  let away = false;
  let leftAloneUntil = 0;

  /** A connection with a snapshot that shows the position; none when the standby does not have it yet. */
  async function begin({ flushed, events }: Position): Promise<pg.PoolClient | undefined> {
    const client = await standby.pool.connect();
    try {
      const values = [flushed, own, limit, events];
      const [, { rows }] = await Promise.all([
        client.query(beginSnapshot),
        client.query<{ own: boolean; shows: boolean | null }>({ ...look, values }),
      ]);
      if (!rows[0]?.own) throw new Error('It is no standby of this database');
      if (rows[0].shows) return client;
      end(client);
      return undefined;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Nobody waits for it. */
  function end(client: pg.PoolClient): void {
    client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
  }

  /** The same, of a standby that is there; one that is not is left alone for a while. */
  async function reach(position: Position): Promise<pg.PoolClient | undefined> {
    const now = Date.now();
    if (now < leftAloneUntil || position.events.length > mostEvents) return undefined;
    // Of those that come now, one looks whether it is back.
    if (away) leftAloneUntil = now + rest;
    try {
      const client = await begin(position);
      if (away) tell('Lists are read from the standby again');
      away = false;
      leftAloneUntil = 0;
      return client;
    } catch (error) {
      if (!away) tell('Lists are read from DATABASE_URL, as the standby does not answer', error);
      away = true;
      leftAloneUntil = Date.now() + rest;
      return undefined;
    }
  }

  async function read<T>(
    position: Position | undefined,
    work: (source: ReadSource) => Promise<T>,
  ): Promise<T> {
    const client = position && (await reach(position));
    if (!client) return work(database);
    try {
      return await work({ db: queriesOf(client), seal: database.seal, rest: database.db });
    } catch {
      // Cancelled, cut off, or not there yet: what is wrong with the request itself, the database finds as well.
      return work(database);
    } finally {
      end(client);
    }
  }

  return {
    position: readPosition,
    read,
    async readPublic(work) {
      return read(await readPosition(database.db, null).catch(() => undefined), work);
    },
    async lag() {
      const { flushed } = await readPosition(database.db, null);
      const answered = await standby.pool
        .query<{ own: boolean; lag: number | null }>(
          `select ${identity} = $2 and pg_is_in_recovery() as own,
            case when ${current} then 0 else greatest(extract(epoch from ${lag}), 0)::float8 end as lag`,
          [flushed, own],
        )
        .catch(() => undefined);
      const found = answered?.rows[0];
      return found?.own ? (found.lag ?? undefined) : undefined;
    },
  };
}
