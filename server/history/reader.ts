import type pg from 'pg';

/** Where the check reads from. */
export interface Reader {
  /** The rows of a query. `whole` is one that reads whole tables, and may take minutes. */
  rows<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
    extent?: 'whole',
  ): Promise<Row[]>;
}

/** Milliseconds. */
const wholeTimeout = 600_000;

/** Reads by a pool, several queries at once. `signal` ends one that reads whole tables. */
export function readPool(pool: pg.Pool, signal?: AbortSignal): Reader {
  return {
    async rows<Row extends pg.QueryResultRow>(
      text: string,
      values: readonly unknown[] = [],
      extent?: 'whole',
    ) {
      if (extent !== 'whole') return (await pool.query<Row>(text, [...values])).rows;
      const client = await pool.connect();
      let broken: Error | undefined;
      let cancel = () => {};
      try {
        await client.query('begin');
        await client.query(`set local statement_timeout = ${wholeTimeout}`);
        if (signal) {
          const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
          signal.throwIfAborted();
          cancel = () => {
            // Without the database the statement fails by itself.
            pool.query('select pg_cancel_backend($1)', [rows[0]?.id]).catch(() => {});
          };
          signal.addEventListener('abort', cancel);
        }
        return (await client.query<Row>(text, [...values])).rows;
      } finally {
        signal?.removeEventListener('abort', cancel);
        await client.query('rollback').catch((error: Error) => {
          broken = error;
        });
        client.release(broken);
      }
    },
  };
}

/** Reads by one connection as it is, such as one in the middle of a transaction, one query after the other. */
export function readClient(client: Pick<pg.ClientBase, 'query'>): Reader {
  let last: Promise<unknown> = Promise.resolve();
  return {
    rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const next = last.then(() => client.query<Row>(text, [...values]));
      last = next.catch(() => {});
      return next.then(({ rows }) => rows);
    },
  };
}
