import { accountFields } from './account';
import { actors, entryKinds } from './enums';
import * as fields from './fields';
import { z } from './zod';

/** A month, `2026-03`, or a year, `2026`, of UTC. */
export const statementPeriod = z.string().regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/, 'Name a month or a year');

/** What a period did to a figure: opening + deposits + withdrawals + adjustments = closing; dollars, to the cent. */
export const statementLineSchema = z.object({
  field: accountFields,
  opening: z.number(),
  /** What deposits changed, those taken back among them; and withdrawals, of either sign. */
  deposits: z.number(),
  withdrawals: z.number(),
  /** Posted by the operator: results of plans above all. */
  adjustments: z.number(),
  closing: z.number(),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** One period of an account, as the list has it. */
export const statementSummarySchema = z.object({
  /** The period. */
  _id: statementPeriod,
  /** The first and the last day. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Entries of the ledger in it. */
  entries: z.int(),
  lines: z.array(statementLineSchema),
  /** What is stored of a period that is over, and stays as it is; none of the running one, which is preliminary. */
  stored: z
    .object({
      at: z.iso.datetime(),
      /** Of this statement and, by its `previous`, of all before it; SHA-256 in hexadecimal. */
      hash: z.string(),
      previous: z.string().nullable(),
      /** The newest checkpoint of the sealed history at that time, a signed note; none where nothing was sealed yet. */
      checkpoint: z.string().nullable(),
    })
    .nullable(),
});
export type StatementSummary = z.infer<typeof statementSummarySchema>;

/** An entry of a statement, with what it did to each figure. */
export const statementEntrySchema = z.object({
  _id: z.int(),
  at: z.iso.datetime(),
  kind: entryKinds,
  postedBy: actors,
  reason: z.string().nullable(),
  trxId: fields.id.nullable(),
  changes: z.array(z.object({ field: accountFields, amount: z.number() })),
  /** The earlier month whose entry it takes back. */
  corrects: statementPeriod.nullable(),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

export const statementSchema = statementSummarySchema.extend({
  /** Whose it is. */
  userId: fields.id,
  /** Of a month, the oldest first; of a year none. */
  items: z.array(statementEntrySchema),
  /** Of a year: its months. */
  months: z.array(statementSummarySchema),
  /** Whether what is stored is what the entries still make; none of a preliminary one. */
  intact: z.boolean().nullable(),
});
export type Statement = z.infer<typeof statementSchema>;

/** All periods of an account, the newest first. */
export const statementsSchema = z.object({
  statements: z.array(statementSummarySchema),
  /** Whether the investor is mailed when a month is over. */
  mailed: z.boolean(),
});
export type Statements = z.infer<typeof statementsSchema>;

export const statementMailSchema = z.strictObject({ mailed: z.boolean() });
