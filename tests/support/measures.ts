import {
  bigint,
  bigserial,
  doublePrecision,
  integer,
  numeric,
  pgTable,
  real,
  serial,
  smallint,
  smallserial,
  text,
} from 'drizzle-orm/pg-core';
import { z } from '../../contract/zod';
import { resourceColumns } from '../../server/resources/columns';
import { defineResource } from '../../server/resources/define-resource';

/** A resource with a column of each kind of number that there can be, and with money in several. */
const measures = pgTable('measures', {
  ...resourceColumns,
  name: text('name').notNull(),
  small: smallint('small').notNull(),
  size: integer('size').notNull(),
  large: bigint('large', { mode: 'number' }).notNull(),
  share: real('share').notNull(),
  ratio: doublePrecision('ratio').notNull(),
  weight: numeric('weight', { precision: 12, scale: 3, mode: 'number' }).notNull(),
  exact: numeric('exact').notNull(),
  smallNumber: smallserial('small_number'),
  number: serial('number'),
  largeNumber: bigserial('large_number', { mode: 'number' }),
  fee: integer('fee').notNull().default(1_050),
  sum: bigint('sum', { mode: 'number' }).notNull().default(1_050),
  cents: numeric('cents', { mode: 'number' }).notNull().default(1_050),
});

export const measureResource = defineResource({
  name: 'measures',
  table: measures,
  fields: {
    name: z.string(),
    small: z.number(),
    size: z.number(),
    large: z.number(),
    share: z.number(),
    ratio: z.number(),
    weight: z.number(),
    exact: z.string(),
  },
  readOnly: ['smallNumber', 'number', 'largeNumber'],
  money: ['fee', 'sum', 'cents'],
  sortable: ['name', 'size'],
});

export const measureTable = `create table measures (
  id uuid primary key, version integer default 1 not null,
  created_at timestamptz default now() not null, updated_at timestamptz default now() not null,
  name text not null, small smallint not null, size integer not null, large bigint not null, share real not null,
  ratio double precision not null, weight numeric(12, 3) not null, exact numeric not null,
  small_number smallserial not null, number serial not null, large_number bigserial not null,
  fee integer default 1050 not null, sum bigint default 1050 not null, cents numeric default 1050 not null)`;

/** As it is sent. */
export const measure = (name: string, times: number) => ({
  name,
  small: times,
  size: 1_000 * times,
  large: 2 ** 40 * times,
  share: 0.1 * times,
  ratio: 1e200 * times,
  weight: 1.5 * times,
  exact: `${times}2345678901234567890.5`,
});
