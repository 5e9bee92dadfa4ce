import { describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { checkedReplies, quickReplies } from './replies';

const route = { method: 'GET', url: '/api/thing' };
const inner = z.object({ name: z.string(), at: z.string().nullable(), note: z.string().optional() });
const schema = z.object({
  data: z.object({
    one: inner,
    none: inner.nullable(),
    many: z.array(inner),
    either: z.union([z.object({ kind: z.literal('a'), a: z.number() }), z.object({ kind: z.literal('b') })]),
    by: z.record(z.string(), inner),
    figures: z.array(z.number()),
  }),
});
const write = (how: typeof quickReplies, data: unknown) => how({ schema, ...route })(data);

const secret = { passwordHash: '$argon2id$' };
const named = { name: 'Ada', at: null };
const reply = {
  data: {
    one: { ...secret, ...named, note: undefined },
    none: null,
    many: [
      { ...named, ...secret },
      { note: 'x', at: '2026-01-31', name: 'Grace' },
    ],
    either: { kind: 'a', a: 1, ...secret },
    by: { x: { ...named, ...secret } },
    figures: [1, 2.5],
    ...secret,
  },
  ...secret,
};

describe.each([
  ['quick', quickReplies],
  ['checked', checkedReplies],
])('%s replies', (_, how) => {
  test('have what the contract names, in its order, and nothing else', () => {
    const text = write(how, reply);
    expect(text).not.toContain('password');
    expect(text).toBe(JSON.stringify(z.encode(schema, reply as unknown as z.infer<typeof schema>)));
    expect(JSON.parse(text)).toMatchObject({ data: { many: [named, { name: 'Grace', note: 'x' }] } });
  });
});

test('a reply that is not what the contract says does not leave where it is checked', () => {
  const wrong = { data: { ...reply.data, one: { name: 5, at: null } } };
  expect(() => write(checkedReplies, wrong)).toThrow();
  expect(() => write(checkedReplies, { data: { ...reply.data, many: [{ at: null }] } })).toThrow();
});

test('what zod would write otherwise is noticed where it is checked', () => {
  const trimmed = z.object({ data: z.string().trim() });
  expect(() => checkedReplies({ schema: trimmed, ...route })({ data: ' x ' })).toThrow('written otherwise');
});
