import type pg from 'pg';
import { bookCheckNames } from '../../contract/console-names';
import { bookChecks } from '../../contract/enums';
import { everything, invariants } from '../../server/books/invariants';

/** Every broken invariant, with what breaks it; empty when the books are right. */
export async function bookProblems(pool: pg.Pool): Promise<string[]> {
  const problems: string[] = [];
  for (const check of bookChecks.options) {
    const { rows } = await pool.query<Record<string, unknown>>(invariants[check].query(everything));
    problems.push(...rows.map((row) => `${bookCheckNames[check]}: ${JSON.stringify(row)}`));
  }
  return problems;
}
