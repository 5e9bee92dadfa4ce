import { expect, it } from 'vitest';
import { fullName, personColumns } from './person';

it('a name that another host has not cleaned turns nothing that stands beside it', () => {
  const person = { firstName: '\u202eAda', lastName: 'Love\u200blace\u2066', email: 'ada@example.com' };
  expect(fullName(person)).toBe('Ada Lovelace');
  expect(fullName(null)).toBe('');
  const [first] = personColumns(() => person);
  expect(first?.render?.({ id: 1 })).toBe('Ada');
});
