import { dollars, id as idSchema } from '../../contract/fields';
import { boundOf, momentOf } from '../../contract/filters';
import type { FilterKind, ListQuery, ListSpec } from '../../contract/list-query';
import { refusals } from '../../contract/refusals';
import { day, moment } from '../../contract/times';
import { z } from '../../contract/zod';
import { refuse } from '../errors/refusal';
import { isDeep } from '../json-depth';
import { toCents } from '../money';
import type { Condition, ListRequest } from './list';
import { isNumberKind, numberFilters } from './number-filters';

const pageLimit = 1_000;
const sortSchema = z.tuple([z.string(), z.enum(['ASC', 'DESC'])]);
const rangeSchema = z
  .tuple([z.int().min(0).max(1_000_000_000), z.int().min(0).max(1_000_000_000)])
  .refine(([first, last]) => last >= first && last - first < pageLimit);
/** Not `z.record`, which passes over a key named `__proto__`: it would answer as if nothing had been filtered by. */
const filterSchema = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const textSchema = z.string().max(200);
/** What a field equals, by what kind of filter it has. Counted ids are written in one way, and fit what counts them. */
const itemSchemas = {
  ids: idSchema,
  countedIds: z.string().regex(/^[1-9]\d{0,17}$/),
  equals: textSchema.refine((text) => !text.includes('\0')),
};
/** One value, or several of them. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item).max(pageLimit));
const dateSchema = z.union([moment, day]);

/** Reads the query of a list (docs/rules.md, "Lists"). Throws `bad_request` naming whatever it does not know. */
export function parseListQuery(query: ListQuery, spec: ListSpec): ListRequest {
  return {
    sort: query.sort === undefined ? undefined : parseSort(query.sort, spec),
    range: query.range === undefined ? undefined : parseRange(query.range),
    conditions: query.filter === undefined ? [] : parseFilter(parseJson(query.filter, 'filter'), spec),
  };
}

function parseJson(text: string, parameter: string): unknown {
  if (isDeep(text)) throw refuse.badRequest(refusals.jsonTooDeep, parameter);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.badRequest(`${parameter} is not valid JSON`, parameter);
  }
}

function parseSort(text: string, spec: ListSpec): ListRequest['sort'] {
  const parsed = sortSchema.safeParse(parseJson(text, 'sort'));
  if (!parsed.success) throw refuse.badRequest('sort must be like ["createdAt","DESC"]', 'sort');
  const [field, order] = parsed.data;
  if (!spec.sortable.includes(field))
    throw refuse.badRequest(`This list cannot be sorted by ${field}`, 'sort');
  return { field, order };
}

function parseRange(text: string): ListRequest['range'] {
  const parsed = rangeSchema.safeParse(parseJson(text, 'range'));
  if (!parsed.success) {
    throw refuse.badRequest(`range must be like [0,19], and of at most ${pageLimit} rows`, 'range');
  }
  const [first, last] = parsed.data;
  return { first, last };
}

/** Reads the filter of a list, as it is parsed from JSON. Throws `bad_request` naming whatever it does not know. */
export function parseFilter(filter: unknown, spec: ListSpec): Condition[] {
  const parsed = filterSchema.safeParse(filter);
  if (!parsed.success) throw refuse.badRequest('filter must be a JSON object', 'filter');
  return Object.entries(parsed.data).map(([key, value]) => parseCondition(key, value, spec));
}

function kindOf(spec: ListSpec, field: string): FilterKind | undefined {
  return Object.hasOwn(spec.filterable, field) ? spec.filterable[field] : undefined;
}

function parseCondition(key: string, value: unknown, spec: ListSpec): Condition {
  const range = boundOf(key);
  const field = range?.field ?? key;
  const kind = kindOf(spec, field);
  const isNumber = kind !== undefined && isNumberKind(kind);
  const isRange = kind?.endsWith('Range') ?? false;
  if (kind === undefined || (!isNumber && isRange !== Boolean(range))) {
    throw refuse.badRequest(`This list cannot be filtered by ${key}`, 'filter');
  }
  const unfit = (wanted: string) => refuse.badRequest(`The filter ${key} must be ${wanted}`, 'filter');
  const bound = range?.bound ?? 'gte';
  const side = bound === 'gte' ? 'from' : 'to';
  if (isNumber) {
    const { schema, wanted } = numberFilters[kind];
    const parsed = (range ? schema : listOf(schema)).safeParse(value);
    if (!parsed.success) throw unfit(range ? wanted : `${wanted}, or a list of such`);
    const fit = parsed.data;
    if (Array.isArray(fit)) return { kind: 'oneOf', field, values: fit.map(String) };
    return { kind: side, field, value: fit };
  }
  switch (kind) {
    case 'search': {
      const parsed = textSchema.safeParse(value);
      if (!parsed.success || parsed.data.includes('\0')) throw unfit('text of at most 200 characters');
      return { kind: 'search', field: 'q', text: parsed.data };
    }
    case 'ids':
    case 'countedIds':
    case 'equals': {
      const parsed = listOf(itemSchemas[kind]).safeParse(value);
      if (!parsed.success)
        throw unfit(kind === 'equals' ? 'a value or a list of values' : 'an id or a list of ids');
      return { kind: 'oneOf', field, values: parsed.data };
    }
    case 'flag': {
      const parsed = z.boolean().safeParse(value);
      if (!parsed.success) throw unfit('true or false');
      return { kind: 'oneOf', field, values: [String(parsed.data)] };
    }
    case 'dateRange': {
      const parsed = dateSchema.safeParse(value);
      if (!parsed.success)
        throw unfit('a date like 2026-01-31, or a moment with its zone, of the years 1 to 9999');
      return { kind: side, field, value: momentOf(parsed.data, bound) };
    }
    case 'amountRange': {
      const parsed = dollars.safeParse(value);
      if (!parsed.success) throw unfit('an amount in dollars');
      return { kind: side, field, value: toCents(parsed.data) };
    }
  }
}
