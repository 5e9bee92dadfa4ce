import { and, count, eq, type SQL, sql, sum } from 'drizzle-orm';
import type { TrxType } from '../../contract/enums';
import type { FigureName } from '../../contract/site';
import type { Queries } from '../db/client';
import type { Reads } from '../db/reads';
import { transactions } from '../db/schema/money';
import { users } from '../db/schema/people';

/** Milliseconds that figures are shown for before they are read anew, and until a failure is tried again. */
const freshFor = 60_000;
const retryAfter = 5_000;
/** Milliseconds that the first visitor waits for figures. */
const patience = 500;

const unknown = '–';

export type Figures = Readonly<Record<FigureName, string>>;

/** Whoever is in `users` has verified their address; registrations that wait for it are elsewhere. */
const isInvestor = eq(users.type, 'investor');

async function countInvestors(db: Queries, what: SQL<number>): Promise<number> {
  const [row] = await db.select({ value: what }).from(users).where(isInvestor);
  return row?.value ?? 0;
}

/** In whole dollars, the cents cut off. */
async function sumConfirmed(db: Queries, type: TrxType): Promise<number> {
  const [row] = await db
    .select({ cents: sum(transactions.amount).mapWith(Number) })
    .from(transactions)
    .where(and(eq(transactions.trxType, type), eq(transactions.status, 'CONFIRMED')));
  return Math.floor((row?.cents ?? 0) / 100);
}

const readers: Record<FigureName, (db: Queries) => Promise<number>> = {
  investors: (db) => countInvestors(db, count()),
  depositsConfirmed: (db) => sumConfirmed(db, 'DEPOSIT'),
  withdrawalsPaid: (db) => sumConfirmed(db, 'WITHDRAWAL'),
  // People write their country by hand.
  countries: (db) => countInvestors(db, sql`count(distinct lower(trim(${users.country})))`.mapWith(Number)),
};

const grouped = new Intl.NumberFormat('en-US');

/**
 * The figures of the front page that come from the database (docs/rules.md, "Origin of content"); those not in `names`
 * are never read. What it answers is the latest known at once, a dash before that; a visitor never waits for the
 * database, except briefly for the very first figures.
 */
export function createFigures(
  { readPublic }: Reads,
  names: readonly FigureName[],
  onError: (error: unknown) => void,
): () => Promise<Figures> {
  let figures: Figures = {
    investors: unknown,
    depositsConfirmed: unknown,
    withdrawalsPaid: unknown,
    countries: unknown,
  };
  let known = names.length === 0;
  let staleAt = 0;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const fresh = await readPublic(async ({ db }) => {
        const found: Partial<Record<FigureName, string>> = {};
        // One after the other: the page's figures are worth one connection.
        for (const name of names) found[name] = grouped.format(await readers[name](db));
        return found;
      });
      figures = { ...figures, ...fresh };
      known = true;
      staleAt = Date.now() + freshFor;
    } catch (error) {
      onError(error);
      staleAt = Date.now() + retryAfter;
    }
    reading = undefined;
  }

  return async () => {
    if (names.length > 0 && Date.now() >= staleAt) reading ??= read();
    if (!known && reading) await atMost(patience, reading);
    return figures;
  };
}

/** Waits for work to end, but no longer than so many milliseconds. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
