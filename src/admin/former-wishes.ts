import type { SavedQuery } from 'ra-core';
import { limits } from '../../contract/limits';
import { z } from '../../contract/zod';
import { itemNames, readItem, removeItem, writeItem } from '../shared/storage';

const viewSchema = z.object({
  name: z.string(),
  filter: z.record(z.string(), z.unknown()),
  sort: z.object({ field: z.string(), order: z.enum(['ASC', 'DESC']) }),
});

/** What the console kept of a list, under one key, before it had react-admin's store: named searches, labels of columns. */
const formerSchema = z.object({
  views: z.array(z.unknown()).catch([]),
  hidden: z.array(z.string()).catch([]),
});

function parse(text: string | null): z.infer<typeof formerSchema> | undefined {
  try {
    return formerSchema.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Moves what an earlier console kept for somebody to where it is kept now. `prefix` is what keys of theirs begin with. */
export function takeOverFormer(prefix: string): void {
  for (const key of itemNames()) {
    const resource = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    if (!/^[\w-]+$/.test(resource)) continue;
    const former = parse(readItem(key));
    if (!former) continue;
    const views = former.views.flatMap((view): SavedQuery[] => {
      const { data } = viewSchema.safeParse(view);
      if (!data) return [];
      const { name, ...value } = data;
      return [{ label: name, value: { ...value, perPage: limits.pageSize, displayedFilters: [] } }];
    });
    const now = { [`${key}.savedQueries`]: views, [`${key}.datatable`]: former.hidden };
    for (const [place, kept] of Object.entries(now)) {
      if (kept.length > 0 && readItem(place) === null) writeItem(place, JSON.stringify(kept));
    }
    removeItem(key);
  }
}
