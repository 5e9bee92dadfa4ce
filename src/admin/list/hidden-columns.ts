import { type RaRecord, useStore } from 'ra-core';
import { type Column, columnKey } from './columns';

/** Where react-admin's tables keep which columns of a list are left out. */
export const hiddenColumnsKey = (resource: string) => `${resource}.datatable`;

/**
 * The columns of a list that an administrator has left out: all others are shown, also ones that are new.
 */
export function useHiddenColumns(resource: string) {
  return useStore<string[]>(hiddenColumnsKey(resource), []);
}

/** Whether a column is left out: by what it is known by, or by its label, as an earlier console kept it. */
export function isHidden<R extends RaRecord>(column: Column<R>, hidden: readonly string[]): boolean {
  return hidden.includes(columnKey(column)) || hidden.includes(column.label);
}

/** The columns but those that are left out. */
export function shownColumns<R extends RaRecord>(
  columns: readonly Column<R>[],
  hidden: readonly string[],
): Column<R>[] {
  return columns.filter((column) => !isHidden(column, hidden));
}
