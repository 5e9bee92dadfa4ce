import { hostname } from 'node:os';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { sqlState } from '../errors/failures';
import { type PersonalSeal, withoutSeal } from '../personal-seal';
import {
  applySettings,
  type ConnectionConfig,
  connectTimeout,
  LentClient,
  sendTogether,
  timeouts,
  WatchedClient,
} from './connection';
import { groupsOf, statementOf, type Write } from './writes';

/** Where queries are built: the pool, or the one connection of a transaction. */
export type Queries = NodePgDatabase;

/**
 * A transaction: its queries, and work to do once it has committed. What is not waited for travels with what comes after
 * it (`pipeline`), in this order, each statement seeing what had been committed when its turn came.
 */
export interface Tx {
  db: Queries;
  /**
   * Takes a statement that has been sent and whose answer nobody needs: the next one, or the COMMIT, does not wait for
   * it. When it fails, the transaction does, with its error.
   */
  send(statement: Promise<unknown>): void;
  /**
   * Takes something to be written whose answer nobody needs. It leaves before whatever is sent next, the COMMIT if nothing
   * else; those that leave together are one statement, in which none sees what another has written. When it fails, the
   * transaction does.
   */
  write(write: Write): void;
  /**
   * Takes work whose statements are still to be sent, as they need an answer that is under way: the COMMIT waits for it.
   * When it fails, the transaction does.
   */
  later(work: Promise<unknown>): void;
  /** As the database has it. */
  seal: PersonalSeal;
  /** The commit stands whatever a task does: one that fails is reported, and nobody else hears of it. */
  afterCommit(task: () => unknown): void;
}

/** Reads and locks that are sent with the BEGIN of a transaction; `again` when one before it was in conflict. */
export type Open<O> = (db: Queries, again: boolean) => Promise<O>;

