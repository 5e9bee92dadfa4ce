import { inArray } from 'drizzle-orm';
import type { TrxStatus, TrxType } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { transactionList } from '../../contract/list-query';
import { refusals } from '../../contract/messages';
import type { BulkPreview, BulkPreviewRequest } from '../../contract/preview';
import type { Transaction } from '../../contract/transaction';
import type { Queries } from '../db/client';
import { accounts } from '../db/schema';
import { refuse } from '../errors/refusal';
import { effectOf, figureChanges } from '../ledger/effects';
import type { Condition } from '../lists/list';
import { parseFilter } from '../lists/list-query';
import { toCents, toDollars } from '../money';
import { findDuplicates } from './claims';
import { listTransactions } from './transactions';

/** The conditions of a request; a filter is read as the list reads its own. */
function conditionsOf(request: BulkPreviewRequest): Condition[] {
  if ('ids' in request) return [{ kind: 'oneOf', field: 'id', values: request.ids }];
  return parseFilter(request.filter, transactionList);
}

interface Funds {
  /** Cents. */
  balance: number;
  frozen: boolean;
}

async function fundsOf(db: Queries, found: readonly Transaction[]): Promise<Map<string, Funds>> {
  const owners = [...new Set(found.map(({ user }) => user._id))];
  const rows = await db
    .select({ userId: accounts.userId, balance: accounts.balance, frozenAt: accounts.frozenAt })
    .from(accounts)
    .where(inArray(accounts.userId, owners));
  return new Map(
    rows.map(({ userId, balance, frozenAt }) => [userId, { balance, frozen: frozenAt !== null }]),
  );
}

/** How a change of status moves the balance, in cents; the books hold exactly the effect of the present status. */
function balanceMove({ amount, ...transaction }: Transaction, status: TrxStatus): number {
  const stored = { ...transaction, amount: toCents(amount) };
  const balanceOf = (of: TrxStatus) => figureChanges(effectOf(stored, of)).get('balance') ?? 0;
  return balanceOf(status) - balanceOf(transaction.status);
}

/** Those that would be confirmed though another deposit of their transaction id is, or would be with them. */
async function duplicatesAmong(
  db: Queries,
  changing: readonly Transaction[],
  status: TrxStatus,
): Promise<Set<string>> {
  if (status !== 'CONFIRMED') return new Set();
  const deposits = changing.filter(({ trxType }) => trxType === 'DEPOSIT');
  return findDuplicates(
    db,
    deposits.map(({ _id }) => _id),
  );
}

/**
 * What setting a status of many transactions would do, and nothing else. The rows come with their versions: changed
 * with them, what was shown is what is done. Locks nothing; read in a snapshot. Throws `bad_request` for a filter the
 * list does not know, `validation` when too many match.
 */
export async function previewStatuses(db: Queries, request: BulkPreviewRequest): Promise<BulkPreview> {
  const { status, acceptDuplicates = false } = request;
  const { rows: found } = await listTransactions(
    { db },
    {
      sort: { field: 'createdAt', order: 'ASC' },
      range: { first: 0, last: limits.bulkFound },
      conditions: conditionsOf(request),
    },
  );
  if (found.length > limits.bulkFound) {
    throw refuse.invalid(refusals.bulkTooMany(limits.bulkFound), 'filter');
  }
  const differing = found.filter((transaction) => transaction.status !== status);
  const duplicates = await duplicatesAmong(db, differing, status);
  const isLeftOut = ({ _id }: Transaction) => !acceptDuplicates && duplicates.has(_id);
  const changing = differing.filter((transaction) => !isLeftOut(transaction));
  const funds = await fundsOf(db, changing);
  let overdraws = 0;
  let frozen = 0;
  for (const transaction of changing) {
    const owner = funds.get(transaction.user._id);
    if (!owner) continue;
    const move = balanceMove(transaction, status);
    owner.balance += move;
    if (move < 0 && owner.balance < 0) overdraws += 1;
    if (owner.frozen) frozen += 1;
  }
  const sumOf = (trxType?: TrxType) => {
    const counted = changing.filter((transaction) => !trxType || transaction.trxType === trxType);
    // In cents: a sum of dollars would gather errors.
    const cents = counted.reduce((sum, { amount }) => sum + toCents(amount), 0);
    return { count: counted.length, sum: toDollars(cents) };
  };
  return {
    ...sumOf(),
    byType: { DEPOSIT: sumOf('DEPOSIT'), WITHDRAWAL: sumOf('WITHDRAWAL') },
    unchanged: found.length - differing.length,
    overdraws,
    frozen,
    duplicates: duplicates.size,
    rows: found
      .filter((transaction) => !isLeftOut(transaction))
      .map(({ _id, version }) => ({ _id, version, ...(duplicates.has(_id) && { acceptDuplicate: true }) })),
  };
}
