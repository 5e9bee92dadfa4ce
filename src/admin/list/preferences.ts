import type { FilterPayload, SortPayload } from 'ra-core';
import { useState } from 'react';
import { readItem, writeItem } from '../../shared/storage';
import { readSession } from '../../shared/token';

/** A search an administrator has given a name. */
export interface SavedView {
  name: string;
  filter: FilterPayload;
  sort: SortPayload;
}

/** How an administrator wants a list. */
export interface ListPreferences {
  views: SavedView[];
  /** Labels of the columns that are left out; all others are shown, also ones that are new. */
  hidden: string[];
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, filter, sort } = value as Partial<Record<keyof SavedView, unknown>>;
  if (typeof name !== 'string' || typeof filter !== 'object' || filter === null) return false;
  if (typeof sort !== 'object' || sort === null) return false;
  return typeof Reflect.get(sort, 'field') === 'string' && /^(ASC|DESC)$/.test(Reflect.get(sort, 'order'));
}

function listAt(value: unknown, name: keyof ListPreferences): unknown[] {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return Array.isArray(list) ? list : [];
}

/** What the text says as far as it can be understood: an older or a later console may have written it. */
function parse(text: string | null): ListPreferences {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    value = null;
  }
  return {
    views: listAt(value, 'views').filter(isView),
    hidden: listAt(value, 'hidden').filter((label) => typeof label === 'string'),
  };
}

/**
 * The preferences of the signed-in administrator for a list, and the way to change them. They stay in this browser,
 * also after a sign-out, under the administrator's id: the next one does not meet them.
 */
export function useListPreferences(resource: string) {
  const key = `console:${readSession()?.userId ?? ''}:${resource}`;
  const [preferences, setPreferences] = useState(() => parse(readItem(key)));
  function change(changed: Partial<ListPreferences>): void {
    const next = { ...preferences, ...changed };
    writeItem(key, JSON.stringify(next));
    setPreferences(next);
  }
  return [preferences, change] as const;
}
