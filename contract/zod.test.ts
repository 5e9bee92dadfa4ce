import { expect, test } from 'vitest';
import { z } from './zod';

const byKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('closed') }),
]);

/** docs/rules.md, "Validation". */
test.each([
  ['Required', z.string(), undefined],
  ['Expected number received string', z.number(), 'much'],
  ['Number is too large', z.number(), JSON.parse('1e400')],
  ['Number is too large', z.number().nullable(), JSON.parse('-1e400')],
  ['Number is too large', z.int32(), JSON.parse('1e400')],
  ['Expected number received string', z.number(), 'Infinity'],
  ['Must be a whole number', z.int32(), 1.5],
  ['Must be at most 2147483647', z.int32(), 3e9],
  ['Must be at least -9007199254740991', z.int(), -1e300],
  ['Must be at least 3', z.number().min(3), 2],
  ['Must be more than 0', z.number().positive(), 0],
  ['Must be less than 5', z.number().lt(5), 5],
  ['String must contain at least 3 character(s)', z.string().min(3), 'ab'],
  ['String must contain at most 3 character(s)', z.string().max(3), 'abcd'],
  ['Must contain at least 1 item(s)', z.array(z.string()).min(1), []],
  ['Must contain at most 1 item(s)', z.array(z.string()).max(1), ['a', 'b']],
  ['Must be one of open, closed', z.enum(['open', 'closed']), 'new'],
  ['Must be open', z.literal('open'), 'new'],
  ['Required', z.enum(['open', 'closed']), undefined],
  ['Must be one of open, closed', byKind, { kind: 'new' }],
  ['Required', byKind, {}],
  ['Invalid email', z.email(), 'ada'],
  ['Invalid date', z.iso.date(), 'soon'],
  ['Invalid date or time', z.iso.datetime(), 'soon'],
  ['amount is too small', z.number().min(3, 'amount is too small'), 2],
])('what is wrong is said in words for people: %s', (message, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
