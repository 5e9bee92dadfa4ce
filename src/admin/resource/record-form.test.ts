import { expect, it } from 'vitest';
import type { ResourceField } from './declaration';
import { beginningOf, dataOf, notNumbers } from './record-form';

const fields: ResourceField[] = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'body', label: 'Body', kind: 'longText' },
  { name: 'shown', label: 'Shown', kind: 'flag' },
  { name: 'stock', label: 'Stock', kind: 'number' },
  { name: 'from', label: 'From', kind: 'moment' },
  { name: 'size', label: 'Size', kind: 'choice', choices: [{ value: 's', name: 'Small' }] },
  { name: 'made', label: 'Made', kind: 'moment', readOnly: true },
];
const untouched = { title: null, body: null, shown: null, stock: null, from: null, size: null };

it('a new record leaves out what was left empty, so that the host fills it in, but no flag, which is shown off', () => {
  expect(dataOf(fields, {}, undefined)).toEqual({ shown: false });
  expect(dataOf(fields, untouched, undefined)).toEqual({ shown: false });
  expect(dataOf(fields, { ...untouched, title: 'News', stock: ' ' }, undefined)).toEqual({
    title: 'News',
    shown: false,
  });
});

it('a flag with an input of its own may be neither on nor off, and is then left to the host', () => {
  const own: ResourceField[] = [{ name: 'shown', label: 'Shown', kind: 'flag', input: () => null }];
  expect(dataOf(own, untouched, undefined)).toEqual({});
  expect(dataOf(own, { shown: false }, undefined)).toEqual({ shown: false });
});

it('a new record has what was filled in', () => {
  const values = { title: ' News ', stock: '7', size: 's', from: '2026-03-04T10:00', shown: true };
  expect(dataOf(fields, values, undefined)).toEqual({
    title: 'News',
    stock: 7,
    size: 's',
    from: new Date('2026-03-04T10:00').toISOString(),
    shown: true,
  });
});

it('of a record that is there what was changed goes out, emptied fields too', () => {
  const record = { id: 'n-1', title: 'News', body: 'Text', shown: true, stock: 7, from: null, size: 's' };
  expect(dataOf(fields, { ...record }, record)).toEqual({});
  expect(dataOf(fields, { ...record, shown: false, stock: '', body: null, size: '' }, record)).toEqual({
    shown: false,
    stock: null,
    body: '',
    size: null,
  });
});

it('a moment keeps its seconds unless another minute was entered, and what is only shown is never sent', () => {
  const record = { id: 'n-1', from: '2026-03-04T10:00:31.000Z', made: '2026-01-01T00:00:00.000Z' };
  const local = new Date(record.from);
  const minute = new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  expect(dataOf(fields, { ...record, from: minute, made: '2020-01-01T00:00' }, record)).toEqual({});
  expect(dataOf(fields, { ...record, from: '2026-03-04T11:00' }, record)).toEqual({
    from: new Date('2026-03-04T11:00').toISOString(),
  });
});

it.each(['0x10', '1e3', 'seven', '--1', 'NaN', 'Infinity', '1,5', '.'])('%s is no number', (typed) => {
  expect(Object.keys(notNumbers(fields, { stock: typed }, undefined))).toEqual(['stock']);
});

it.each(['', null, 7, '7', '-7', '7.25', ' 7 '])('%j can stand in a number field', (typed) => {
  expect(notNumbers(fields, { stock: typed }, undefined)).toEqual({});
});

it.each(['1e-8', '1.5e+30', 'seven'])('%s that was there, and was not changed, stops nothing', (stock) => {
  const record = { id: 'k-1', title: 'News', stock };
  expect(notNumbers(fields, { ...record, title: 'Old' }, record)).toEqual({});
  expect(Object.keys(notNumbers(fields, { ...record, stock: '1e-9' }, record))).toEqual(['stock']);
  const readOnly = fields.map((field) => ({ ...field, readOnly: true }));
  expect(notNumbers(readOnly, { ...record, stock: '1e-9' }, record)).toEqual({});
});

it('a tiny number stands in its input as it could be typed', () => {
  const record = { id: 'k-1', stock: 1e-8 };
  expect(dataOf(fields, { stock: '0.00000001' }, record)).toEqual({});
  expect(dataOf(fields, { stock: '0.00000002' }, record)).toEqual({ stock: 2e-8 });
  expect(notNumbers(fields, { stock: 1e-8 }, undefined)).toEqual({});
});

it('a new record begins with what the declaration says, and sends it', () => {
  const begun: ResourceField[] = [
    { name: 'title', label: 'Title', kind: 'text', default: 'News' },
    { name: 'shown', label: 'Shown', kind: 'flag', default: true },
    { name: 'tags', label: 'Tags', kind: 'text', default: ['all'], input: () => null },
    { name: 'size', label: 'Size', kind: 'number' },
  ];
  expect(dataOf(begun, beginningOf(begun), undefined)).toEqual({ title: 'News', shown: true, tags: ['all'] });
  const record = { id: 'n-1', title: 'Old', shown: false, tags: null };
  expect(dataOf(begun, { ...record }, record)).toEqual({});
  expect(dataOf(begun, { ...record, tags: ['some'] }, record)).toEqual({ tags: ['some'] });
});

it('a day and a reference that are emptied are sent as none', () => {
  const some: ResourceField[] = [
    { name: 'due', label: 'Due', kind: 'date' },
    { name: 'user', label: 'User', kind: 'reference', reference: 'users' },
  ];
  const record = { id: 'n-1', due: '2026-03-04', user: 'u-1' };
  expect(dataOf(some, { ...record, due: '', user: '' }, record)).toEqual({ due: null, user: null });
});

it('a number of more digits than those of JavaScript hold is sent as it was typed', () => {
  const stock = '12345678901234567890.5';
  expect(dataOf(fields, { stock }, undefined)).toMatchObject({ stock });
  const record = { id: 'k-1', stock };
  expect(dataOf(fields, { stock: '12345678901234567890.6' }, record)).toEqual({
    stock: '12345678901234567890.6',
  });
});
