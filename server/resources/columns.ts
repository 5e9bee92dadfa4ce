import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, integer, type PgColumn, type PgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { FilterKind, WholeKind } from '../../contract/list-query';
import { z } from '../../contract/zod';
import { elementOf, innermost, isJson } from '../db/column-types';
import { ledgerEntries, ledgerPostings } from '../db/schema/ledger';
import { accounts, transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import { toDollars } from '../money';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull().defaultNow();

/** The columns that every table of a resource has; the server fills them. */
export const resourceColumns = {
  id: uuid('id').primaryKey(),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at'),
  updatedAt: at('updated_at'),
};

export type ServerColumn = keyof typeof resourceColumns;

/** A row by the names of its columns, and a record by the names of the wire; which ones, only a declaration knows. */
export type Row = Record<string, unknown>;

/** Columns that PostgreSQL gives every table. */
const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** Why nothing in a table of a resource can be called that, if so. */
export function fieldNameProblem(field: string): string | undefined {
  if (field === 'q') return 'that is the search of its list';
  if (systemColumns.has(field)) return 'PostgreSQL has a column of that name in every table';
  if (field === 'then') return 'JavaScript takes what has something of that name for a promise';
  // A record without it would seem to have it, to what checks and stores records as well.
  return field in Object.prototype ? 'every object has something of that name' : undefined;
}

export function columnsOf(table: PgTable): Record<string, PgColumn> {
  return getTableColumns(table);
}

/** What is read of each column. */
export function selectionOf(columns: Record<string, PgColumn>): Record<string, PgColumn | SQL.Aliased> {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [
      field,
      isJson(column) ? sql`${column}`.as(column.name) : column,
    ]),
  );
}

const ofLedger: ReadonlySet<string> = new Set(
  [accounts, transactions, ledgerEntries, ledgerPostings].map(getTableName),
);

/** Whether a table is one of those that only the ledger writes. */
export function isOfLedger(table: PgTable): boolean {
  return ofLedger.has(getTableName(table));
}

/** Whether a column of a table refers to `users`. */
export function refersToUsers(table: PgTable, { name }: PgColumn): boolean {
  return getTableConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference();
    return getTableName(foreignTable) === getTableName(users) && columns.some((own) => own.name === name);
  });
}

/** The field that names a user, if one does: it refers to `users`, or is called so. */
export function userFieldOf(table: PgTable): string | undefined {
  const found = Object.entries(columnsOf(table)).find(
    ([field, column]) =>
      (field === 'userId' && column.columnType === 'PgUUID') || refersToUsers(table, column),
  );
  return found?.[0];
}

const textTypes = new Set(['PgText', 'PgVarchar', 'PgChar']);

export const isText = (column: PgColumn) => textTypes.has(column.columnType);

/** An enum of the database (`pgEnum`). */
const isEnum = (column: PgColumn) => column.columnType === 'PgEnumColumn';

/** A day of the calendar, which has no time and no zone. */
export const isDay = (column: PgColumn) => column.columnType === 'PgDateString';

/** How a column appears on the wire; `undefined` for a type that JSON has no form for. */
export function wireTypeOf(column: PgColumn, isMoney: boolean): z.ZodType | undefined {
  const type = isMoney ? z.number() : plainTypeOf(column);
  return type && !column.notNull ? type.nullable() : type;
}

function plainTypeOf(column: PgColumn): z.ZodType | undefined {
  switch (column.dataType) {
    case 'string':
      if (isDay(column)) return z.iso.date();
      return column.enumValues?.length ? z.enum(column.enumValues) : z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'date':
      return z.iso.datetime();
    case 'json':
    case 'array':
      return z.unknown();
    default:
      return undefined;
  }
}

/** Columns of whole numbers, by how far they go. */
const wholeKinds: Readonly<Record<string, WholeKind>> = {
  PgSmallInt: 'smallint',
  PgSmallSerial: 'smallint',
  PgInteger: 'integer',
  PgSerial: 'integer',
  PgBigInt53: 'bigint',
  PgBigSerial53: 'bigint',
};

/** Those of fractions. */
const fractionKinds: Readonly<Record<string, FilterKind>> = {
  PgReal: 'real',
  PgDoublePrecision: 'double',
  PgNumericNumber: 'numeric',
  // Its values are texts.
  PgNumeric: 'numeric',
};

/** What a list can be filtered by in a column; `undefined` where that is nothing. */
export function filterKindOf(column: PgColumn, isMoney: boolean): FilterKind | undefined {
  const whole = wholeKinds[column.columnType];
  // Cents in another column of numbers go as far as JSON has them exactly.
  if (isMoney) return `${whole ?? 'bigint'}Cents`;
  if (isText(column) || isEnum(column)) return 'equals';
  if (column.columnType === 'PgUUID') return 'ids';
  if (column.dataType === 'boolean') return 'flag';
  if (column.dataType === 'date' || isDay(column)) return 'dateRange';
  return whole ?? fractionKinds[column.columnType];
}

/** Columns of values of which none comes before another. */
const unordered = new Set(['PgJson', 'PgPointTuple', 'PgPointObject', 'PgLine', 'PgLineABC']);

/** Whether PostgreSQL can sort by a column; arrays by what is in them. */
export const isOrdered = (column: PgColumn): boolean => !unordered.has(innermost(column).columnType);

/** Times in a mode that the wire has no form for, and why. */
const unreadTimes: Readonly<Record<string, string>> = {
  // Neither RFC 3339 nor always with a zone.
  PgTimestampString: "a moment in mode 'string', which is not how JSON has one",
  // The day that it is in the zone of the server, as that of UTC: west of Greenwich the day before.
  PgDate: "a day in mode 'date', which makes a moment of it",
};

/** What is wrong with the times of a column, if anything. */
export const timeProblemOf = (column: PgColumn): string | undefined =>
  unreadTimes[innermost(column).columnType];

/** A stored value as the wire has it: moments as text, cents as dollars. */
export function toWire(value: unknown, isMoney: boolean): unknown {
  if (value instanceof Date) return value.toISOString();
  return isMoney && typeof value === 'number' ? toDollars(value) : value;
}

/** A value of the wire as it is stored: moments as such, in arrays too. */
export function toStored(column: PgColumn | undefined, value: unknown): unknown {
  if (Array.isArray(value)) {
    const element = elementOf(column);
    return element ? value.map((each) => toStored(element, each)) : value;
  }
  return column?.dataType === 'date' && typeof value === 'string' ? new Date(value) : value;
}
