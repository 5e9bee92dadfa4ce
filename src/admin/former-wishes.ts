import type { SavedQuery } from 'ra-core';
import { limits } from '../../contract/limits';
import { readItem, removeItem, writeItem } from '../shared/storage';
import { isObject } from '../shared/token';

/**
 * What the console kept of a list, under one key, before it had react-admin's store: named searches, labels of columns. It is
 * looked at by hand: zod would be 27 kB more of what the console loads first.
 */
function parse(text: string | null): { views: unknown[]; hidden: string[] } | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isObject(kept)) return undefined;
    const { views, hidden } = kept;
    return {
      views: Array.isArray(views) ? views : [],
      hidden: Array.isArray(hidden) ? hidden.filter((label) => typeof label === 'string') : [],
    };
  } catch {
    return undefined;
  }
}

/** A named search as it is kept now; none of what was none. */
function queryOf(view: unknown): SavedQuery[] {
  if (!isObject(view) || !isObject(view.filter) || !isObject(view.sort)) return [];
  const { field, order } = view.sort;
  if (typeof view.name !== 'string' || typeof field !== 'string' || (order !== 'ASC' && order !== 'DESC'))
    return [];
  const { name, filter } = view;
  return [
    {
      label: name,
      value: { filter, sort: { field, order }, perPage: limits.pageSize, displayedFilters: [] },
    },
  ];
}

/** Moves what an earlier console kept under these keys to where it is kept now. */
export function takeOverFormer(keys: readonly string[]): void {
  for (const key of keys) {
    const former = parse(readItem(key));
    if (!former) continue;
    const now = {
      [`${key}.savedQueries`]: former.views.flatMap(queryOf),
      [`${key}.datatable`]: former.hidden,
    };
    for (const [place, kept] of Object.entries(now)) {
      if (kept.length > 0 && readItem(place) === null) writeItem(place, JSON.stringify(kept));
    }
    removeItem(key);
  }
}
