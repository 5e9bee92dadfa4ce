import { expect, test } from 'vitest';
import { erasedEmail, isErased } from './erased-person';

test('an erased person is told by the address that stands for theirs, and by no other one', () => {
  expect(isErased({ _id: 'u-1', email: erasedEmail('u-1') })).toBe(true);
  expect(isErased({ _id: 'u-2', email: erasedEmail('u-1') })).toBe(false);
  expect(isErased({ _id: 'u-1', email: 'ada@example.com' })).toBe(false);
  expect(isErased({ email: erasedEmail('undefined') })).toBe(false);
  expect(isErased(null)).toBe(false);
});
