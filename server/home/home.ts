import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { TrxType } from '../../contract/enums';
import { flowDays, type Home, type WaitingMoney } from '../../contract/home';
import type { Queries, ReadSource } from '../db/client';
import { lastEnded } from '../db/ended-runs';
import { foldKeptSums, readKeptSums } from '../db/kept-sums';
import { foldWhenMany } from '../db/list-counts';
import { isReadable, type ReadableSubjects } from '../db/readable-subjects';
import { bookRuns } from '../db/schema/ledger';
import { transactions } from '../db/schema/money';
import { takeoverReports } from '../db/schema/sign-in';
import { proposals } from '../db/schema/writes';
import { toDollars } from '../money';
import { readDecisions } from './decisions';

type Sums = Awaited<ReturnType<typeof readKeptSums>>;

const dayLength = 86_400_000;
const newDays = { days7: 7, days30: 30 } as const;

/** The day a number of days before a moment, as UTC has it. */
const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * dayLength).toISOString().slice(0, 10);

/**
 * What operators look at first. Nothing is counted here that grows with the years: sums and numbers are kept
 * (server/db/kept-sums.ts), and of what is open there is an index. Proposals about what is not
 * `readable` are left out, and decisions on them do not tell whom they are about.
 */
export async function readHome(
  { db, together }: ReadSource,
  readable: ReadableSubjects,
  now = new Date(),
  backups: Home['backups'] = null,
): Promise<Home> {
  const [from, to] = [dayBefore(now, flowDays - 1), dayBefore(now, 0)];
  const ask = (queries: Queries) =>
    Promise.all([readKeptSums(queries, from), readOpen(queries, readable), readDecisions(queries, readable)]);
  const [sums, open, decisions] = together ? await together(ask) : await ask(db);
  const summed = sums.reduce((all, one) => all + one.summed, 0);
  if (together) foldWhenMany(db, { summed }, foldKeptSums);
  return {
    at: now.toISOString(),
    waiting: {
      deposits: waitingMoney(sums, 'DEPOSIT', open.deposit),
      withdrawals: waitingMoney(sums, 'WITHDRAWAL', open.withdrawal),
      reports: { count: open.reports, oldest: momentOf(open.report) },
      proposals: { count: open.proposals, oldest: momentOf(open.proposal) },
    },
    flows: { from, to, days: flowsOf(sums) },
    sums: { balance: sumOf(sums, 'balance'), held: sumOf(sums, 'held') },
    newInvestors: {
      days7: newSince(sums, dayBefore(now, newDays.days7 - 1)),
      days30: newSince(sums, dayBefore(now, newDays.days30 - 1)),
    },
    books: open.checkedAt && { at: open.checkedAt.toISOString(), holds: open.holds },
    backups,
    decisions,
  };
}

/** What is open, and since when the oldest of each is. */
async function readOpen(db: Queries, readable: ReadableSubjects) {
  const moment = (part: SQL) => sql<Date | null>`${part}`.mapWith(transactions.createdAt);
  const oldest = (trxType: TrxType) =>
    moment(sql`(select min(${transactions.createdAt}) from ${transactions}
      where ${transactions.status} = 'PENDING' and ${transactions.trxType} = ${trxType})`);
  const openReports = sql`from ${takeoverReports} where ${takeoverReports.closedAt} is null`;
  const openProposals = sql`from ${proposals} where ${and(eq(proposals.status, 'PENDING'), isReadable(readable, proposals.subjectType))}`;
  const [row] = await db
    .select({
      deposit: oldest('DEPOSIT').as('deposit'),
      withdrawal: oldest('WITHDRAWAL').as('withdrawal'),
      reports: sql`(select count(*) ${openReports})`.mapWith(Number).as('reports'),
      report: moment(sql`(select min(${takeoverReports.reportedAt}) ${openReports})`).as('report'),
      proposals: sql`(select count(*) ${openProposals})`.mapWith(Number).as('proposals'),
      proposal: moment(sql`(select min(${proposals.createdAt}) ${openProposals})`).as('proposal'),
      checkedAt: bookRuns.at,
      holds: bookRuns.holds,
    })
    .from(sql`(values (true)) as here`)
    .leftJoin(bookRuns, eq(bookRuns.id, lastEnded));
  if (!row) throw new Error('What is open has no row');
  return row;
}

const momentOf = (moment: Date | null) => moment?.toISOString() ?? null;

function sumOf(sums: Sums, figure: Sums[number]['figure']): number {
  return toDollars(sums.find((sum) => sum.figure === figure)?.amount ?? 0);
}

function newSince(sums: Sums, day: string): number {
  return sums.reduce(
    (all, sum) => (sum.figure === 'investors' && sum.day !== null && sum.day >= day ? all + sum.rows : all),
    0,
  );
}

function waitingMoney(sums: Sums, trxType: TrxType, oldest: Date | null): WaitingMoney {
  const pending = sums.filter((sum) => sum.figure === 'pending' && sum.trxType === trxType && sum.rows > 0);
  return {
    count: pending.reduce((all, { rows }) => all + rows, 0),
    amount: toDollars(pending.reduce((all, { amount }) => all + amount, 0)),
    byCurrency: pending
      .flatMap(({ crypto, rows, amount }) =>
        crypto === null ? [] : [{ crypto, count: rows, amount: toDollars(amount) }],
      )
      .toSorted((one, other) => other.amount - one.amount),
    oldest: momentOf(oldest),
  };
}

function flowsOf(sums: Sums): Home['flows']['days'] {
  const days = new Map<string, Home['flows']['days'][number]>();
  for (const { figure, trxType, crypto, day, amount } of sums) {
    if (figure !== 'confirmed' || crypto === null || day === null || amount === 0) continue;
    const key = `${day} ${crypto}`;
    const flow = days.get(key) ?? { day, crypto, in: 0, out: 0 };
    flow[trxType === 'DEPOSIT' ? 'in' : 'out'] = toDollars(amount);
    days.set(key, flow);
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, flow]) => flow);
}
