import pg from 'pg';
import { refusals } from '../../contract/refusals';
import { Refusal, refuse } from './refusal';

/** The code of a failed query (SQLSTATE) or system call, wherever the driver or drizzle has put it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** Codes of Node for a database that cannot be reached: not there, cut off, or its name not found at the moment. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * States of PostgreSQL that pass by themselves: broken or refused connections (08, 57P), too many of them (53),
 * a statement or lock that took too long (57014, 55P03), a standby that was asked to write as the lead changed hands
 * (25006), and conflicts left after all retries (40).
 */
function passesByItself(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (
    /^(08|53|57P|40)/.test(state) ||
    state === '57014' ||
    state === '55P03' ||
    state === '25P03' ||
    state === '25006'
  )
    return true;
  if (unreachable.has(state)) return true;
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
      `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
    )
  );
}

/** What was thrown as a caller is told of it: a refusal, or a database that is away. None for an error of our own. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return passesByItself(error) ? refuse.unavailable() : undefined;
}

/** What the database says of a statement that it has refused, wherever drizzle has put it. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

/**
 * What a table refuses because of what refers to it, as the caller is told; anything else stays as it is. PostgreSQL has one state
 * for this and for a reference to what is not there: `refersTo` says whether it is this.
 */
export function asStillUsed(error: unknown, refersTo: (broken: pg.DatabaseError) => boolean): unknown {
  const broken = databaseError(error);
  const isThis = broken?.code === '23001' || (broken?.code === '23503' && refersTo(broken));
  return isThis ? new Refusal('conflict', refusals.stillUsed) : error;
}

/**
 * What the tables of a resource refuse by rules of their own, as the caller is told; anything else stays as it is. Who writes to
 * what others may refer to asks asStillUsed before.
 */
export function asRefusal(error: unknown): unknown {
  const state = sqlState(error) ?? '';
  if (state === '23505') return new Refusal('conflict', refusals.duplicate);
  if (state === '23503') return new Refusal('conflict', refusals.referenceGone);
  if (state.startsWith('22') || state === '23502' || state === '23514') {
    return new Refusal('validation', refusals.valueRefused);
  }
  return error;
}
