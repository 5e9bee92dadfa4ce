import { formatCount } from '../shared/format';
/** What react-admin's `meta` holds of a list: whether the host has more rows than it has counted. */
export interface ListMeta {
  atLeast?: true;
}

/** How many rows a list has, as people read it. A long one is not counted to its end. */
export function totalText(total: number, meta: ListMeta | undefined): string {
  if (!meta?.atLeast) return formatCount(total);
  // "At least 10,001" is what the host has seen.
  return `more than ${formatCount(total - 1)}`;
}
