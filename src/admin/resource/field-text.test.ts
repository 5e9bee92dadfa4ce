import { expect, it } from 'vitest';
import type { ResourceField } from './declaration';
import { fieldText } from './field-text';

const effort: ResourceField = { name: 'effort', label: 'Effort', kind: 'number' };

it.each([
  [44_000, '44,000'],
  [-1_234_567, '-1,234,567'],
  [-0.5, '-0.5'],
  [1234.5678, '1,234.5678'],
  ['44000.50', '44,000.5'],
  ['12345678901234567890.50', '12,345,678,901,234,567,890.50'],
  ['-12345678901234567', '-12,345,678,901,234,567'],
  [1e-8, '0.00000001'],
  [-1.25e-7, '-0.000000125'],
  ['0.00000001', '0.00000001'],
  [1e21, '1,000,000,000,000,000,000,000'],
  [-1.5e22, '-15,000,000,000,000,000,000,000'],
  [0, '0'],
  ['', 'NaN'],
  [null, 'NaN'],
])('the number %s reads %s', (value, text) => {
  expect(fieldText(effort, { id: 'k-1', effort: value })).toBe(text);
});

it.each([
  [1234.5, '$1,234.50'],
  ['1234.50', '$1,234.50'],
  [0, '$0.00'],
  ['', 'NaN'],
  [null, 'NaN'],
])('the dollars %j read %s', (value, text) => {
  expect(fieldText({ name: 'cost', label: 'Cost', kind: 'dollars' }, { id: 'k-1', cost: value })).toBe(text);
});

it.each([
  [['home', 'office'], 'home, office'],
  [{ steps: [1] }, '{"steps":[1]}'],
  [[{ step: 1 }], '[{"step":1}]'],
])('a value with parts of its own, %j, reads %s', (value, text) => {
  const field: ResourceField = { name: 'parts', label: 'Parts', kind: 'longText' };
  expect(fieldText(field, { id: 'k-1', parts: value })).toBe(text);
});
