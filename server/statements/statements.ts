import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { accountFields } from '../../contract/account';
import { limits } from '../../contract/limits';
import type { Statement, StatementEntry, StatementSummary, Statements } from '../../contract/statements';
import { z } from '../../contract/zod';
import type { Database, Queries, Tx } from '../db/client';
import { readPersonKey } from '../db/person-key';
import { historyCheckpoints } from '../db/schema/history';
import {
  ledgerEntries,
  ledgerPostings,
  type StoredLines,
  statementMails,
  statements,
} from '../db/schema/ledger';
import { accounts, transactions } from '../db/schema/money';
import { openReason } from '../db/sealed-events';
import { readSnapshot } from '../db/snapshot';
import { refuse } from '../errors/refusal';
import { entryKindOf } from '../ledger/entries';
import { lockAccount } from '../ledger/posting';
import { toDollars } from '../money';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { type EntryRange, hashOf, joinLines, linesAfter, readMovements, sha256 } from './movements';
import { daysOf, isMonth, monthOf, monthsOf, periodAfter, startOf, yearOf } from './periods';

/*
 * Statements of accounts by months and years of UTC (docs/decisions/0031-statements.md). A month that is over is stored
 * once, with the account locked: whoever posts an entry has the lock and takes the time after it, so that no entry of a
 * month that is over is still to come. What is posted later belongs to a later month, whatever the clock says.
 */

type Row = typeof statements.$inferSelect;
type Unstored = Omit<Row, 'createdAt' | 'checkpoint'>;

const noEntry = 0;
const anyEntry = Number.MAX_SAFE_INTEGER;

const storedOf = (db: Queries, userId: string) =>
  db.select().from(statements).where(eq(statements.userId, userId)).orderBy(asc(statements.period));

/** The running month, by the clock that dates entries. */
async function readMonth(db: Queries): Promise<string> {
  const { rows } = await db.execute(
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM') as month`,
  );
  return z.object({ month: z.string() }).parse(rows[0]).month;
}

/**
 * The month of an account's first entry: the running one as long as none is stored, unless that ends between two looks at
 * the clock, or the clock has gone back since.
 */
async function readFirstMonth(db: Queries, userId: string): Promise<string> {
  const [first] = await db
    .select({ at: ledgerEntries.createdAt })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
    .orderBy(asc(ledgerEntries.id))
    .limit(1);
  if (!first) throw new Error('The account has no entry');
  return monthOf(first.at);
}

