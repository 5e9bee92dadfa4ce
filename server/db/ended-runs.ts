import { and, isNotNull, lte, sql } from 'drizzle-orm';
import { tolerated } from '../due';
import { bookRuns } from './schema/ledger';

/** What is later was written with a clock that was ahead. */
export const soon = sql`now() + ${tolerated} * interval '1 millisecond'`;

/** A check of the books that has ended; one of a time to come would stand before all others until that has come. */
export const hasEnded = and(isNotNull(bookRuns.endedAt), lte(bookRuns.at, soon));
