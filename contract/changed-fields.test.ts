import { expect, test } from 'vitest';
import { changedFields } from './changed-fields';

test('only what differs is left, each with its new value', () => {
  expect(changedFields({ a: 1, b: 'x', c: true }, { a: 1, b: 'y', c: false })).toEqual({ b: 'y', c: false });
  expect(changedFields({ a: 1 }, { a: 1 })).toEqual({});
});

test('everything is new when nothing is known of before', () => {
  expect(changedFields(undefined, { a: 1, b: null })).toEqual({ a: 1, b: null });
});

test('nothing is a value that can come and go; what is left out changes nothing', () => {
  expect(changedFields({ a: 1, b: null }, { a: null, b: 1 })).toEqual({ a: null, b: 1 });
  expect(changedFields({ a: 1 }, { a: undefined })).toEqual({});
  expect(changedFields({}, { a: 0 })).toEqual({ a: 0 });
});

test('moments, lists and objects are compared by what they say', () => {
  const at = '2026-01-31T12:00:00.000Z';
  expect(changedFields({ at: new Date(at), list: [1, 2] }, { at: new Date(at), list: [1, 2] })).toEqual({});
  expect(changedFields({ at: new Date(at) }, { at })).toEqual({});
  const [stored, sent] = [{ of: { a: 2, bb: [{ c: 1, d: 2 }] } }, { of: { bb: [{ d: 2, c: 1 }], a: 2 } }];
  expect(changedFields(stored, sent)).toEqual({});
  expect(changedFields({ list: [1, 2] }, { list: [2, 1] })).toEqual({ list: [2, 1] });
});