/** The ids of the last entries of months, of entries after one; none of them counts before `start`. */
async function readMonthEnds(db: Queries, userId: string, after: number, start: Date | undefined) {
  const { rows } = await db.execute(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, max(id) as last from (
      select e.id, greatest(max(e.created_at) over (order by e.id), ${start?.toISOString() ?? null}::timestamptz) as at
      from ${ledgerEntries} e where e.user_id = ${userId} and e.id > ${after}
    ) as dated group by 1 order by 1`);
  return z.array(z.object({ month: z.string(), last: z.coerce.number() })).parse(rows);
}

/** Stores the statements of the periods that are over, of an account that is locked. */
export async function storeStatements(db: Queries, userId: string): Promise<void> {
  const running = await readMonth(db);
  const known = await storedOf(db, userId);
  const months = known.filter(({ period }) => isMonth(period));
  const last = months.at(-1);
  if (last && periodAfter(last.period) >= running) return;
  const start = last && startOf(periodAfter(last.period));
  const ends = await readMonthEnds(db, userId, last?.lastEntryId ?? noEntry, start);
  const first = last ? periodAfter(last.period) : ends[0]?.month;
  if (first === undefined) return;
  const added: Unstored[] = [];
  for (let period = first; period < running; period = periodAfter(period)) {
    const before = added.at(-1) ?? last;
    const after = before?.lastEntryId ?? noEntry;
    const upTo = ends.find(({ month }) => month === period)?.last ?? after;
    const { changes, ...movements } = await readMovements(db, { userId, after, upTo });
    const said = {
      ...{ userId, period, figures: linesAfter(before?.figures, changes), ...movements },
      ...{ lastEntryId: upTo, previousHash: before?.hash ?? null },
    };
    added.push({ ...said, hash: hashOf(said) });
  }
  const years = yearsOf(
    userId,
    [...months, ...added],
    known.filter(({ period }) => !isMonth(period)),
    running,
  );
  if (added.length === 0) return;
  const checkpoint = await readCheckpoint(db);
  await db.insert(statements).values([...added, ...years].map((statement) => ({ ...statement, checkpoint })));
}

/** The newest checkpoint of the sealed history, as it was signed. */
async function readCheckpoint(db: Queries): Promise<string | null> {
  const [newest] = await db
    .select({ note: historyCheckpoints.note })
    .from(historyCheckpoints)
    .orderBy(desc(historyCheckpoints.size))
    .limit(1);
  return newest?.note ?? null;
}

/** The years that are over and not stored yet, from their months. */
function yearsOf(
  userId: string,
  months: readonly Unstored[],
  known: readonly Row[],
  running: string,
): Unstored[] {
  const added: Unstored[] = [];
  const wanted = [...new Set(months.map(({ period }) => yearOf(period)))];
  for (const period of wanted) {
    if (period >= yearOf(running) || known.some((year) => year.period === period)) continue;
    const before = added.at(-1) ?? known.at(-1);
    const said = { ...yearFrom(userId, period, months), previousHash: before?.hash ?? null };
    added.push({ ...said, hash: hashOf(said) });
  }
  return added;
}

/** What a year says, of all months of an account. */
function yearFrom(userId: string, period: string, months: readonly Unstored[]) {
  const own = months.filter((month) => yearOf(month.period) === period);
  return {
    userId,
    period,
    figures: joinLines(own.map(({ figures }) => figures)),
    entries: own.reduce((sum, { entries }) => sum + entries, 0),
    lastEntryId: own.at(-1)?.lastEntryId ?? noEntry,
    entriesHash: sha256(own.map(({ hash }) => hash).join('\n')),
  };
}

/** A statement of a period that is not over, or one that is stored. */
type Shown = Pick<Row, 'period' | 'figures' | 'entries'> &
  Partial<Pick<Row, 'createdAt' | 'hash' | 'previousHash' | 'checkpoint'>>;

function toSummary({
  period,
  figures,
  entries,
  createdAt,
  hash,
  previousHash,
  checkpoint,
}: Shown): StatementSummary {
  return {
    _id: period,
    ...daysOf(period),
    entries,
    lines: accountFields.options.flatMap((field) => {
      const line = figures[field];
      if (!line) return [];
      const { opening, deposits, withdrawals, adjustments, closing } = line;
      return {
        ...{ field, opening: toDollars(opening), deposits: toDollars(deposits) },
        ...{ withdrawals: toDollars(withdrawals), adjustments: toDollars(adjustments) },
        closing: toDollars(closing),
      };
    }),
    stored:
      createdAt && hash !== undefined
        ? {
            at: createdAt.toISOString(),
            hash,
            previous: previousHash ?? null,
            checkpoint: checkpoint ?? null,
          }
        : null,
  };
}

/** All statements of an account, with those of the running month and year, which are preliminary. */
interface Series {
  stored: Row[];
  preliminary: (Shown & { lastEntryId: number })[];
}

async function readSeries(db: Queries, userId: string): Promise<Series> {
  const stored = await storedOf(db, userId);
  const months = stored.filter(({ period }) => isMonth(period));
  const last = months.at(-1);
  const after = last?.lastEntryId ?? noEntry;
  const { changes, ...movements } = await readMovements(db, { userId, after, upTo: anyEntry });
  if (!last && movements.entries === 0) return { stored, preliminary: [] };
  const period = last ? periodAfter(last.period) : await readFirstMonth(db, userId);
  const month = { period, figures: linesAfter(last?.figures, changes), entries: movements.entries };
  const ofYear = [...months, month].filter((one) => yearOf(one.period) === yearOf(period));
  const year = {
    period: yearOf(period),
    figures: joinLines(ofYear.map(({ figures }) => figures)),
    entries: ofYear.reduce((sum, { entries }) => sum + entries, 0),
  };
  return {
    stored,
    preliminary: [month, year].map((one) => ({ ...one, lastEntryId: anyEntry })),
  };
}

/** Reads an account's statements, once those of the periods that are over are stored; throws `not_found` for no account. */
async function withStatements<T>(
  database: Database,
  userId: string,
  read: (db: Queries, series: Series) => Promise<T>,
): Promise<T> {
  if (await isBehind(database.db, userId)) {
    await database.transact(async ({ db }) => {
      if (!(await lockAccount(db, userId))) throw refuse.notFound();
      await storeStatements(db, userId);
    });
  }
  return readSnapshot(database, async (db) => read(db, await readSeries(db, userId)));
}

/** Whether the month before the running one may have a statement to be stored. Throws `not_found` for no account. */
async function isBehind(db: Queries, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select (select max(s.period) from ${statements} s where s.user_id = a.user_id and length(s.period) = 7) as last,
      exists (select from ${ledgerEntries} e where e.user_id = a.user_id) as has_entries
    from ${accounts} a where a.user_id = ${userId}`);
  const [row] = z.array(z.object({ last: z.string().nullable(), has_entries: z.boolean() })).parse(rows);
  if (!row) throw refuse.notFound();
  return row.has_entries && (row.last === null || periodAfter(row.last) < (await readMonth(db)));
}

