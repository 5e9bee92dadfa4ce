import { and, desc, eq, gte, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReportState } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { reportList } from '../../contract/list-query';
import type { Report, ReportDetails } from '../../contract/takeover';
import { countedTo, withCappedTotal } from '../db/capped-total';
import type { Queries, ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { actor, searchedOfPerson } from '../db/person';
import { accounts, transactions, withdrawalAddresses } from '../db/schema/money';
import { users } from '../db/schema/people';
import { sessions, takeoverReports } from '../db/schema/sign-in';
import { describeDevice } from '../device';
import { refuse } from '../errors/refusal';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import { toDollars } from '../money';
import { networkOf } from '../network';

/** Sign-ins that a report shows of those nearest to its mail, and of the newest: none hides the others, however many there are. */
const sessionsOfEach = 25;

const closers = alias(users, 'closers');
const closedBy = {
  _id: closers.id,
  firstName: closers.firstName,
  lastName: closers.lastName,
  email: closers.email,
  type: closers.type,
};

const selectReports = (db: Queries) =>
  db
    .select({ row: takeoverReports, user: actor, closedBy })
    .from(takeoverReports)
    .innerJoin(users, eq(users.id, takeoverReports.userId))
    .leftJoin(closers, eq(closers.id, takeoverReports.closedBy));

type Found = Awaited<ReturnType<typeof selectReports>>[number];

function toReport({ row, user, closedBy }: Found): Report {
  const { id, userId: _, linkHash: __, mailedAt, reportedAt, closedAt, closedBy: ___, ...same } = row;
  return {
    _id: id,
    user,
    ...same,
    mailedAt: mailedAt.toISOString(),
    reportedAt: reportedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    closedBy,
  };
}

const columns: ColumnMap<
  (typeof reportList.sortable)[number] | Exclude<keyof typeof reportList.filterable, 'state'>
> = {
  id: takeoverReports.id,
  userId: takeoverReports.userId,
  about: takeoverReports.about,
  reportedAt: takeoverReports.reportedAt,
};

const state = sql<ReportState>`case when ${takeoverReports.closedAt} is null then 'open' else 'closed' end`;

/** The reports: a page of them, or all. The filter `q` searches people. */
export async function listReports(
  source: Pick<ReadSource, 'db' | 'rest'>,
  request: ListRequest,
): Promise<Page<Report>> {
  // Whether one is open is no column of its own.
  const ofState = request.conditions.filter(({ field }) => field === 'state');
  const others = request.conditions.filter(({ field }) => field !== 'state');
  const page = await listRows(source, {
    request: { ...request, conditions: others },
    defaultSort: reportList.defaultSort,
    columns,
    searched: searchedOfPerson,
    tieBreaker: takeoverReports.id,
    only: and(...ofState.map((one) => (one.kind === 'oneOf' ? inArray(state, one.values) : undefined))),
    rows: (db, where) => selectReports(db).where(where).$dynamic(),
    ids: (db, where) =>
      db
        .select({ id: takeoverReports.id })
        .from(takeoverReports)
        .innerJoin(users, eq(users.id, takeoverReports.userId))
        .where(where)
        .$dynamic(),
    countTo: countedTo(request),
  });
  return mapPage(withCappedTotal(request, page), toReport);
}

/** A report with what the account did from some days before the mail on; throws `not_found` when there is none. */
export async function readReport(db: Queries, reportId: string): Promise<ReportDetails> {
  const [found] = await selectReports(db).where(eq(takeoverReports.id, reportId));
  if (!found) throw refuse.notFound();
  const { userId, mailedAt } = found.row;
  const since = new Date(mailedAt.getTime() - limits.takeoverLookBack);
  const [account] = await db
    .select({ frozenAt: accounts.frozenAt })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const signIns = await sessionsSince(db, userId, since, mailedAt);
  const withdrawals = await withdrawalsSince(db, userId, since);
  return {
    ...toReport(found),
    since: since.toISOString(),
    frozenAt: account?.frozenAt?.toISOString() ?? null,
    sessions: signIns.told,
    withdrawals: withdrawals.told,
    counts: { sessions: signIns.count, withdrawals: withdrawals.count },
    addresses: await addressesSince(db, userId, since),
    others: await otherReports(db, userId, reportId),
  };
}

/** What is told of what there is, and how much that is. */
interface Told<Kind extends 'sessions' | 'withdrawals'> {
  told: ReportDetails[Kind];
  count: number;
}

async function sessionsSince(
  db: Queries,
  userId: string,
  since: Date,
  mailedAt: Date,
): Promise<Told<'sessions'>> {
  const all = and(eq(sessions.userId, userId), gte(sessions.createdAt, since));
  const nearest = await db
    .select()
    .from(sessions)
    .where(all)
    .orderBy(
      sql`abs(extract(epoch from ${sessions.createdAt} - ${mailedAt.toISOString()}::timestamptz))`,
      desc(sessions.id),
    )
    .limit(sessionsOfEach);
  const others = notInArray(
    sessions.id,
    nearest.map(({ id }) => id),
  );
  const newest = await db
    .select()
    .from(sessions)
    .where(and(all, others))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(sessionsOfEach);
  const told = [...nearest, ...newest]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ id, createdAt, revokedAt, userAgent, ip }) => ({
      _id: id,
      createdAt: createdAt.toISOString(),
      endedAt: revokedAt?.toISOString() ?? null,
      device: describeDevice(userAgent),
      network: ip === null ? null : networkOf(ip),
    }));
  return { told, count: await db.$count(sessions, all) };
}

