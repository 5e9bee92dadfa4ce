import { eq, inArray, sql } from 'drizzle-orm';
import type { TrxStatus, TrxType } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { transactionList } from '../../contract/list-query';
import type { BulkPreview, BulkPreviewRequest, Preview } from '../../contract/preview';
import { refusals } from '../../contract/refusals';
import type { Transaction } from '../../contract/transaction';
import { type Queries, statement } from '../db/client';
import { accounts, transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import { isOverridable, presentHold } from '../holds/hold';
import { type AccountRow, findAccount } from '../ledger/posting';
import { accountAfter, previewOf } from '../ledger/preview';
import type { Condition } from '../lists/list';
import { parseFilter } from '../lists/list-query';
import { toCents, toDollars } from '../money';
import { confirmedDuplicate, findDuplicates } from './claims';
import { postingsTo } from './postings';
import { credentialsChangedAt, findTransaction, listTransactions } from './transactions';

const findConfirmedDuplicate = statement((db) =>
  db
    .select({ confirmedDuplicate })
    .from(transactions)
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('find_confirmed_duplicate'),
);

/**
 * What a change to a status would do, and nothing else; locks nothing. Read in a snapshot. `withdrawalHold` in
 * milliseconds. Throws `not_found`.
 */
export async function previewStatus(
  db: Queries,
  trxId: string,
  status: TrxStatus,
  withdrawalHold = 0,
): Promise<Preview> {
  const found = await findTransaction(db, trxId);
  const account = found && (await findAccount(db, found.row.userId));
  if (!account) throw refuse.notFound();
  const { row, credentialsChangedAt } = found;
  const { reversal, effect } = (await postingsTo(db, [row], status))(row);
  const confirms = status === 'CONFIRMED' && row.status !== status;
  const [claim] = confirms ? await findConfirmedDuplicate(db).execute({ id: trxId }) : [];
  const preview = previewOf(account, [...reversal, ...effect], row.version);
  const now = new Date();
  const isFrozen = confirms && row.trxType === 'WITHDRAWAL' && preview.frozen;
  // What is refused in any case need not be asked about.
  const asks = confirms && !isFrozen;
  const hold = asks ? presentHold(row, { now, credentialsChangedAt }, withdrawalHold) : undefined;
  const blocked = isFrozen || (hold !== undefined && !isOverridable(row, hold));
  return {
    ...preview,
    ...(blocked && { blocked }),
    duplicateOf: claim?.confirmedDuplicate ?? null,
    ...(hold && { notBefore: hold.notBefore.toISOString(), holdCause: hold.holdCause }),
  };
}

/** A transaction of a list with its id and amount as they are stored. */
function storedOf({ _id: id, amount, ...same }: Transaction) {
  return { ...same, id, amount: toCents(amount) };
}

/** The conditions of a request; a filter is read as the list reads its own. */
function conditionsOf(request: BulkPreviewRequest): Condition[] {
  if ('ids' in request) return [{ kind: 'oneOf', field: 'id', values: request.ids }];
  return parseFilter(request.filter, transactionList);
}

async function accountsOf(db: Queries, owners: readonly string[]): Promise<Map<string, AccountRow>> {
  const rows = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.userId, [...new Set(owners)]));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** What each change would do to the account of its owner, one after the other. */
