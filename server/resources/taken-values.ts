import type { PgColumn } from 'drizzle-orm/pg-core';
import { cleanLines } from '../../contract/clean-text';
import { anyText } from '../../contract/fields';
import { isWithinYears, yearsMessage } from '../../contract/times';
import { z } from '../../contract/zod';
import { isDay, isText } from './columns';

type Columns = Record<string, PgColumn>;

const text = anyText();

/** What is wrong with a value, whatever a declaration says of its field. */
function problemOf(column: PgColumn, value: unknown): string | undefined {
  if (isText(column)) {
    return typeof value === 'string' ? text.safeParse(value).error?.issues[0]?.message : undefined;
  }
  if (!isDay(column) && column.dataType !== 'date') return undefined;
  const told = value instanceof Date ? value.getTime() : value;
  // What is no day or moment, the declaration has refused.
  const isTime = typeof told === 'number' || (typeof told === 'string' && !Number.isNaN(Date.parse(told)));
  return isTime && !isWithinYears(told) ? yearsMessage : undefined;
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

/** What is sent, asked about once its texts are without what nobody sees, as those of the product's own fields are. */
export function cleaned<Sent>(columns: Columns, type: z.ZodType<Sent>): z.ZodType<Sent> {
  return z.preprocess((sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
    return Object.fromEntries(
      Object.entries(sent).map(([field, value]) => [field, cleanValue(columns, field, value)]),
    );
  }, type);
}

function cleanValue(columns: Columns, field: string, value: unknown): unknown {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  return column && isText(column) && typeof value === 'string' ? cleanLines(value) : value;
}
