import { cryptos, reportedMails, takeoverFindings, trxStatuses } from './enums';
import * as fields from './fields';
import { limits } from './limits';
import { actorSchema } from './person';
import { z } from './zod';

/** POST /api/auth/not-me: what the link of a mail carries (docs/rules.md, "This was not me"). */
export const takeoverReportSchema = z.strictObject({ token: z.string().min(1).max(500) });
export type TakeoverReport = z.infer<typeof takeoverReportSchema>;

export const takeoverAnswerSchema = z.object({
  /** Whose account it is. */
  userId: fields.id,
  reportedAt: z.iso.datetime(),
  /** The link was used before: nothing was changed this time. */
  already: z.boolean(),
});
export type TakeoverAnswer = z.infer<typeof takeoverAnswerSchema>;

/** A report, as administrators see it. */
export const reportSchema = z.object({
  _id: fields.id,
  user: actorSchema,
  /** The mail that was answered, and when it was written. */
  about: reportedMails,
  mailedAt: z.iso.datetime(),
  reportedAt: z.iso.datetime(),
  /** From where and with what, the latter in words. */
  network: z.string(),
  device: z.string(),
  /** None of these while it is open. */
  closedAt: z.iso.datetime().nullable(),
  closedBy: actorSchema.nullable(),
  finding: takeoverFindings.nullable(),
  reason: z.string().nullable(),
});
export type Report = z.infer<typeof reportSchema>;

/**
 * A report with what the account did from some days before the mail on. Of many sign-ins some fifty: those nearest to the
 * mail, and the newest. Of many withdrawals first those that wait.
 */
export const reportDetailsSchema = reportSchema.extend({
  since: z.iso.datetime(),
  /** Since when withdrawals are frozen; none when they are not, or the person has no account. */
  frozenAt: z.iso.datetime().nullable(),
  sessions: z.array(
    z.object({
      _id: fields.id,
      createdAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      device: z.string(),
      network: z.string().nullable(),
    }),
  ),
  /** Those of that time, and all that are pending. */
  withdrawals: z.array(
    z.object({
      _id: fields.id,
      createdAt: z.iso.datetime(),
      status: trxStatuses,
      /** Dollars. */
      amount: z.number(),
      crypto: cryptos,
      wallet: z.string().nullable(),
    }),
  ),
  addresses: z.array(
    z.object({
      _id: fields.id,
      createdAt: z.iso.datetime(),
      label: z.string(),
      crypto: cryptos,
      address: z.string(),
    }),
  ),
  /** How many there are of these, those that are not told included. */
  counts: z.object({ sessions: z.int(), withdrawals: z.int() }).optional(),
  /** Other reports of the person that are open. */
  others: z.array(reportSchema.pick({ _id: true, about: true, reportedAt: true })),
});
export type ReportDetails = z.infer<typeof reportDetailsSchema>;

/** PUT /api/admin/reports/{reportId}; why goes into `X-Reason`, and must. */
export const reportClosingSchema = z.strictObject({
  finding: takeoverFindings,
  /** Other open reports of the person that are closed with it. */
  others: z.array(fields.id).max(limits.reportsClosed),
  /** Lets the account withdraw again; refused while a report is open that is not named. */
  allowWithdrawals: z.boolean(),
});
export type ReportClosing = z.infer<typeof reportClosingSchema>;