/** All periods of an account, the newest first, and whether its owner is mailed. Throws `not_found` for no account. */
export async function listStatements(database: Database, userId: string): Promise<Statements> {
  return withStatements(database, userId, async (db, { stored, preliminary }) => {
    const [mailed] = await db.select().from(statementMails).where(eq(statementMails.userId, userId));
    return {
      statements: [...stored, ...preliminary]
        .map(toSummary)
        // A year stands above its months.
        .toSorted((one, other) => (`${one._id}-99`.slice(0, 7) < `${other._id}-99`.slice(0, 7) ? 1 : -1)),
      mailed: mailed !== undefined,
    };
  });
}

/** One statement, with its entries or its months. Throws `not_found` when the account has none of the period. */
export async function readStatement(database: Database, userId: string, period: string): Promise<Statement> {
  return withStatements(database, userId, async (db, { stored, preliminary }) => {
    const own = stored.find((row) => row.period === period);
    const shown = own ?? preliminary.find((row) => row.period === period);
    if (!shown) throw refuse.notFound();
    const months = [...stored, ...preliminary].filter((row) => isMonth(row.period));
    const before = stored.findLast((row) => isMonth(row.period) === isMonth(period) && row.period < period);
    const range = { userId, after: before?.lastEntryId ?? noEntry, upTo: shown.lastEntryId };
    return {
      ...toSummary(shown),
      userId,
      items: isMonth(period) ? await readItems(database, db, range, startOf(period)) : [],
      months: isMonth(period)
        ? []
        : months.filter((month) => monthsOf(period).includes(month.period)).map(toSummary),
      intact: own ? await isIntact(db, own, before, months) : null,
    };
  });
}

/** Whether a stored statement is what the entries make now, and follows the one before it. */
async function isIntact(
  db: Queries,
  own: Row,
  before: Row | undefined,
  months: readonly Shown[],
): Promise<boolean> {
  const { userId, period } = own;
  if (own.hash !== hashOf(own)) return false;
  const previousHash = before?.hash ?? null;
  if (!isMonth(period)) {
    const kept = months.filter((month): month is Row => month.hash !== undefined);
    return own.hash === hashOf({ ...yearFrom(userId, period, kept), previousHash });
  }
  const range = { userId, after: before?.lastEntryId ?? noEntry, upTo: own.lastEntryId };
  const { changes, ...movements } = await readMovements(db, range);
  // Figures that came to the chart of accounts later are not in it.
  const made = linesAfter(before?.figures, changes);
  const figures: StoredLines = {};
  for (const field of accountFields.options) if (own.figures[field]) figures[field] = made[field];
  return (
    own.hash ===
    hashOf({ ...{ userId, period, figures, ...movements }, lastEntryId: own.lastEntryId, previousHash })
  );
}

