import { reviewFlags, trxStatuses, trxTypes } from './enums';
import * as fields from './fields';
import { previewSchema } from './preview';
import { waitingProposalSchema } from './proposals';
import { transactionSchema } from './transaction';
import { z } from './zod';

const duplicate = transactionSchema.pick({
  _id: true,
  user: true,
  amount: true,
  crypto: true,
  status: true,
  createdAt: true,
});

/** What setting a status would do to the account. */
export const statusPreviewSchema = previewSchema.extend({
  /** When this would confirm a withdrawal whose payment waits for a second administrator; of several proposals the newest one. */
  waiting: waitingProposalSchema.optional(),
});
export type StatusPreview = z.infer<typeof statusPreviewSchema>;

/** What is decided by when a transaction is reviewed. */
export const reviewSchema = z.object({
  transaction: transactionSchema,
  /** Other deposits that name the same transaction id, of whomever, the newest first; not more than some twenty. */
  duplicates: z.array(duplicate),
  /** How many there are in all. */
  duplicateCount: z.int(),
  /** What to look at before a withdrawal is confirmed; not there when there is nothing. Of these only `frozen` blocks. */
  flags: z
    .array(
      z.object({
        flag: reviewFlags,
        /** Another withdrawal that it is about. */
        trxId: fields.id.nullable(),
      }),
    )
    .optional(),
  /** Its payment waits for a second administrator; of several proposals the newest one. */
  waiting: waitingProposalSchema.optional(),
  investor: z.object({
    _id: fields.id,
    memberSince: z.iso.datetime(),
    frozenAt: z.iso.datetime().nullable(),
    /** Dollars. */
    balance: z.number(),
    held: z.number(),
    /** All transactions of the investor, this one included; kinds there are none of are left out. */
    history: z.array(
      z.object({
        trxType: trxTypes,
        status: trxStatuses,
        count: z.int(),
        /** Dollars. */
        sum: z.number(),
      }),
    ),
  }),
});
export type Review = z.infer<typeof reviewSchema>;
