import type { FilterPayload, PaginationPayload, RaRecord, SortPayload } from 'ra-core';
import { boundOf, momentOf, wordsOf } from '../../../contract/filters';
import type { FilterKind, ListSpec } from '../../../contract/list-query';
import { valueAt } from './value-at';

/** What a list is asked for; a part that is left out changes nothing. */
export interface ListRequest {
  pagination?: PaginationPayload | undefined;
  sort?: SortPayload | undefined;
  filter?: FilterPayload | undefined;
}

const searched = ['firstName', 'lastName', 'email', 'user.firstName', 'user.lastName', 'user.email'];

/** Whether each word is part of a name or the address, in any order, as our host searches. */
function found(record: RaRecord, text: unknown): boolean {
  const values = searched.map((path) => String(valueAt(record, path) ?? '').toLowerCase());
  const words = wordsOf(String(text).toLowerCase());
  return words.every((word) => values.some((value) => value.includes(word)));
}

/** What a filter by id compares: `userId` names the person of a record. */
function comparedBy(name: string): string {
  return name === 'userId' ? 'user._id' : name;
}

function kept(record: RaRecord, name: string, wanted: unknown, kinds: ListSpec['filterable']): boolean {
  if (wanted === undefined || wanted === null || wanted === '') return true;
  if (kinds[name] === 'search') return found(record, wanted);
  const range = boundOf(name);
  const kind: FilterKind | undefined = range && kinds[range.field];
  if (range && kind) {
    const value = valueAt(record, range.field);
    // As our host has it: what is not there is within no bounds.
    if (missing(value)) return false;
    const difference =
      kind === 'dateRange'
        ? Date.parse(String(value)) - momentOf(String(wanted), range.bound).getTime()
        : compare(value, wanted);
    return range.bound === 'gte' ? difference >= 0 : difference <= 0;
  }
  const value = valueAt(record, comparedBy(name));
  return (Array.isArray(wanted) ? wanted : [wanted]).some((each) => String(each) === String(value));
}

function missing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Numbers by size, also when they come as text; everything else as people order words. */
function compare(a: unknown, b: unknown): number {
  const difference = Number(a) - Number(b);
  if (!missing(a) && !missing(b) && Number.isFinite(difference)) return difference;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}

/**
 * Filters, sorts and cuts a whole list as a host that pages would: for hosts that answer whole lists
 * (docs/rules.md, "Other hosts"). `total` counts what the filter left. Records without the sorted value come last.
 */
export function browserList(records: readonly RaRecord[], request: ListRequest, spec: ListSpec) {
  const { pagination, sort, filter = {} } = request;
  const wanted = Object.entries(filter);
  const left = records.filter((record) =>
    wanted.every(([name, value]) => kept(record, name, value, spec.filterable)),
  );
  if (sort) {
    const sign = sort.order === 'ASC' ? 1 : -1;
    left.sort((a, b) => {
      const [first, second] = [valueAt(a, sort.field), valueAt(b, sort.field)];
      if (missing(first) || missing(second)) return Number(missing(first)) - Number(missing(second));
      return sign * compare(first, second);
    });
  }
  const start = pagination ? (pagination.page - 1) * pagination.perPage : 0;
  return {
    data: pagination ? left.slice(start, start + pagination.perPage) : left,
    total: left.length,
  };
}
