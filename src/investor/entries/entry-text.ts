import { formatDollars } from '../../shared/format';

/** Dollars with their sign, "+$12.34" or "-$12.34": what came or went. */
export function signedDollars(amount: number): string {
  return `${amount > 0 ? '+' : ''}${formatDollars(amount)}`;
}

/** "1 entry", "12 entries". */
export function countText(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}
