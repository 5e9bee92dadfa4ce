import { isInCents } from '../../contract/fields';
import type { FilterKind, NumberKind, WholeKind } from '../../contract/list-query';
import { z } from '../../contract/zod';
import { toCents } from '../money';

/*
 * What numbers a list is filtered by. PostgreSQL takes a number for one of the column that it is compared with, and fails at one
 * that does not fit.
 */

interface NumberFilter {
  schema: z.ZodType<number | string>;
  /** What it must be, in words. */
  wanted: string;
}

const wholeLimits: Record<WholeKind, readonly [least: number, most: number]> = {
  smallint: [-(2 ** 15), 2 ** 15 - 1],
  integer: [-(2 ** 31), 2 ** 31 - 1],
  bigint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

function whole(kind: WholeKind): NumberFilter {
  const [least, most] = wholeLimits[kind];
  return { schema: z.int().min(least).max(most), wanted: `a whole number from ${least} to ${most}` };
}

function cents(kind: WholeKind): NumberFilter {
  const [least, most] = wholeLimits[kind];
  return {
    schema: z.number().refine(isInCents).transform(toCents).pipe(z.int().min(least).max(most)),
    wanted: `an amount in dollars from ${least / 100} to ${most / 100}`,
  };
}

/** Whether 32 bits hold something like it: neither infinity nor, of what is not zero, zero. */
function fitsReal(value: number): boolean {
  const held = Math.fround(value);
  return Number.isFinite(held) && (held === 0) === (value === 0);
}

export const numberFilters: Record<NumberKind, NumberFilter> = {
  smallint: whole('smallint'),
  integer: whole('integer'),
  bigint: whole('bigint'),
  smallintCents: cents('smallint'),
  integerCents: cents('integer'),
  bigintCents: cents('bigint'),
  real: { schema: z.number().refine(fitsReal), wanted: 'a number of the size that 32 bits hold' },
  double: { schema: z.number(), wanted: 'a number' },
  numeric: {
    schema: z.union([
      z.number(),
      z
        .string()
        .max(200)
        .regex(/^-?\d+(\.\d+)?$/),
    ]),
    wanted: 'a number, or a text of its digits',
  },
};

export function isNumberKind(kind: FilterKind): kind is NumberKind {
  return Object.hasOwn(numberFilters, kind);
}
