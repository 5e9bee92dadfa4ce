import type { PgColumn } from 'drizzle-orm/pg-core';
import { cleanLines } from '../../contract/clean-text';
import { anyText } from '../../contract/fields';
import { isWithinYears, yearsMessage } from '../../contract/times';
import { z } from '../../contract/zod';
import { elementOf } from '../db/column-types';
import { isDay, isText } from './columns';

type Columns = Record<string, PgColumn>;

const text = anyText();

/** Whether there can be texts in a column: it is one, or an array, or JSON. */
const holdsTexts = (column: PgColumn) =>
  isText(column) || column.dataType === 'json' || column.dataType === 'array';

/** Moments of two digits' years are read from the database as those of another century. */
const firstRead = new Date('0100-01-01T00:00:00Z');
const firstReadMessage = 'Must be in the years 100 to 9999';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What is wrong with a text, or with one within a value, be it the name of something in it. */
function textProblemOf(value: unknown): string | undefined {
  if (typeof value === 'string') return text.safeParse(value).error?.issues[0]?.message;
  if (!isObject(value)) return undefined;
  for (const [name, held] of Object.entries(value)) {
    const problem = textProblemOf(name) ?? textProblemOf(held);
    if (problem) return problem;
  }
  return undefined;
}

/** What is wrong with a value, whatever a declaration says of its field. */
function problemOf(column: PgColumn, value: unknown): string | undefined {
  const element = elementOf(column);
  if (element && Array.isArray(value)) {
    return value.map((each) => problemOf(element, each)).find((problem) => problem !== undefined);
  }
  if (isText(column) || column.dataType === 'json') return textProblemOf(value);
  if (!isDay(column) && column.dataType !== 'date') return undefined;
  const told = value instanceof Date ? value.getTime() : value;
  // What is no day or moment, the declaration has refused.
  const isTime = typeof told === 'number' || (typeof told === 'string' && !Number.isNaN(Date.parse(told)));
  if (!isTime) return undefined;
  if (!isWithinYears(told)) return yearsMessage;
  return isDay(column) || new Date(told) >= firstRead ? undefined : firstReadMessage;
}

/** Declared fields, which take no text and no time that the product's own fields refuse. */
export function bounded(columns: Columns, fields: Record<string, z.ZodType>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, type]) => [
      field,
      type.superRefine((value, context) => {
        // What the declaration refuses is said once, in its words.
        if (context.issues.length > 0) return;
        const problem = columns[field] && problemOf(columns[field], value);
        if (problem) context.addIssue(problem);
      }),
    ]),
  );
}

/** The texts that can be none and cannot be empty, one of a least length say: there, an empty one is none. */
export function noneWhenEmpty(columns: Columns, fields: Record<string, z.ZodType>): ReadonlySet<string> {
  const found = Object.entries(fields).filter(
    ([field, type]) =>
      columns[field] && isText(columns[field]) && type.safeParse(null).success && !type.safeParse('').success,
  );
  return new Set(found.map(([field]) => field));
}

/**
 * What is sent, asked about once its texts are without what nobody sees, as those of the product's own fields are, and those of
 * `none` that are empty are none: a form sends what was emptied so.
 */
export function cleaned<Sent>(
  columns: Columns,
  type: z.ZodType<Sent>,
  none: ReadonlySet<string>,
): z.ZodType<Sent> {
  return z.preprocess((sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
    return Object.fromEntries(
      Object.entries(sent).map(([field, given]) => {
        const value = cleanValue(columns, field, given);
        return [field, value === '' && none.has(field) ? null : value];
      }),
    );
  }, type);
}

function cleanValue(columns: Columns, field: string, value: unknown): unknown {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  return column && holdsTexts(column) ? cleanTexts(value) : value;
}

/** A text, or all texts within a value, without what nobody sees. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanLines(value);
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, cleanTexts(held)]));
}
