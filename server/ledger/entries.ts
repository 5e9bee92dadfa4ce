import { and, asc, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { type AccountField, accountFields } from '../../contract/account';
import type { EntryKind, TrxStatus, TrxType } from '../../contract/enums';
import type { FigureEntry } from '../../contract/ledger';
import { statusEffects } from '../../contract/status-effects';
import type { Database, Queries } from '../db/client';
import { ownersSalt } from '../db/person-key';
import { ledgerEntries, ledgerPostings } from '../db/schema/ledger';
import { accounts, transactions } from '../db/schema/money';
import { openReason } from '../db/sealed-events';
import { upTo } from '../db/up-to';
import { refuse } from '../errors/refusal';
import type { Condition, ListRequest, Page } from '../lists/list';
import { toDollars } from '../money';

/** What an entry is about. */
interface Cause {
  trxType: TrxType | null;
  status: TrxStatus | null;
  /** Whether all it did was to reverse what an earlier status had posted. */
  isReversal: boolean;
  byOwner: boolean;
}

/** What an entry did to a figure, as stored; cents. */
interface StoredLine extends Cause {
  id: number;
  createdAt: Date;
  field: string;
  amount: number;
  figureAfter: number;
  trxId: string | null;
  reason: string | null;
  sealedReason: Buffer | null;
}

/** The name of what an entry did to a figure. */
export function entryKindOf({ trxType, status, isReversal, byOwner }: Cause): EntryKind {
  // An adjustment has neither, a transaction's entry both.
  if (trxType === null || status === null) return 'adjustment';
  const { effect, reversal, ownReversal } = statusEffects[trxType][status].names;
  if (!isReversal) return effect;
  return byOwner ? ownReversal : reversal;
}

/**
 * The lines behind figures of an account: one per entry and figure, with the figure as it was after it. The sum runs
 * over all of them before any date narrows the list. Their order is that of their ids, which are drawn while the account
 * is locked: that in which they took effect. The time of an entry of former versions is when its database transaction
 * began, before it had the lock; it is shown no earlier than that of the entry before it.
 */
function linesOf(db: Queries, userId: string, figures: readonly AccountField[]) {
  const amount = sql`sum(${ledgerPostings.amount})`;
  const inOrder = sql`partition by ${ledgerPostings.account} order by ${ledgerEntries.id}`;
  const untilThen = sql`max(${ledgerEntries.createdAt}) over (order by ${ledgerEntries.id})`;
  return db
    .select({
      id: ledgerEntries.id,
      createdAt: untilThen.mapWith(ledgerEntries.createdAt).as('created_at'),
      field: ledgerPostings.account,
      amount: amount.mapWith(Number).as('amount'),
      figureAfter: sql`sum(${amount}) over (${inOrder})`.mapWith(Number).as('figure_after'),
      trxId: ledgerEntries.transactionId,
      trxType: transactions.trxType,
      status: ledgerEntries.status,
      isReversal: sql<boolean>`bool_and(${ledgerPostings.reversal})`.as('is_reversal'),
      byOwner: sql<boolean>`${ledgerEntries.actorId} = ${ledgerEntries.userId}`.as('by_owner'),
      reason: ledgerEntries.reason,
      sealedReason: ledgerEntries.sealedReason,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .leftJoin(transactions, eq(transactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.userId, userId), inArray(ledgerPostings.account, [...figures])))
    .groupBy(ledgerEntries.id, ledgerPostings.account, transactions.id)
    .having(sql`${amount} <> 0`)
    .as('lines');
}

/** The figures a filter names; all when it names none. Throws 400 for a name that is no figure. */
function figuresOf(conditions: readonly Condition[]): AccountField[] {
  const named = conditions.flatMap((condition) => (condition.kind === 'oneOf' ? [condition.values] : []));
  if (named.length === 0) return accountFields.options;
  return named.flat().map((name) => {
    const figure = accountFields.safeParse(name);
    if (!figure.success) throw refuse.badRequest(`${name} is not a figure of an account`, 'filter');
    return figure.data;
  });
}

type Lines = ReturnType<typeof linesOf>;

function withinDates(lines: Lines, conditions: readonly Condition[]): SQL | undefined {
  const bounds = conditions.map((condition) => {
    if (!('value' in condition) || !(condition.value instanceof Date)) return undefined;
    const { kind, value } = condition;
    return kind === 'from' ? gte(lines.createdAt, value) : upTo(lines.createdAt, value);
  });
  return and(...bounds);
}

/**
 * The entries behind figures of an account: a page of them, or all. Summed they give the figures, to the cent.
 * Throws 404 when there is no such account, 400 for a figure that is none.
 */
export async function listEntries(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  userId: string,
  { conditions, range, sort }: ListRequest,
): Promise<Page<FigureEntry>> {
  const lines = linesOf(db, userId, figuresOf(conditions));
  const [account] = await db
    .select({ id: accounts.userId, salt: ownersSalt })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  if (!account) throw refuse.notFound();
  const where = withinDates(lines, conditions);
  const direction = sort?.order === 'ASC' ? asc : desc;
  const query = db
    .select()
    .from(lines)
    .where(where)
    .orderBy(direction(lines.id), asc(lines.field))
    .$dynamic();
  const show = (line: StoredLine) => toFigureEntry(line, openReason(seal, account, line));
  if (!range) return { rows: (await query).map(show), total: undefined };
  const { first, last } = range;
  const [rows, [counted]] = await Promise.all([
    query.limit(last - first + 1).offset(first),
    db
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(lines)
      .where(where),
  ]);
  return { rows: rows.map(show), total: counted?.total ?? 0 };
}

function toFigureEntry(line: StoredLine, reason: string | null): FigureEntry {
  const { id, field, createdAt, amount, figureAfter, byOwner, trxId } = line;
  return {
    _id: `${id}-${field}`,
    field: accountFields.parse(field),
    createdAt: createdAt.toISOString(),
    kind: entryKindOf(line),
    amount: toDollars(amount),
    figureAfter: toDollars(figureAfter),
    postedBy: byOwner ? 'investor' : 'operator',
    reason,
    trxId,
  };
}
