import { cryptos, holdCauses, planValues, trxStatuses, trxTypes } from './enums';
import * as fields from './fields';
import { validation } from './messages';
import { personSchema } from './person';
import { z } from './zod';

/** A transaction as the API answers it; the amount in dollars. */
export const transactionSchema = z.object({
  _id: fields.id,
  user: personSchema,
  trxType: trxTypes,
  amount: z.number(),
  plan: planValues.nullable(),
  crypto: cryptos,
  transactionId: z.string().nullable(),
  /** Where the proof image can be looked at; a link to one that was sent to us works for a few minutes. */
  imageUrl: z.string().nullable(),
  wallet: z.string().nullable(),
  status: trxStatuses,
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** A withdrawal that waits is not to be confirmed before this; none when it never had to (docs/rules.md, "Holds"). */
  notBefore: z.iso.datetime().optional(),
  /** Why. */
  holdCause: holdCauses.optional(),
});
export type Transaction = z.infer<typeof transactionSchema>;

const plan = z.enum(planValues.options, {
  error: (issue) => (issue.input === '' ? validation.required : undefined),
});
const crypto = z.enum(cryptos.options, {
  error: (issue) => (issue.input === '' ? validation.required : undefined),
});

const depositRequest = z.strictObject({
  trxType: z.literal('DEPOSIT'),
  amount: fields.amount,
  plan,
  crypto,
  transactionId: fields.transactionId,
  /**
   * What POST /api/proofs answered as `imageUrl`, or the https address of an image elsewhere. Anything else, a
   * placeholder included, counts as none.
   */
  imageUrl: fields.imageUrl.optional(),
});

const withdrawalRequest = z.strictObject({
  trxType: z.literal('WITHDRAWAL'),
  amount: fields.amount,
  crypto,
  /** The investor's own address, where the money is to go. */
  wallet: fields.walletAddress,
});

/** POST /api/transaction/create: a deposit or a withdrawal, told apart by `trxType`. */
export const transactionCreateSchema = z.discriminatedUnion('trxType', [depositRequest, withdrawalRequest]);
export type TransactionCreate = z.infer<typeof transactionCreateSchema>;
export type DepositRequest = z.infer<typeof depositRequest>;
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>;

/** PUT /api/transaction/{trxId} */
export const statusChangeSchema = z.strictObject({
  status: trxStatuses,
  /** Confirms a deposit though another one of the same transaction id is confirmed already, which else is a 409. */
  acceptDuplicate: z.boolean().optional(),
  /** Confirms a withdrawal before its time, which else is a 409; why goes into `X-Reason`, and must. */
  overrideHold: z.boolean().optional(),
});
export type StatusChange = z.infer<typeof statusChangeSchema>;

const chosen = z.string().min(1, validation.required);

/** Tab 1 of the deposit modal. */
export const depositPlanFormSchema = z.object({
  plan: chosen.pipe(plan),
  crypto: chosen.pipe(crypto),
  amount: fields.amountText,
});

/** The whole deposit form, both tabs. */
export const depositFormSchema = depositPlanFormSchema.extend({
  transactionId: fields.transactionId,
  imageUrl: fields.imageUrl.optional(),
});
export type DepositForm = z.input<typeof depositFormSchema>;

/** The withdraw form. */
export const withdrawFormSchema = z.object({
  amount: fields.amountText,
  crypto: chosen.pipe(crypto),
  wallet: fields.walletAddress,
});
export type WithdrawForm = z.input<typeof withdrawFormSchema>;
