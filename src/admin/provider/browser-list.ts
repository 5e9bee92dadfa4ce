import type { FilterPayload, PaginationPayload, RaRecord, SortPayload } from 'ra-core';
import type { FilterKind, ListSpec } from '../../../contract/list-query';

/** What a list is asked for; a part that is left out changes nothing. */
export interface ListRequest {
  pagination?: PaginationPayload | undefined;
  sort?: SortPayload | undefined;
  filter?: FilterPayload | undefined;
}

/** The value at a dotted path, `user.email`; undefined where the path ends early. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      record,
    );
}

const searched = ['firstName', 'lastName', 'email', 'user.firstName', 'user.lastName', 'user.email'];

/** Whether each word is part of a name or the address, in any order, as our host searches. */
function found(record: RaRecord, text: unknown): boolean {
  const values = searched.map((path) => String(valueAt(record, path) ?? '').toLowerCase());
  const words = String(text).toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => values.some((value) => value.includes(word)));
}

/** A day without a time means the whole day (UTC): its first moment as a lower bound, its last as an upper one. */
function momentOf(bound: unknown, operator: string | undefined): unknown {
  if (typeof bound !== 'string' || bound.length > 10) return bound;
  return `${bound}T${operator === 'gte' ? '00:00:00.000' : '23:59:59.999'}Z`;
}

/** What a filter by id compares: `userId` names the person of a record. */
function comparedBy(name: string): string {
  return name === 'userId' ? 'user._id' : name;
}

function kept(record: RaRecord, name: string, wanted: unknown, kinds: ListSpec['filterable']): boolean {
  if (wanted === undefined || wanted === null || wanted === '') return true;
  if (kinds[name] === 'search') return found(record, wanted);
  const bound = /^(.+)_(gte|lte)$/.exec(name);
  const field = bound?.[1];
  const kind: FilterKind | undefined = field ? kinds[field] : undefined;
  if (field && (kind === 'amountRange' || kind === 'dateRange')) {
    const limit = kind === 'dateRange' ? momentOf(wanted, bound?.[2]) : wanted;
    const difference = compare(valueAt(record, field), limit);
    return bound?.[2] === 'gte' ? difference >= 0 : difference <= 0;
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
