import { expect, it } from 'vitest';
import { country } from '../../contract/fields';
import { countries } from './countries';

it('every country has an ISO code of two letters and an English name that the forms accept', () => {
  expect(countries).toHaveLength(250);
  for (const { code, name } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(country.safeParse(name).success, name).toBe(true);
  }
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
});

it('they are in alphabetical order', () => {
  const names = countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});