export interface Database {
  /** Queries outside a transaction. Never use it inside one: it would take a second connection. */
  db: Queries;
  pool: pg.Pool;
  /** Seals and opens what tells about people. */
  seal: PersonalSeal;
  /** Runs `work` in a transaction; retries it whole on a serialization failure or deadlock. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same, with statements that are sent with the BEGIN and what they answer given to `work`. Reads, and locks that end
   * with the transaction: if BEGIN alone failed, they would have run without one. `again` says that it is a retry.
   */
  transactAfter<O, T>(open: Open<O>, work: (tx: Tx, opened: O) => Promise<T>): Promise<T>;
  /** Queries outside a transaction that go together: those that are asked at once travel at once. */
  together<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * What reads need of a database. Without `together` and `transactAfter` it is one snapshot, in which nothing can be
 * written.
 */
export interface ReadSource
  extends Pick<Database, 'db' | 'seal'>,
    Partial<Pick<Database, 'together' | 'transactAfter'>> {
  /** Where to read on once a snapshot has ended: the rest of a list that is sent while it is read. */
  rest?: Queries;
}

const attempts = 5;
const retryable = new Set(['40001', '40P01']);

/** What a statement of this process is known by on the server (pg_stat_activity): the machine, and the process on it. */
export const applicationName = `averin ${hostname().slice(0, 40)} ${process.pid}`;

/** How to reach a database. */
export interface Reach extends pg.PoolConfig, Pick<ConnectionConfig, 'grace'> {
  /** Whether a pooler in between lends its connections for one transaction each (docs/operating.md, "A pooler"). */
  lent?: boolean;
}

const connections = new WeakMap<pg.PoolClient, Queries>();

/** Where the queries of a connection are built: the same for as long as it lasts, so that statements are prepared once. */
export function queriesOf(client: pg.PoolClient): Queries {
  const known = connections.get(client);
  if (known) return known;
  const queries = drizzle(client);
  connections.set(client, queries);
  return queries;
}

/** Opens the pool. `onError` hears of connections that break while idle, and of what failed after a commit. */
export function openDatabase(
  { lent = false, ...connection }: Reach,
  onError: (error: Error) => void,
  poolSize = 16,
  seal: PersonalSeal = withoutSeal,
): Database {
  const pool = new pg.Pool({
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeout,
    // What says nothing between two questions is noticed by it.
    keepAlive: true,
    ...connection,
    Client: lent ? LentClient : WatchedClient,
    max: poolSize,
    // Statements that are sent without waiting for the answers before them reach the server in one go.
    pipeline: true,
    // Nobody gets a connection before it has them. What is set on a lent one would stay with somebody else's.
    ...(!lent && { onConnect: (client: pg.ClientBase) => client.query(applySettings) }),
  });
  let closing = false;
  // Of a connection that was told to end nothing is expected: the database may stop before it has heard that.
  const onBroken = (error: Error) => {
    if (!closing) onError(error);
  };
  // A restart of the database breaks idle and busy connections alike; unheard errors would end the process.
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  pool.on('connect', noteFailures);

  /** A failure is not the caller's, who would do again what is done. */
  function afterwards(task: () => unknown): void {
    const done = async () => task();
    done().catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))));
  }

  async function attempt<O, T>(
    open: Open<O>,
    work: (tx: Tx, opened: O) => Promise<T>,
    again: boolean,
  ): Promise<T> {
    const client = await pool.connect();
    firstFailures.delete(client);
    inTransaction.add(client);
    const db = queriesOf(client);
    const sent: Promise<unknown>[] = [];
    const failures: unknown[] = [];
    const later: Promise<unknown>[] = [];
    const afterCommit: (() => unknown)[] = [];
    let broken: Error | undefined;
    function send(statement: Promise<unknown>): void {
      // Once: a query that is not prepared is sent anew for each one who asks for its answer.
      const done = statement.then(() => {});
      sent.push(done);
      done.catch((error: unknown) => failures.push(error));
    }
    let writes: Write[] = [];
    /** Sends what is to be written. */
    function flush(): void {
      const groups = groupsOf(writes);
      writes = [];
      for (const group of groups) send(client.query(statementOf(group)).catch(explainedBy(group)));
    }
    unwritten.set(client, flush);
    const tx: Tx = {
      db,
      send,
      write: (write) => writes.push(write),
      later(work) {
        work.catch(() => {});
        later.push(work);
      },
      seal,
      afterCommit: (task) => afterCommit.push(task),
    };
    try {
      const [, opened] = await Promise.all([client.query('BEGIN'), open(db, again)]);
      const result = await work(tx, opened);
      await Promise.all(later);
      flush();
      // One that could not even be sent has not failed the transaction on the server.
      await settled();
      if (failures.length > 0) throw failures[0];
      const [end] = await Promise.all([commit(client), ...sent]);
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (end !== 'COMMIT') throw new Error('The transaction was rolled back');
      for (const task of afterCommit) afterwards(task);
      return result;
    } catch (error) {
      // What they still send must not come after the end.
      await Promise.allSettled(later);
      writes = [];
      // Behind a COMMIT that waits, a ROLLBACK would wait as well.
      if (error instanceof CommitInDoubt) broken = error;
      else
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
      // What comes after a failure fails for that alone, and may be heard of before it.
      await settled();
      const told = [...failures, error].filter((one) => sqlState(one) !== transactionAborted);
      throw told[0] ?? firstFailures.get(client) ?? error;
    } finally {
      inTransaction.delete(client);
      unwritten.delete(client);
      client.release(broken);
    }
  }

  async function retried<T>(run: (again: boolean) => Promise<T>): Promise<T> {
    for (let round = 1; ; round += 1) {
      try {
        return await run(round > 1);
      } catch (error) {
        if (round === attempts || !retryable.has(sqlState(error) ?? '')) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * round));
      }
    }
  }

  return {
    db: drizzle(pool),
    pool,
    seal,
    transact: (work) => retried((again) => attempt(async () => {}, work, again)),
    transactAfter: (open, work) => retried((again) => attempt(open, work, again)),
    async together(work) {
      const client = await pool.connect();
      try {
        return await work(queriesOf(client));
      } finally {
        client.release();
      }
    },
    close: () => {
      closing = true;
      return pool.end();
    },
  };
}

