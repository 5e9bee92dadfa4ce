import { type RaRecord, useStore } from 'ra-core';
import { type Column, columnKey } from './columns';

/**
 * The columns of a list that an administrator has left out, where react-admin's tables keep them: all others are shown,
 * also ones that are new.
 */
export function useHiddenColumns(resource: string) {
  return useStore<string[]>(`${resource}.datatable`, []);
}

/** The columns but those that are left out. */
export function shownColumns<R extends RaRecord>(
  columns: readonly Column<R>[],
  hidden: readonly string[],
): Column<R>[] {
  return columns.filter((column) => !hidden.includes(columnKey(column)));
}
