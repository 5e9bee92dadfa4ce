import { accountFields } from './account';
import { bulkResults, holdCauses, trxStatuses, trxTypes } from './enums';
import * as fields from './fields';
import { limits } from './limits';
import { z } from './zod';

const figureChange = z.object({
  field: accountFields,
  /** Dollars. */
  before: z.number(),
  after: z.number(),
});
export type FigureChange = z.infer<typeof figureChange>;

/** What a change would do to an account, had it been made at this moment. Nothing has been changed. */
export const previewSchema = z.object({
  /** The figures that would move, in the order of the account's fields. */
  changes: z.array(figureChange),
  /** Whether the balance would fall and end below zero. */
  overdraws: z.boolean(),
  /** The investor may not withdraw at present. */
  frozen: z.boolean(),
  /** A deposit of the same transaction id that is confirmed already, when this would confirm one more. */
  duplicateOf: fields.id.nullable(),
  /**
   * This would confirm a withdrawal, and will be refused: of such an investor, or, where `notBefore` is there, one that was
   * not pending when its hold began, and must be again before that can be overridden.
   */
  blocked: z.literal(true).optional(),
  /** When this would confirm a withdrawal that still waits: until when, and why. */
  notBefore: z.iso.datetime().optional(),
  holdCause: holdCauses.optional(),
  /** The version it was computed on, for `If-Match`: of the transaction, or of the account for an edit. */
  version: z.int(),
});
export type Preview = z.infer<typeof previewSchema>;

const rowVersion = z.strictObject({
  _id: fields.id,
  version: z.int().min(1).max(999_999_999),
  /** As for the status of one transaction: confirms a deposit though another one of its id is confirmed. */
  acceptDuplicate: z.boolean().optional(),
  /** The same: confirms a withdrawal before its time. */
  overrideHold: z.boolean().optional(),
});

const bulkStatus = z.strictObject({
  status: trxStatuses,
  /** Duplicates are not left out. */
  acceptDuplicates: z.boolean().optional(),
  /** Nor are withdrawals that still wait. */
  overrideHolds: z.boolean().optional(),
});

/** POST /api/transaction/bulk/preview: by their ids, or all that a filter of the list finds. */
export const bulkPreviewRequest = z.union([
  bulkStatus.extend({ ids: z.array(fields.id).min(1).max(limits.bulkIds) }),
  bulkStatus.extend({ filter: z.record(z.string(), z.unknown()) }),
]);

export type BulkPreviewRequest = z.infer<typeof bulkPreviewRequest>;

const countAndSum = z.object({ count: z.int(), sum: z.number() });

/** What a change of many transactions would do. */
export const bulkPreviewSchema = z.object({
  /** Transactions that would change, and their sum in dollars. */
  count: z.int(),
  sum: z.number(),
  byType: z.record(trxTypes, countAndSum),
  /** Those that have the status already. */
  unchanged: z.int(),
  /** Those that are not pending: what somebody has decided would be changed; not there when there are none. */
  decided: z.int().optional(),
  /** Those that overdraw the account of their investor, one after the other in the order of `rows`. */
  overdraws: z.int(),
  /** Those of investors who may not withdraw at present. */
  frozen: z.int(),
  /**
   * Deposits that would be confirmed and name a transaction id that another deposit names, which is confirmed already or
   * would be with them. They are left out of `rows` and of all other figures, unless the request accepts them.
   */
  duplicates: z.int(),
  /**
   * Withdrawals that would be confirmed of frozen accounts, or were not pending when their hold began: always left out in the
   * same way; not there when there are none.
   */
  blocked: z.int().optional(),
  /** Withdrawals that would be confirmed before their time, left out in the same way; not there when there are none. */
  onHold: z.int().optional(),
  /** What was looked at, oldest first: sent to POST /api/transaction/bulk in batches, it is what will be changed. */
  rows: z.array(
    z.object({
      _id: fields.id,
      version: z.int(),
      acceptDuplicate: z.boolean().optional(),
      overrideHold: z.boolean().optional(),
    }),
  ),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

/** POST /api/transaction/bulk: rows of a preview, each changed only if it still has that version. */
export const bulkChangeSchema = z.strictObject({
  status: trxStatuses,
  rows: z.array(rowVersion).min(1).max(limits.bulkBatch),
});
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** What became of one row. Sending the same again changes nothing and answers `unchanged` for what was done. */
export const bulkRowSchema = z.object({
  _id: z.string(),
  result: bulkResults,
  /** The status and version it has now; none when it could not be read. */
  status: trxStatuses.nullable(),
  version: z.int().nullable(),
  /** What went wrong with it, for `stale`, `duplicate`, `on_hold`, `frozen` and `failed`. */
  message: z.string().nullable(),
  /** The proposal that it waits for, for `sent` and `waiting`. */
  proposalId: fields.id.optional(),
});
export type BulkRow = z.infer<typeof bulkRowSchema>;