/** SQLSTATE in_failed_sql_transaction. */
const transactionAborted = '25P02';

/** What failed first in the transaction of a connection. */
const firstFailures = new WeakMap<pg.ClientBase, unknown>();

/** Connections whose statements go in batches. */
const inTransaction = new WeakSet<pg.ClientBase>();

/** How to send what a transaction has to write, by its connection. */
const unwritten = new WeakMap<pg.ClientBase, () => void>();

/** What a failure means to whoever had it written; of several at most one knows it. */
function explainedBy(writes: readonly Write[]): (error: unknown) => never {
  return (error) => {
    throw writes.reduce((known, { explain }) => (explain ? explain(known) : known), error);
  };
}

/** Notes what fails first: of statements that travel together, the answers are heard of in any order further up. */
function noteFailures(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const noted = (...args: unknown[]): unknown => {
    if (inTransaction.has(client)) sendTogether(client);
    // What was to be written before comes before; what does that is itself sent by this function.
    unwritten.get(client)?.();
    const answer = query(...args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (!firstFailures.has(client)) firstFailures.set(client, error);
      });
    }
    return answer;
  };
  client.query = noted as typeof client.query;
}

/**
 * A COMMIT without a certain answer: done, or done later, or lost with the server. Whoever asks again with the same
 * idempotency key learns which.
 */
export class CommitInDoubt extends Error {
  /** SQLSTATE transaction_resolution_unknown. */
  readonly code = '08007';
}

/**
 * Commits, and answers what PostgreSQL says it has done. Where a standby must have a commit before it is acknowledged,
 * COMMIT waits for one, and a time limit of the session would cancel that waiting with a mere warning: an acknowledged
 * write that is on one machine only. So COMMIT has no limit there; it has one here. The connection is given up then, and
 * what it had locked stays locked until a standby is back. Throws {@link CommitInDoubt}.
 */
export async function commit(client: pg.PoolClient): Promise<string> {
  let cancelled = false;
  const listen = (notice: { routine?: string | undefined }) => {
    if (notice.routine === 'SyncRepWaitForLSN') cancelled = true;
  };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new CommitInDoubt('COMMIT was not answered in time'));
    timer = setTimeout(giveUp, timeouts.statement_timeout);
  });
  client.on('notice', listen);
  try {
    // One message for both. The driver answers two results, and its types know of one.
    const answered: unknown = await Promise.race([
      client.query('SET LOCAL statement_timeout = 0; COMMIT'),
      tooLong,
    ]);
    if (cancelled) throw new CommitInDoubt('COMMIT was answered before a standby had it');
    return lastCommand(answered);
  } finally {
    clearTimeout(timer);
    client.off('notice', listen);
  }
}

function lastCommand(answered: unknown): string {
  const last: unknown = Array.isArray(answered) ? answered.at(-1) : answered;
  return last instanceof pg.Result ? last.command : '';
}

/** Waits until everything that has failed without the server is known: no turn of the event loop, so no time. */
async function settled(): Promise<void> {
  // The driver tells of some failures at the next tick, and a promise passes them on after that.
  for (let round = 0; round < 2; round += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
}

/**
 * A query that is built once per connection and prepared under a name, about three times as fast as building it
 * at each call. Use: `const lockAccount = statement((db) => db.select()....prepare('lock_account'))`, then
 * `await lockAccount(tx.db).execute({ userId })`.
 */
export function statement<T>(build: (db: Queries) => T): (db: Queries) => T {
  const built = new WeakMap<Queries, T>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    built.set(db, made);
    return made;
  };
}
