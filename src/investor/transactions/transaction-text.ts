import { pageMessages } from '../../../contract/messages';
import { planName } from '../../../contract/plans';
import type { Transaction } from '../../../contract/transaction';
import { formatDate } from '../../shared/format';

/** The plan's card name, or 'NaN' when there is none (specification, section 2). */
export function planText(plan: Transaction['plan'] | undefined): string {
  return plan ? planName(plan) : pageMessages.missing;
}

/** The day of a transaction; the specification does not promise one, so other hosts may send none. */
export function dateText(createdAt: string | undefined): string {
  return createdAt ? formatDate(createdAt) : pageMessages.missing;
}