async function effectsInTurn(
  db: Queries,
  changing: readonly Transaction[],
  status: TrxStatus,
): Promise<Preview[]> {
  const accountOf = await accountsOf(
    db,
    changing.map(({ user }) => user._id),
  );
  const postingsOf = await postingsTo(db, changing.map(storedOf), status);
  return changing.flatMap((transaction) => {
    const account = accountOf.get(transaction.user._id);
    if (!account) return [];
    const { reversal, effect } = postingsOf(storedOf(transaction));
    const postings = [...reversal, ...effect];
    accountOf.set(account.userId, accountAfter(account, postings));
    return [previewOf(account, postings, transaction.version)];
  });
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

/** Withdrawals that would be confirmed though their account is frozen. */
async function frozenAmong(
  db: Queries,
  changing: readonly Transaction[],
  status: TrxStatus,
): Promise<Set<string>> {
  const withdrawals = changing.filter(({ trxType }) => trxType === 'WITHDRAWAL');
  if (status !== 'CONFIRMED' || withdrawals.length === 0) return new Set();
  const accountOf = await accountsOf(
    db,
    withdrawals.map(({ user }) => user._id),
  );
  const isFrozen = ({ user }: Transaction) => (accountOf.get(user._id)?.frozenAt ?? null) !== null;
  return new Set(withdrawals.filter(isFrozen).map(({ _id }) => _id));
}

/** Withdrawals that would be confirmed before their time, as the change itself would find it, and whether that may be overridden. */
async function heldAmong(
  db: Queries,
  changing: readonly Transaction[],
  status: TrxStatus,
  withdrawalHold: number,
): Promise<Map<string, boolean>> {
  const withdrawals = changing.filter(({ trxType }) => trxType === 'WITHDRAWAL');
  if (status !== 'CONFIRMED' || withdrawals.length === 0) return new Map();
  const owners = await db
    .select({ id: users.id, credentialsChangedAt })
    .from(users)
    .where(inArray(users.id, [...new Set(withdrawals.map(({ user }) => user._id))]));
  const changedAt = new Map(owners.map((owner) => [owner.id, owner.credentialsChangedAt]));
  const now = new Date();
  return new Map(
    withdrawals.flatMap(({ _id, user, notBefore, holdCause = null, ...same }) => {
      const stored = { ...same, notBefore: notBefore ? new Date(notBefore) : null, holdCause };
      const credentials = { now, credentialsChangedAt: changedAt.get(user._id) ?? null };
      const hold = presentHold(stored, credentials, withdrawalHold);
      return hold ? [[_id, isOverridable(stored, hold)] as const] : [];
    }),
  );
}

/**
 * What setting a status of many transactions would do, and nothing else; `withdrawalHold` in milliseconds. The rows come with their versions: changed
 * with them, what was shown is what is done. Locks nothing; read in a snapshot. Throws `bad_request` for a filter the
 * list does not know, `validation` when too many match.
 */
export async function previewStatuses(
  db: Queries,
  request: BulkPreviewRequest,
  withdrawalHold = 0,
): Promise<BulkPreview> {
  const { status, acceptDuplicates = false, overrideHolds = false } = request;
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
  const frozen = await frozenAmong(db, differing, status);
  // What is left out in any case need not be asked about.
  const holds = await heldAmong(
    db,
    differing.filter(({ _id }) => !frozen.has(_id)),
    status,
    withdrawalHold,
  );
  const heldWhere = (overridable: boolean) =>
    [...holds].filter(([, may]) => may === overridable).map(([_id]) => _id);
  const blocked = new Set([...frozen, ...heldWhere(false)]);
  const held = new Set(heldWhere(true));
  const isLeftOut = ({ _id }: Transaction) =>
    blocked.has(_id) || (!acceptDuplicates && duplicates.has(_id)) || (!overrideHolds && held.has(_id));
  const changing = differing.filter((transaction) => !isLeftOut(transaction));
  const decided = changing.filter((transaction) => transaction.status !== 'PENDING').length;
  const effects = await effectsInTurn(db, changing, status);
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
    ...(decided > 0 && { decided }),
    overdraws: effects.filter(({ overdraws }) => overdraws).length,
    frozen: effects.filter(({ frozen }) => frozen).length,
    duplicates: duplicates.size,
    ...(blocked.size > 0 && { blocked: blocked.size }),
    ...(held.size > 0 && { onHold: held.size }),
    rows: found
      .filter((transaction) => !isLeftOut(transaction))
      .map(({ _id, version }) => ({
        _id,
        version,
        ...(duplicates.has(_id) && { acceptDuplicate: true }),
        ...(held.has(_id) && { overrideHold: true }),
      })),
  };
}
