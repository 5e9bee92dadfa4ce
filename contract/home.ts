import { cryptos, trxStatuses, trxTypes } from './enums';
import * as fields from './fields';
import { actorSchema, personSchema } from './person';
import { z } from './zod';

/** Days of the flows, today among them. Days are those of UTC. */
export const flowDays = 30;

/** Decisions that the home shows. */
export const latestDecisions = 10;

/** The events of the audit log that are decisions, of whoever is not deciding about themselves. */
export const decisionActions = [
  'transaction.status_changed',
  'account.edited',
  'user.frozen',
  'user.unfrozen',
  'user.disabled',
  'user.enabled',
  'user.offboarded',
  'user.report_closed',
  'proposal.declined',
  'person.erased',
] as const;

const waiting = z.object({ count: z.int(), oldest: z.iso.datetime().nullable() });

/** Transactions that wait, with their sums in dollars, by currency too. */
const waitingMoney = waiting.extend({
  amount: z.number(),
  byCurrency: z.array(z.object({ crypto: cryptos, count: z.int(), amount: z.number() })),
});

const decisionSchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** None when the server itself acted. */
  actor: actorSchema.nullable(),
  /** Whom it was about. */
  person: personSchema.nullable(),
  /** Of a decision on a transaction, with the status that it was given. */
  transaction: z
    .object({
      _id: fields.id,
      trxType: trxTypes,
      amount: z.number(),
      crypto: cryptos,
      status: trxStatuses.nullable(),
    })
    .nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** What operators look at first: what waits, what came and went, how the books stand. Amounts in dollars. */
export const homeSchema = z.object({
  at: z.iso.datetime(),
  waiting: z.object({
    deposits: waitingMoney,
    withdrawals: waitingMoney,
    reports: waiting,
    proposals: waiting,
  }),
  flows: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** Confirmed deposits and withdrawals by the day of the confirmation; days and currencies without any are left out. */
    days: z.array(z.object({ day: z.iso.date(), crypto: cryptos, in: z.number(), out: z.number() })),
  }),
  /** Of all accounts: what investors may withdraw, and what pending withdrawals reserve. */
  sums: z.object({ balance: z.number(), held: z.number() }),
  /** Of the last 7 and 30 days, today among them. */
  newInvestors: z.object({ days7: z.int(), days30: z.int() }),
  /** The last check of the books, if there was one in the last 90 days; `holds` is none where one took too long. */
  books: z.object({ at: z.iso.datetime(), holds: z.boolean().nullable() }).nullable(),
  /** Of the embedded database, where it is archived. */
  backups: z
    .object({
      /** `failing` also where they are late, or where the last drill found something wrong; the server's log says why. */
      state: z.enum(['good', 'failing', 'none']),
      /** When the newest backup was whole, and when the log came into the archive last. */
      newest: z.iso.datetime().nullable(),
      archived: z.iso.datetime().nullable(),
      /** The last time that a backup was restored to see that it can be. */
      drill: z.object({ at: z.iso.datetime(), passed: z.boolean() }).nullable(),
    })
    .nullable(),
  decisions: z.array(decisionSchema),
});
export type Home = z.infer<typeof homeSchema>;
export type WaitingMoney = z.infer<typeof waitingMoney>;
