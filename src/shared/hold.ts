import { holdCauseNames } from '../../contract/messages';
import type { Transaction } from '../../contract/transaction';
import { formatMoment } from './format';
import { hostNow } from './host-clock';

const minute = 60_000;

/** A moment, not before it: "Nov 23, 2026, 2:05 PM" also for the last second of 2:04. */
export function notBeforeText(notBefore: string): string {
  const moment = new Date(notBefore).getTime();
  return Number.isNaN(moment)
    ? notBefore
    : formatMoment(new Date(Math.ceil(moment / minute) * minute).toISOString());
}

/** The same where there is little room: "Nov 23, 2:05 PM" in the year of the reader. */
const shortText = (notBefore: string) =>
  notBeforeText(notBefore).replace(`, ${new Date().getFullYear()},`, ',');

export interface Hold {
  /** "Nov 23, 2026, 2:05 PM" */
  until: string;
  /** "Nov 23, 2:05 PM" */
  shortly: string;
  why: string;
}

/** What is known of a transaction's hold; other hosts say nothing (docs/rules.md, "Other hosts"). */
export type Held = Partial<Pick<Transaction, 'status' | 'notBefore' | 'holdCause'>>;

/** Milliseconds until a moment, by the host's clock; 0 when it has come, or where there is none; NaN for what is no moment. */
export function timeTo(moment: string | undefined): number {
  return moment === undefined ? 0 : Math.max(new Date(moment).getTime() - hostNow(), 0);
}

/** Until when a pending withdrawal waits, and why; undefined when it does not. */
export function holdOf({ status, notBefore, holdCause }: Held): Hold | undefined {
  if (status !== 'PENDING' || !notBefore || timeTo(notBefore) === 0) return undefined;
  return {
    until: notBeforeText(notBefore),
    shortly: shortText(notBefore),
    why: holdCause ? holdCauseNames[holdCause] : '',
  };
}
