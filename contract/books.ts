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

/** A row that breaks an invariant, with the ids by which it can be opened. */
export const offenderSchema = z.object({
  _id: z.string(),
  /** The figure or the book that is wrong; none where the ids say all. */
  what: z.string().nullable(),
  /** What the books have, and what they should have: dollars, or a count of events or versions. */
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
