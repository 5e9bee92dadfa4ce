import type { HistoryState } from '../../../contract/history';

/** A sealed history of twelve rows that are all right. */
export function buildHistory(check: Partial<HistoryState['check']> = {}): HistoryState {
  const at = '2026-11-23T19:20:00.000Z';
  return {
    checkpoint: {
      origin: 'invest.example/history',
      size: 12,
      root: '4wNU1sbYRnaFTE/Jc0DWqF9jrLQ8rVLkgLEJ5YwAL8Q=',
      sealedAt: at,
      key: 'invest.example/history+00000000+AQ==',
    },
    waiting: 0,
    waitingSince: null,
    check: {
      ...{ running: false, done: 12, total: 12, checkedAt: at, size: 12, wholeAt: at, wholeSize: 12 },
      ...{ finding: null, problem: null },
      ...check,
    },
  };
}
