import { and, eq, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits';
import type { Effect, SentForApproval } from '../../contract/proposals';
import { type StatusChange, statusChangeSchema } from '../../contract/transaction';
import type { Queries, Tx } from '../db/client';
import { ledgerEntries } from '../db/schema/ledger';
import { transactions } from '../db/schema/money';
import { toDollars } from '../money';
import { type ActKind, actKind } from '../proposals/kinds';
import { propose } from '../proposals/propose';
import type { Actor } from '../request';
import { checkReport } from './as-reported';
import { notifyOwner } from './notify';
import { previewStatus } from './preview';
import type { TransactionServices } from './services';
import { changeStatus, type Decision, lookAtStatus, type StatusOptions } from './status';
import { readTransaction, type TransactionRow } from './transactions';

/**
 * Cents that were paid to an investor within the window; what was taken back and confirmed again counts each time. The type is a
 * filter of the sum: as a condition it could lead through the withdrawals of everybody (create.ts).
 */
async function paidLately(db: Queries, userId: string): Promise<number> {
  const ofWithdrawals = sql`filter (where ${transactions.trxType} = 'WITHDRAWAL')`;
  const [found] = await db
    .select({ paid: sql<number>`coalesce(sum(${transactions.amount}) ${ofWithdrawals}, 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(transactions, eq(transactions.id, ledgerEntries.transactionId))
    .where(
      and(
        ...[eq(ledgerEntries.userId, userId), eq(ledgerEntries.status, 'CONFIRMED')],
        sql`${ledgerEntries.createdAt} > clock_timestamp() - ${limits.fourEyesWindow} * interval '1 millisecond'`,
      ),
    );
  return found?.paid ?? 0;
}

function effectOf(row: TransactionRow, { overridden }: Decision): Effect {
  return {
    changes: [{ name: 'status', before: row.status, after: 'CONFIRMED' }],
    facts: [
      { name: 'amount', value: toDollars(row.amount) },
      { name: 'crypto', value: row.crypto },
      { name: 'wallet', value: row.wallet },
      ...(overridden ? [{ name: 'overriddenHold', value: overridden.notBefore.toISOString() }] : []),
    ],
    versions: { transaction: row.version },
  };
}

/** What is sent with the status of a payment that is proposed. */
const parametersOf = ({ overrideHold = false }: StatusOptions): StatusChange => ({
  status: 'CONFIRMED',
  ...(overrideHold && { overrideHold }),
});

/**
 * Proposes the payment of a withdrawal instead of making it, where it takes two administrators: when its amount and what
 * the investor was paid within 24 hours add up to the operator's sum. For the options of a change of a status; `quiet`
 * mails nobody.
 */
export function proposalOfPayment(
  services: TransactionServices,
  { quiet = false } = {},
): StatusOptions['propose'] {
  const from = services.config.fourEyes.withdrawal;
  if (from === undefined) return undefined;
  return async (
    tx: Tx,
    actor: Actor & { userId: string },
    row: TransactionRow,
    decision: Decision,
    options: StatusOptions,
  ): Promise<SentForApproval | undefined> => {
    const pays = row.trxType === 'WITHDRAWAL' && decision.status === 'CONFIRMED';
    if (!pays || row.amount + (await paidLately(tx.db, row.userId)) < from) return undefined;
    return propose(tx, services, actor, {
      kind: 'withdrawal',
      subjectType: 'transaction',
      subjectId: row.id,
      parameters: parametersOf(options),
      personId: row.userId,
      effect: effectOf(row, decision),
      quiet,
    });
  };
}

/** Payments of withdrawals, as acts that two administrators agree on: the amount, the address, and the version of the withdrawal. */
export function paymentKind(services: TransactionServices): ActKind {
  const { withdrawalHold } = services.config;
  return actKind<StatusChange>({
    parameters: statusChangeSchema,

    async look(db, { subjectId, parameters: { status, ...accepted } }, lock) {
      const { row, decision } = await lookAtStatus(
        db,
        subjectId,
        status,
        { ...accepted, withdrawalHold },
        lock,
      );
      const preview = await previewStatus(db, subjectId, status, withdrawalHold);
      // Whoever approves may pay first, by what is shown.
      await checkReport({ db, seal: services.database.seal }, await readTransaction(db, subjectId));
      return { effect: effectOf(row, decision), preview };
    },

    async apply(tx, approver, { subjectId, parameters: { status, ...accepted } }) {
      const options = { ...accepted, withdrawalHold };
      const result = await changeStatus(tx, approver, subjectId, status, undefined, options);
      notifyOwner(tx, services, result, approver.reason);
      return subjectId;
    },
  });
}
