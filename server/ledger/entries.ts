import { and, asc, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { type AccountField, accountFields } from '../../contract/account';
import type { EntryKind, TrxStatus, TrxType } from '../../contract/enums';
import type { FigureEntry } from '../../contract/ledger';
import { statusEffects } from '../../contract/status-effects';
import type { Queries, ReadSource } from '../db/client';
import { ownersSalt } from '../db/person-key';
import { ledgerEntries, ledgerPostings } from '../db/schema/ledger';
import { accounts, transactions } from '../db/schema/money';
import { openReason } from '../db/sealed-events';
import { upTo } from '../db/up-to';
import { readInParts, unpack } from '../db/whole-list';
import { refuse } from '../errors/refusal';
import { type Condition, type ListRequest, mapPage, type Page, rowsAtOnce } from '../lists/list';
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
 * began, before it had the lock; it is shown no earlier than that of the entry before it. With `entryIds` these entries are
 * all there is, so that sums and times are of them alone.
 */
function linesOf(
  db: Queries,
  userId: string,
  figures: readonly AccountField[],
  entryIds?: readonly number[],
) {
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
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        inArray(ledgerPostings.account, [...figures]),
        entryIds && sql`${ledgerEntries.id} = any(${sql.param([...entryIds])}::bigint[])`,
      ),
    )
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

/** What of a line depends on those before it; the rest is looked up when it is sent. */
type Key = Pick<StoredLine, 'id' | 'field' | 'createdAt' | 'figureAfter'>;

/** A key as it travels, of 26 bytes: its id, the time in milliseconds, the figure then, and which figure that is. */
function packedKey(lines: Lines) {
  const time = sql`(extract(epoch from date_trunc('milliseconds', ${lines.createdAt})) * 1000)::bigint`;
  const names = sql`${sql.param(accountFields.options)}::text[]`;
  return sql`int8send(${lines.id}) || int8send(${time}) || int8send(${lines.figureAfter}::bigint)
    || int2send(array_position(${names}, ${lines.field})::smallint)`;
}

function readKey(bytes: Buffer, at: number): Key {
  return {
    id: Number(bytes.readBigInt64BE(at)),
    createdAt: new Date(Number(bytes.readBigInt64BE(at + 8))),
    figureAfter: Number(bytes.readBigInt64BE(at + 16)),
    field: accountFields.options[bytes.readInt16BE(at + 24) - 1] ?? '',
  };
}

/** The lines of some keys, in their order. */
async function readLines(
  db: Queries,
  userId: string,
  figures: readonly AccountField[],
  keys: readonly Key[],
): Promise<StoredLine[]> {
  const entryIds = [...new Set(keys.map(({ id }) => id))];
  const found = await db.select().from(linesOf(db, userId, figures, entryIds));
  const byKey = new Map(found.map((line) => [idOf(line), line]));
  return keys.flatMap((key) => {
    const line = byKey.get(idOf(key));
    return line ? [{ ...line, ...key }] : [];
  });
}

function withinDates(lines: Lines, conditions: readonly Condition[]): SQL | undefined {
  const bounds = conditions.map((condition) => {
    if (!('value' in condition) || !(condition.value instanceof Date)) return undefined;
    const { kind, value } = condition;
    return kind === 'from' ? gte(lines.createdAt, value) : upTo(lines.createdAt, value);
  });
  return and(...bounds);
}

/**
 * The entries behind figures of an account: a page of them, or all, which are read as they are sent when they are many.
 * Summed they give the figures, to the cent. Throws 404 when there is no such account, 400 for a figure that is none.
 */
export async function listEntries(
  { db, seal, rest = db }: Pick<ReadSource, 'db' | 'seal' | 'rest'>,
  userId: string,
  { conditions, range, sort }: ListRequest,
): Promise<Page<FigureEntry>> {
  const figures = figuresOf(conditions);
  const lines = linesOf(db, userId, figures);
  const [account] = await db
    .select({ id: accounts.userId, salt: ownersSalt })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  if (!account) throw refuse.notFound();
  const where = withinDates(lines, conditions);
  const direction = sort?.order === 'ASC' ? asc : desc;
  const order = [direction(lines.id), asc(lines.field)];
  const query = db
    .select()
    .from(lines)
    .where(where)
    .orderBy(...order)
    .$dynamic();
  const show = (line: StoredLine) => toFigureEntry(line, openReason(seal, account, line));
  if (!range) {
    const all = await query.limit(rowsAtOnce + 1);
    if (all.length <= rowsAtOnce) return { rows: all.map(show), total: undefined };
    const packed = sql<Buffer | null>`string_agg(${packedKey(lines)}, '' order by ${sql.join(order, sql`, `)})`;
    const [row] = await db.select({ keys: packed }).from(lines).where(where);
    const keys = unpack(row?.keys, 26, readKey);
    const page = await readInParts({ db, rest }, keys, (queries, some) =>
      readLines(queries, userId, figures, some),
    );
    return mapPage(page, show);
  }
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

const idOf = ({ id, field }: Pick<StoredLine, 'id' | 'field'>) => `${id}-${field}`;

function toFigureEntry(line: StoredLine, reason: string | null): FigureEntry {
  const { field, createdAt, amount, figureAfter, byOwner, trxId } = line;
  return {
    _id: idOf(line),
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
