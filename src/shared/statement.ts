import type { FigureEntry } from '../../contract/ledger';

/** The entries behind a figure as far as they are fetched, and what they come to. Amounts in dollars. */
export interface Statement {
  /** The newest first. */
  entries: readonly FigureEntry[];
  /** How many there are, with those not fetched yet. */
  total: number;
  /** What the figure was before the oldest entry fetched. */
  before: number;
  /** All entries together: `before` and every amount since. */
  sum: number;
}

/** Whole cents; sums of dollars as floats would drift. */
const toCents = (dollars: number): number => Math.round(dollars * 100);

/** Whether two amounts in dollars are the same to the cent. */
export function sameAmount(a: number, b: number): boolean {
  return toCents(a) === toCents(b);
}

/** Adds up a figure's newest entries (the newest first) on what was there before them. */
export function statementOf(entries: readonly FigureEntry[], total: number): Statement {
  const oldest = entries.at(-1);
  const before = oldest ? toCents(oldest.figureAfter) - toCents(oldest.amount) : 0;
  const sum = entries.reduce((cents, entry) => cents + toCents(entry.amount), before);
  return { entries, total, before: before / 100, sum: sum / 100 };
}
