import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sqlState } from '../errors/failures';
import { RoleRefused } from './roles';
import { onTwoConnections } from './two-connections';

/** PostgreSQL's states of a lock that was not to be had in time, and of a row that a check refuses. */
const [lockedOut, refused] = ['55P03', '23514'];
/** Milliseconds to wait for the lock that another one has. */
const lockTimeout = 50;

/**
 * Tries on the tables what the server relies on there: that a row locked by one transaction keeps another one waiting, no
 * longer than `lock_timeout`, and that the trigger which refuses an unbalanced entry is run. Leaves nothing behind. Throws
 * {@link RoleRefused} with what is not so. For a migrated database.
 */
export async function requireEngineOfRows(pool: pg.Pool): Promise<void> {
  await onTwoConnections(pool, pool, async (holder, other) => {
    await requireRowLocks(holder, other);
    await requireTriggers(other);
  });
}

async function requireRowLocks(holder: pg.PoolClient, other: pg.PoolClient): Promise<void> {
  const key = `engine:${randomUUID()}`;
  const lock = 'select key from rate_limits where key = $1 for update';
  // Seen by others once it is committed; like every row of the table it may go after its time.
  await holder.query('insert into rate_limits (key, expire) values ($1, $2)', [key, Date.now() + 60_000]);
  await holder.query('begin');
  await holder.query(lock, [key]);
  await other.query('begin');
  await other.query(`set local lock_timeout = ${lockTimeout}`);
  const state = await other.query(lock, [key]).then(() => 'taken', sqlState);
  await other.query('rollback');
  await holder.query('rollback');
  await holder.query('delete from rate_limits where key = $1', [key]);
  if (state === lockedOut) return;
  throw new RoleRefused(
    state === 'taken'
      ? 'The database accepts locks of rows and does not keep them: two changes at once could both count on the same balance. It must be PostgreSQL, or as strict.'
      : `The database does not keep lock_timeout (its state is ${state}): whoever waits for a lock would hold a connection for good. It must be PostgreSQL, or as strict.`,
  );
}

/** A person with an account and an entry of one posting, in a transaction that is undone whatever comes of it. */
async function requireTriggers(client: pg.PoolClient): Promise<void> {
  const id = randomUUID();
  await client.query('begin');
  try {
    await client.query(
      `insert into users (id, type, first_name, last_name, email, password_hash) values ($1, 'investor', '', '', $2, '')`,
      [id, `${id}@engine.invalid`],
    );
    await client.query('insert into accounts (user_id) values ($1)', [id]);
    // By a number of its own, so that none is missing afterwards.
    await client.query(
      `insert into ledger_entries (id, user_id, kind, actor_id) values (-1, $1, 'adjustment', $1)`,
      [id],
    );
    const state = await client
      .query(
        `insert into ledger_postings (entry_id, line, book, account, amount) values (-1, 1, 'money', 'balance', 1)`,
      )
      .then(() => 'taken', sqlState);
    if (state === refused) return;
    if (state !== 'taken') throw new Error(`The check of triggers failed with ${state}`);
  } finally {
    await client.query('rollback');
  }
  throw new RoleRefused(
    'The database does not run the triggers of its tables: it has taken an entry of the books that does not balance. Where a trigger is switched off, switch it on; otherwise it must be PostgreSQL, or as strict.',
  );
}
