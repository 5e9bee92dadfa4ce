import Big from 'big.js';

/** Dollars of the wire as integer cents. The schemas have bounded them and their decimals before. */
export function toCents(dollars: number): number {
  return Number(new Big(dollars).times(100).toFixed(0));
}

/** Integer cents as dollars for the wire: the nearest number there is, which prints with two decimals at most. */
export function toDollars(cents: number): number {
  return cents / 100;
}

const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars as people read them: $1,234.50. */
export const shownDollars = (dollars: number): string => shown.format(dollars);