/** The entries of a statement, the oldest first. */
async function readItems(
  { seal }: Pick<Database, 'seal'>,
  db: Queries,
  { userId, after, upTo }: EntryRange,
  start: Date,
): Promise<StatementEntry[]> {
  const person = await readPersonKey(db, userId);
  const rows = await db
    .select({
      id: ledgerEntries.id,
      createdAt: ledgerEntries.createdAt,
      trxId: ledgerEntries.transactionId,
      trxType: transactions.trxType,
      status: ledgerEntries.status,
      isReversal: sql<boolean>`(select bool_and(p.reversal) from ${ledgerPostings} p where p.entry_id = ${ledgerEntries.id})`,
      byOwner: sql<boolean>`${ledgerEntries.actorId} = ${ledgerEntries.userId}`,
      reason: ledgerEntries.reason,
      sealedReason: ledgerEntries.sealedReason,
      changes: sql<{ field: string; amount: number }[]>`(
        select coalesce(json_agg(sums order by sums.line), '[]') from (
          select p.account as field, sum(p.amount) as amount, min(p.line) as line from ${ledgerPostings} p
          where p.entry_id = ${ledgerEntries.id} and p.account not like '%:%' and p.account <> 'adjustments'
          group by p.account having sum(p.amount) <> 0
        ) as sums)`,
      // The status before, when the entry takes a confirmed one back.
      corrects: sql<string | null>`(
        select case when before.status = 'CONFIRMED' then to_char(before.created_at at time zone 'UTC', 'YYYY-MM') end
        from ledger_entries before
        where before.transaction_id = ${ledgerEntries.transactionId} and before.id < ${ledgerEntries.id}
        order by before.transaction_id, before.id desc limit 1)`,
    })
    .from(ledgerEntries)
    .leftJoin(transactions, eq(transactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        sql`${ledgerEntries.id} > ${after} and ${ledgerEntries.id} <= ${upTo}`,
      ),
    )
    .orderBy(asc(ledgerEntries.id))
    .limit(limits.statementEntries);
  let at = start;
  return rows.map((row) => {
    // No earlier than the entry before it, nor than the period.
    if (row.createdAt > at) at = row.createdAt;
    return toItem(row, at, openReason(seal, person, row));
  });
}

type ItemRow = Parameters<typeof entryKindOf>[0] & {
  id: number;
  trxId: string | null;
  changes: { field: string; amount: number }[];
  corrects: string | null;
};

function toItem(row: ItemRow, at: Date, reason: string | null): StatementEntry {
  return {
    _id: row.id,
    at: at.toISOString(),
    kind: entryKindOf(row),
    postedBy: row.byOwner ? 'investor' : 'operator',
    reason,
    trxId: row.trxId,
    changes: row.changes.map(({ field, amount }) => ({
      field: accountFields.parse(field),
      amount: toDollars(amount),
    })),
    corrects: row.corrects !== null && row.corrects < monthOf(at) ? row.corrects : null,
  };
}

/** Whether the investor is mailed when a month is over, from the running one on. */
export async function setStatementMail(
  tx: Tx,
  actor: Actor & { userId: string },
  mailed: boolean,
): Promise<{ mailed: boolean }> {
  const { userId } = actor;
  if (!(await lockAccount(tx.db, userId))) throw refuse.notFound();
  const [before] = await tx.db.select().from(statementMails).where(eq(statementMails.userId, userId));
  if ((before !== undefined) === mailed) return { mailed };
  if (mailed) {
    const lastPeriod = periodAfter(await readMonth(tx.db), -1);
    await tx.db.insert(statementMails).values({ userId, lastPeriod });
  } else await tx.db.delete(statementMails).where(eq(statementMails.userId, userId));
  recordAudit(tx, actor, {
    action: 'user.statement_mail_set',
    subjectType: 'user',
    subjectId: userId,
    before: { mailed: !mailed },
    after: { mailed },
  });
  return { mailed };
}
