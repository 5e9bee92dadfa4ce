import type { BookCheckResult, BooksState } from '../../../contract/books';
import { bookCheckNames } from '../../../contract/console-names';

export function buildCheck(
  _id: BookCheckResult['_id'],
  overrides: Partial<BookCheckResult> = {},
): BookCheckResult {
  return { _id, name: bookCheckNames[_id], holds: true, offenders: 0, problem: null, ...overrides };
}

/** Books of twelve accounts that were all looked at. */
export function buildBooks(checks: BookCheckResult[], check: Partial<BooksState['check']> = {}): BooksState {
  const at = '2026-11-23T19:20:00.000Z';
  return {
    checks,
    check: {
      ...{ running: null, checkedAt: at, accounts: 12, wholeAt: at, wholeAccounts: 12 },
      problem: null,
      ...check,
    },
  };
}
