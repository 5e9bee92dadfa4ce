import { useDataTableStoreContext, useResourceContext } from 'ra-core';
import { Children, isValidElement, type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';

/** A column of react-admin's table by what the table knows it by where it is left out. */
export interface TableColumn {
  /** Its field, or its label where it has none. */
  key: string;
  source?: string;
  label?: string;
}

/** The table that shows the rows of a resource. */
export interface ShownTable {
  /** Where the table keeps which columns are left out, and which are at first. */
  storeKey: string;
  hiddenAtFirst: readonly string[];
  columns: readonly TableColumn[];
}

/** By resource: the tools of a list stand beside its table, not within. */
const tables = new Map<string, ShownTable>();
const listeners = new Set<() => void>();

function columnOf(child: ReactNode): TableColumn[] {
  if (!isValidElement<{ source?: unknown; label?: unknown }>(child)) return [];
  const { source, label } = child.props;
  const named = typeof label === 'string' && label !== '' ? { label } : {};
  if (typeof source === 'string' && source !== '') return [{ key: source, source, ...named }];
  return named.label === undefined ? [] : [{ key: named.label, ...named }];
}

/** Tells the tools of the list which columns its table has. Those without field and label are always shown. */
export function useTellColumns(children: ReactNode): void {
  const resource = useResourceContext() ?? '';
  const { storeKey, defaultHiddenColumns: hiddenAtFirst } = useDataTableStoreContext();
  const columns = Children.toArray(children).flatMap(columnOf);
  const told = JSON.stringify({ storeKey, hiddenAtFirst, columns } satisfies ShownTable);
  useLayoutEffect(() => {
    if (JSON.stringify(tables.get(resource)) === told) return;
    tables.set(resource, JSON.parse(told) as ShownTable);
    for (const listener of listeners) listener();
  }, [resource, told]);
}

/** The same of a table that has no rows, and so has not said which columns it has. */
export function useTellTable(): void {
  const resource = useResourceContext() ?? '';
  useLayoutEffect(() => {
    if (tables.has(resource)) return;
    tables.set(resource, { storeKey: '', hiddenAtFirst: [], columns: [] });
    for (const listener of listeners) listener();
  }, [resource]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The table of a resource; undefined before one has shown rows. */
export function useShownTable(resource: string): ShownTable | undefined {
  return useSyncExternalStore(subscribe, () => tables.get(resource));
}
