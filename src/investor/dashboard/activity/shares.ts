import type { Account } from '../../../../contract/account';
import { type HoldingField, holdings } from '../../../../contract/chart';
import { amountOf } from '../../../shared/format';

/** One currency's part of an account. */
export interface Share {
  field: HoldingField;
  label: string;
  /** Dollars. */
  amount: number;
  /** Of what there is, 0 to 1; null for an overdrawn currency, which is no part of a whole. */
  part: number | null;
  /** Its place in the chart's colours; a currency keeps it whatever else there is. */
  colour: number;
}

/**
 * What an account is made of, in the order of the Account Overview; what is not in it only when not zero. Other hosts leave
 * figures out, which are no zeros: they are left out here as well.
 */
export function sharesOf(account: Account): Share[] {
  const all = holdings.map(({ field, label, overview }, colour) => ({
    share: { field, label, colour, amount: amountOf(account[field]) },
    overview,
  }));
  const amounts = all.filter(({ share }) => Number.isFinite(share.amount));
  const whole = amounts.reduce((sum, { share }) => sum + Math.max(share.amount, 0), 0);
  return amounts
    .filter(({ share, overview }) => overview || share.amount !== 0)
    .map(({ share }) => ({ ...share, part: share.amount < 0 ? null : share.amount / (whole || 1) }));
}

/** Dollars of all currencies together. */
export const sumOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Dollars by which the stated wallet balance is more than its currencies; less, below zero. The operator can post to it
 * alone, profit for one (docs/rules.md, "Two books"). 0 where a host states none.
 */
export function besideCurrencies({ walletBalance }: Account, shares: readonly Share[]): number {
  return Math.round((amountOf(walletBalance) - sumOf(shares)) * 100) / 100 || 0;
}

/** "42.5%"; a part too small for that is not called nothing, and one with another beside it not the whole. */
export function percentText(part: number): string {
  if (part === 0 || part === 1) return `${part * 100}%`;
  if (part < 0.001) return '<0.1%';
  if (part > 0.999) return '>99.9%';
  return `${(part * 100).toFixed(1)}%`;
}
