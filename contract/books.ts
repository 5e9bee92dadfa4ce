import { bookChecks } from './enums';
import * as fields from './fields';
import { z } from './zod';

/** How one invariant of the books (docs/rules.md, "Invariants") stands, over all data, at this moment. */
export const bookCheckSchema = z.object({
  _id: bookChecks,
  /** What must hold, in words. */
  name: z.string(),
  /** None when the check took too long to finish; `problem` says so. */
  holds: z.boolean().nullable(),
  /** How many rows break it. */
  offenders: z.int().nullable(),
  problem: z.string().nullable(),
});
export type BookCheckResult = z.infer<typeof bookCheckSchema>;

/** How the books stood at the last check, and the one that runs. */
export const booksStateSchema = z.object({
  /** Each invariant at the last check that ended; empty before the first. */
  checks: z.array(bookCheckSchema),
  check: z.object({
    /** The one that runs: how many accounts it looks at, and how far it is in percent. */
    running: z.object({ accounts: z.int(), percent: z.int() }).nullable(),
    /** When the last one that ended began, and how many accounts it looked at; none before the first. */
    checkedAt: z.iso.datetime().nullable(),
    accounts: z.int().nullable(),
    /** The same of the last one that looked at all accounts: those after it looked at what had changed since. */
    wholeAt: z.iso.datetime().nullable(),
    wholeAccounts: z.int().nullable(),
    /** Why the last one could not be finished, in words. */
    problem: z.string().nullable(),
  }),
});
export type BooksState = z.infer<typeof booksStateSchema>;

/** A row that breaks an invariant, with the ids by which it can be opened. */
export const offenderSchema = z.object({
  _id: z.string(),
  /** The figure or the book that is wrong, or the platform address with what it is and should be; none where the ids say all. */
  what: z.string().nullable(),
  /** What the books have, and what they should have: dollars, or a count of events or versions; none of an address. */
  found: z.number().nullable(),
  expected: z.number().nullable(),
  /** Whose account it is about. */
  userId: fields.id.nullable(),
  trxId: fields.id.nullable(),
  /** The ledger entry. */
  entryId: z.int().nullable(),
});
export type Offender = z.infer<typeof offenderSchema>;

export const bookCheckParams = z.strictObject({ check: bookChecks });
