import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { sqlState } from '../errors/failures';
import { RoleRefused } from './roles';
import { onTwoConnections } from './two-connections';

/** PostgreSQL's state of a statement that was given up. */
const cancelled = '57014';
/** Milliseconds after which the database must give up, and seconds that it would wait otherwise. */
const giveUp = { after: 50, otherwise: 2 };

/**
 * Tries what the server relies on and some engines that speak PostgreSQL's protocol only accept: that one session's
 * advisory lock keeps another out until its transaction ends, and that a time limit ends a statement. Throws
 * {@link RoleRefused} with what is not so.
 */
export async function requireEngine(pool: pg.Pool): Promise<void> {
  await onTwoConnections(pool, pool, async (holder, other) => {
    await requireExclusion(holder, other);
    await requireGivingUp(other);
  });
}

/** Whether the connections of two pools keep each other out, as those to one database do. */
export function shareLocks(one: pg.Pool, another: pg.Pool): Promise<boolean> {
  return onTwoConnections(one, another, keepsOut);
}

async function requireExclusion(holder: pg.PoolClient, other: pg.PoolClient): Promise<void> {
  if (await keepsOut(holder, other)) return;
  throw new RoleRefused(
    'The database accepts advisory locks and does not keep them: two requests at once could both do what only one may. It must be PostgreSQL, or as strict.',
  );
}

/** Whether an advisory lock of one connection keeps another out until its transaction ends. */
async function keepsOut(holder: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const key = randomInt(2 ** 47);
  const takes = async () => {
    const { rows } = await other.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      key,
    ]);
    return rows[0]?.taken;
  };
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1)', [key]);
  await other.query('begin');
  const taken = await takes();
  await holder.query('rollback');
  return taken === false && (await takes()) === true;
}

async function requireGivingUp(other: pg.PoolClient): Promise<void> {
  await other.query(`set local statement_timeout = ${giveUp.after}`);
  try {
    await other.query(`select pg_sleep(${giveUp.otherwise})`);
  } catch (error) {
    if (sqlState(error) === cancelled) return;
    throw error;
  }
  throw new RoleRefused(
    'The database accepts statement_timeout and does not keep it: a statement that hangs would hold its connection for good. It must be PostgreSQL, or as strict.',
  );
}
