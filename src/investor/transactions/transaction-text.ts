import { pageMessages } from '../../../contract/messages';
import { planName } from '../../../contract/plans';
import type { Transaction } from '../../../contract/transaction';
import { formatDate, formatMoment } from '../../shared/format';

/** The plan's card name, or 'NaN' when there is none (docs/rules.md, "Transactions of an investor"). */
export function planText(plan: Transaction['plan'] | undefined): string {
  return plan ? planName(plan) : pageMessages.missing;
}

/** The day of a transaction; other hosts may send none (docs/rules.md, "Other hosts"). */
export function dateText(createdAt: string | undefined): string {
  return createdAt ? formatDate(createdAt) : pageMessages.missing;
}

/** A moment with its time, where the reader is: "Mar 4, 2026, 2:05 PM". */
export function momentText(moment: string | undefined): string {
  const isReadable = !Number.isNaN(new Date(moment ?? '').getTime());
  return moment && isReadable ? formatMoment(moment) : pageMessages.missing;
}
