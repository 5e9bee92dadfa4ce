import { expect, it } from 'vitest';
import type { ResourceField } from './declaration';
import { changesOf, filledIn, notNumbers, valuesOf } from './record-form';

const fields: ResourceField[] = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'body', label: 'Body', kind: 'longText' },
  { name: 'shown', label: 'Shown', kind: 'flag' },
  { name: 'stock', label: 'Stock', kind: 'number' },
  { name: 'from', label: 'From', kind: 'moment' },
  { name: 'size', label: 'Size', kind: 'choice', choices: [{ value: 's', name: 'Small' }] },
];

it('a new record leaves out what was not touched, so that the host fills it in', () => {
  expect(filledIn(fields, valuesOf(fields), new Set())).toEqual({});
  const values = { ...valuesOf(fields), title: 'News', stock: ' ' };
  expect(filledIn(fields, values, new Set(['title', 'stock']))).toEqual({ title: 'News' });
});

it('a new record has what was filled in, and a flag that was switched off again', () => {
  const values = { ...valuesOf(fields), title: 'News', stock: '7', size: 's', from: '2026-03-04T10:00' };
  expect(filledIn(fields, values, new Set(['title', 'stock', 'size', 'from', 'shown']))).toEqual({
    title: 'News',
    stock: 7,
    size: 's',
    from: new Date('2026-03-04T10:00').toISOString(),
    shown: false,
  });
});

it('of a record that is there what was changed goes out, emptied fields too', () => {
  const record = { id: 'n-1', title: 'News', body: 'Text', shown: true, stock: 7, from: null, size: 's' };
  expect(changesOf(fields, valuesOf(fields, record), record)).toEqual({});
  const values = { ...valuesOf(fields, record), shown: false, stock: '', body: '' };
  expect(changesOf(fields, values, record)).toEqual({ shown: false, stock: null, body: '' });
});

it.each(['0x10', '1e3', 'seven', '--1', 'NaN', 'Infinity', '1,5', '.'])('%s is no number', (typed) => {
  expect(notNumbers(fields, { ...valuesOf(fields), stock: typed })).toEqual(['stock']);
});

it.each(['', '7', '-7', '7.25', ' 7 '])('%j can stand in a number field', (typed) => {
  expect(notNumbers(fields, { ...valuesOf(fields), stock: typed })).toEqual([]);
});

it('a new record begins with what the declaration says, and sends it', () => {
  const begun: ResourceField[] = [
    { name: 'title', label: 'Title', kind: 'text', default: 'News' },
    { name: 'shown', label: 'Shown', kind: 'flag', default: true },
    { name: 'tags', label: 'Tags', kind: 'text', default: ['all'], input: () => null },
    { name: 'size', label: 'Size', kind: 'number' },
  ];
  expect(filledIn(begun, valuesOf(begun), new Set())).toEqual({ title: 'News', shown: true, tags: ['all'] });
  const record = { id: 'n-1', title: 'Old', shown: false, tags: null };
  expect(changesOf(begun, valuesOf(begun, record), record)).toEqual({});
});

it('a day and a reference that are emptied are sent as none', () => {
  const some: ResourceField[] = [
    { name: 'due', label: 'Due', kind: 'date' },
    { name: 'user', label: 'User', kind: 'reference', reference: 'users' },
  ];
  const record = { id: 'n-1', due: '2026-03-04', user: 'u-1' };
  expect(changesOf(some, { ...valuesOf(some, record), due: '', user: '' }, record)).toEqual({
    due: null,
    user: null,
  });
});
