import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { pageMessages } from '../../../contract/messages';
import { amountOf } from '../../shared/format';

/** One column of a list; on phones, one line of a card; in an export, one column of the file. */
export interface Column<R extends RaRecord> {
  label: string;
  /** The field the host sorts by; without one the column cannot be sorted. */
  sortBy?: string;
  align?: 'right';
  /** Pixels after which text of any length goes on in a second line and ends in an ellipsis there, where the table has the least room. */
  cut?: number;
  /** What it shows breaks into lines by itself. */
  folded?: true;
  /** It has several lines more than others: the rows begin at their top. */
  tall?: true;
  /** Stays in view at the end of the row while the table is scrolled sideways. */
  pinned?: true;
  /** On phones the card's heading shows this, not a line of its own. */
  inHeading?: boolean;
  render(record: R): ReactNode;
  /** Where the text leads. */
  linkTo?(record: R): string | undefined;
  /** The whole value for an export, never shortened; a column without it holds controls only. */
  exported?(record: R): string | number;
}

/** The text, or 'NaN' where the host has none (docs/rules.md, "Console"). */
export function textOrMissing(value: string | null | undefined): string {
  return value ? value : pageMessages.missing;
}

/** Whether a text is a number with more digits than those of JavaScript hold: it stays the text that the host has sent. */
export function isLongNumber(text: string): boolean {
  return /^-?(\d\.?){15,}\d$/.test(text);
}

/** An amount as a spreadsheet adds it up, without sign and commas; 'NaN' where the host has none. */
export function plainAmount(value: number | string | null | undefined): number | string {
  const amount = amountOf(value);
  if (!Number.isFinite(amount)) return pageMessages.missing;
  return typeof value === 'string' && isLongNumber(value) ? value : amount;
}

/** By what a column is known among the others of its list, and remembered when it is left out. */
export function columnKey<R extends RaRecord>({ sortBy, label }: Column<R>): string {
  return sortBy ?? label;
}
