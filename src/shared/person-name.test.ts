import { expect, test } from 'vitest';
import { formatName } from './person-name';

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
  [{ firstName: 'Ada', lastName: null }, 'Ada'],
  [{ firstName: null, lastName: null }, ''],
  [{}, ''],
])('a person is called by the names that are known: %j', (person, name) => {
  expect(formatName(person)).toBe(name);
});
