import pg from 'pg';
import { currentTrail, happenings } from '../diagnostics';
import { begins, ends, type Query, withAnswerLimit } from './answer-limit';
import { runsInBackground } from './migration-statements';

/** Milliseconds to wait for a connection. */
export const connectTimeout = 5_000;

/** Milliseconds; a query that waits longer is refused rather than holding a connection. */
export const timeouts = {
  statement_timeout: 8_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

const settings = Object.entries({
  ...timeouts,
  // Whatever has been set for the role: a role may change its own settings.
  search_path: 'public',
  // Short queries on data that is in memory or on a solid-state disk: no compiling, and lookups instead of scans.
  jit: 'off',
  random_page_cost: 1.1,
  work_mem: '16MB',
});

/**
 * As what each transaction is begun that names nothing else, whatever has been set for the role or the database: after a lock that
 * was waited for, a statement sees what its holder has done.
 */
const isolation = 'read committed';

/** One statement that sets all of them for the session. Given with the start-up message, a pooler drops them silently. */
export const applySettings = `select ${[...settings, ['default_transaction_isolation', isolation] as const]
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`;

/** The same for one transaction, in one message with its BEGIN. */
const applyLocally = settings.map(([name, value]) => `SET LOCAL ${name} = '${value}'`).join('; ');

/** A text that begins a transaction and says no more. */
const beginsAsUsual = /^\s*begin\s*$/i;

type Done = (error: unknown, result?: unknown) => void;

/** What a connection may be told besides what the driver takes. */
export interface ConnectionConfig extends pg.ClientConfig {
  /** Milliseconds that an answer may come after the server's own limit. */
  grace?: number;
}

/** A connection that tells of each statement what it took, while somebody listens, and that waits for no answer for good. */
export class WatchedClient extends pg.Client {
  constructor(config?: string | ConnectionConfig) {
    super(config);
    const limited = withAnswerLimit(this, this.query.bind(this) as Query, graceOf(config));
    this.query = watched(limited) as typeof this.query;
  }
}

/**
 * A connection to a pooler that lends one of its own to the database for each transaction (ADR 35). Nothing that is set or
 * prepared on it can be counted on afterwards: so every transaction begins with the settings, a statement outside of one
 * is given one, and none has a name.
 */
export class LentClient extends pg.Client {
  constructor(config?: string | ConnectionConfig) {
    super(config);
    const limited = withAnswerLimit(this, this.query.bind(this) as Query, graceOf(config));
    this.query = watched(inTransactions(limited)) as typeof this.query;
  }
}

const graceOf = (config: string | ConnectionConfig | undefined) =>
  typeof config === 'object' ? config.grace : undefined;

/** Connections that keep what they send until the end of this turn. */
const keeping = new WeakSet<pg.ClientBase>();

/**
 * Lets what a connection sends within this turn of the event loop leave in one piece: one write here and one read at the
 * server instead of one for each statement, with which others' work would come between the statements of a batch.
 */
export function sendTogether(client: pg.ClientBase): void {
  // Every connection of a pool is one of the classes above.
  if (keeping.has(client) || !(client instanceof pg.Client)) return;
  keeping.add(client);
  const { stream } = client.connection;
  stream.cork();
  setImmediate(() => {
    keeping.delete(client);
    stream.uncork();
  });
}

/**
 * Lets the statements of a connection take their time, and one processor: an index that several processes build leaves nothing of a
 * small machine to those who read and write meanwhile. Of a lent one those that need it are given no time limit anyway.
 */
export async function liftLimits(client: pg.ClientBase): Promise<void> {
  if (client instanceof LentClient) return;
  await client.query(
    'SET statement_timeout = 0; SET lock_timeout = 0; SET max_parallel_maintenance_workers = 0',
  );
}

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : (statement as pg.QueryConfig).text;

function watched(query: Query): Query {
  return (...args) => {
    if (!happenings.queryEnded.heard) return query(...args);
    const told = tellWhenDone(args[0]);
    const last = args.at(-1);
    if (typeof last === 'function') {
      // As the driver's own pool asks.
      const done: Done = (error, result) => {
        told(error);
        last(error, result);
      };
      return query(...args.slice(0, -1), done);
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(() => told(undefined), told);
    return answer;
  };
}

/** To be called with what went wrong, or with nothing, when a statement that is sent now has been answered. */
function tellWhenDone(statement: unknown): (error: unknown) => void {
  const trail = currentTrail();
  const begun = performance.now();
  return (error) =>
    happenings.queryEnded.tell({
      trail,
      name: typeof statement === 'string' ? undefined : (statement as pg.QueryConfig).name,
      text: textOf(statement),
      begun,
      seconds: (performance.now() - begun) / 1_000,
      error: error ?? undefined,
    });
}

function inTransactions(query: Query): Query {
  // As it will be when the server has come to what is sent next.
  let open = false;
  const begin = (text: string, ...rest: unknown[]) => {
    // A setting would come into force with the next transaction.
    const beginning = beginsAsUsual.test(text) ? `BEGIN ISOLATION LEVEL ${isolation}` : text;
    // The pooler answers it once it has a connection to lend: so it is waited for as long as for a connection.
    return query({ text: `${beginning}; ${applyLocally}`, query_timeout: connectTimeout }, ...rest);
  };

  /** What a statement answers, once the transaction around it has ended. */
  async function byItself(statement: unknown, values: readonly unknown[]): Promise<unknown> {
    // Sent together; of what fails, the first is the cause.
    const sent = [begin('BEGIN'), query(statement, ...values), query('COMMIT')];
    const [begun, answered, ended] = await Promise.allSettled(sent);
    for (const each of [begun, answered, ended]) if (each?.status === 'rejected') throw each.reason;
    return answered?.status === 'fulfilled' ? answered.value : undefined;
  }

  return (statement, ...rest) => {
    const text = textOf(statement);
    if (begins(text)) {
      open = true;
      return begin(text, ...rest);
    }
    if (ends(text)) {
      open = false;
      return query(statement, ...rest);
    }
    const unnamed =
      typeof statement === 'string' ? statement : { ...(statement as pg.QueryConfig), name: undefined };
    if (open) return query(unnamed, ...rest);
    // PostgreSQL runs it in no transaction.
    if (runsInBackground(text)) return query(unnamed, ...rest);
    const done = rest.at(-1);
    if (typeof done !== 'function') return byItself(unnamed, rest);
    byItself(unnamed, rest.slice(0, -1)).then(
      (result) => done(undefined, result),
      (error: unknown) => done(error),
    );
    return undefined;
  };
}
