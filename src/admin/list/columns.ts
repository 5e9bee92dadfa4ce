import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { pageMessages } from '../../../contract/messages';
import { formatDollars } from '../../shared/format';

/** One column of a list; on phones, one line of a card. */
export interface Column<R extends RaRecord> {
  label: string;
  /** The field the host sorts by; without one the column cannot be sorted. */
  sortBy?: string;
  align?: 'right';
  /** Pixels after which text of any length ends in an ellipsis, where the table has the least room. */
  cut?: number;
  /** On phones the card's heading shows this, not a line of its own. */
  inHeading?: boolean;
  render: (record: R) => ReactNode;
}

/** The text, or 'NaN' where the host has none (specification, section 2). */
export function textOrMissing(value: string | null | undefined): string {
  return value ? value : pageMessages.missing;
}

/** Dollars, or 'NaN' where the host has no amount. */
export function dollarsOrMissing(value: number | string | null | undefined): string {
  return value === null || value === undefined ? pageMessages.missing : formatDollars(value);
}
