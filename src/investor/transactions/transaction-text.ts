import { pageMessages } from '../../../contract/messages';
import { planName } from '../../../contract/plans';
import type { Transaction } from '../../../contract/transaction';
import { formatDate } from '../../shared/format';

/** The plan's card name, or 'NaN' when there is none (docs/rules.md, "Transactions of an investor"). */
export function planText(plan: Transaction['plan'] | undefined): string {
  return plan ? planName(plan) : pageMessages.missing;
}

/** The day of a transaction; other hosts may send none (docs/rules.md, "Other hosts"). */
export function dateText(createdAt: string | undefined): string {
  return createdAt ? formatDate(createdAt) : pageMessages.missing;
}

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment with its time, where the reader is: "Mar 4, 2026, 2:05 PM". */
export function momentText(moment: string | undefined): string {
  const at = new Date(moment ?? '');
  return Number.isNaN(at.getTime()) ? pageMessages.missing : moments.format(at);
}
