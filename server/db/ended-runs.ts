import { and, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { tolerated } from '../due';
import { bookRuns } from './schema/ledger';

/** What is later was written with a clock that was ahead. */
export const soon = sql`now() + ${tolerated} * interval '1 millisecond'`;

/** A check of the books that has ended; one of a time to come would stand before all others until that has come. */
export const hasEnded = and(isNotNull(bookRuns.endedAt), lte(bookRuns.at, soon));

/** The id of the newest of some checks, in a query. */
const newest = (which: SQL | undefined) =>
  sql`(select ${bookRuns.id} from ${bookRuns} where ${which} order by ${bookRuns.at} desc limit 1)`;

/** That of the last one that has ended, however, and of the last one with an answer, which the next check adds to. */
export const lastEnded = newest(hasEnded);
export const lastAnswered = newest(and(hasEnded, isNotNull(bookRuns.offenders)));