async function withdrawalsSince(db: Queries, userId: string, since: Date): Promise<Told<'withdrawals'>> {
  const all = and(
    eq(transactions.userId, userId),
    // One expression, so that no index of everybody's serves it, whatever statistics say of types and states.
    sql`case when ${transactions.trxType} = 'WITHDRAWAL'
      then ${or(eq(transactions.status, 'PENDING'), gte(transactions.createdAt, since))} end`,
  );
  const rows = await db
    .select()
    .from(transactions)
    .where(all)
    // What can still be kept from leaving comes first.
    .orderBy(
      desc(sql`${transactions.status} = 'PENDING'`),
      desc(transactions.createdAt),
      desc(transactions.id),
    )
    .limit(limits.pendingWithdrawals);
  const told = rows.map(({ id, createdAt, status, amount, crypto, wallet }) => ({
    _id: id,
    createdAt: createdAt.toISOString(),
    status,
    amount: toDollars(amount),
    crypto,
    wallet,
  }));
  return { told, count: await db.$count(transactions, all) };
}

async function addressesSince(db: Queries, userId: string, since: Date): Promise<ReportDetails['addresses']> {
  const rows = await db
    .select()
    .from(withdrawalAddresses)
    .where(and(eq(withdrawalAddresses.userId, userId), gte(withdrawalAddresses.createdAt, since)))
    .orderBy(desc(withdrawalAddresses.createdAt), desc(withdrawalAddresses.id));
  return rows.map(({ id, createdAt, label, crypto, address }) => ({
    _id: id,
    createdAt: createdAt.toISOString(),
    label,
    crypto,
    address,
  }));
}

async function otherReports(db: Queries, userId: string, reportId: string): Promise<ReportDetails['others']> {
  const rows = await db
    .select({
      _id: takeoverReports.id,
      about: takeoverReports.about,
      reportedAt: takeoverReports.reportedAt,
    })
    .from(takeoverReports)
    .where(
      and(
        eq(takeoverReports.userId, userId),
        isNull(takeoverReports.closedAt),
        ne(takeoverReports.id, reportId),
      ),
    )
    .orderBy(desc(takeoverReports.reportedAt), desc(takeoverReports.id))
    .limit(limits.reportsClosed);
  return rows.map(({ reportedAt, ...same }) => ({ ...same, reportedAt: reportedAt.toISOString() }));
}
