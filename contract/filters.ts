/*
 * What the filters of a list mean (docs/rules.md, "Lists"), for the host that asks its database and for the console that
 * filters a whole list itself.
 */

export type Bound = 'gte' | 'lte';

/** The field and the side of a filter like `amount_gte`; undefined for one that is no bound. */
export function boundOf(filter: string): { field: string; bound: Bound } | undefined {
  const [, field, bound] = /^(.+)_(gte|lte)$/.exec(filter) ?? [];
  return field === undefined ? undefined : { field, bound: bound === 'gte' ? 'gte' : 'lte' };
}

/** A day without a time means the whole day (UTC): its first moment as a lower bound, its last as an upper one. */
export function momentOf(text: string, bound: Bound): Date {
  if (text.length > 10) return new Date(text);
  return new Date(`${text}T${bound === 'gte' ? '00:00:00.000' : '23:59:59.999'}Z`);
}

/** The words of a search. Each must be part of a name or an address, in any order, capitals or not. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
