import { describe, expect, test } from 'vitest';
import { day, moment, withinYears, yearsMessage } from './times';

describe('the years 1 to 9999 of UTC', () => {
  test.each(['0001-01-01', '9999-12-31', '2024-02-29'])('have the day %s', (text) => {
    expect(day.parse(text)).toBe(text);
  });

  test.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T14:00:00+14:00',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T13:59:59.999-10:00',
  ])('have the moment %s', (text) => {
    expect(moment.parse(text)).toBe(text);
  });

  test('do not have a day of the year 0', () => {
    expect(day.safeParse('0000-12-31').error?.issues).toMatchObject([{ message: yearsMessage }]);
  });

  test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-10:00'])(
    'do not have the moment %s',
    (text) => {
      expect(moment.safeParse(text).error?.issues).toMatchObject([{ message: yearsMessage }]);
    },
  );

  test('have a nearest moment to each other one', () => {
    const nearest = (text: string) => withinYears(new Date(text)).toISOString();
    expect(nearest('0000-12-31T10:00:00Z')).toBe('0001-01-01T00:00:00.000Z');
    expect(nearest('9999-12-31T23:59:59-10:00')).toBe('9999-12-31T23:59:59.999Z');
    expect(nearest('2026-03-04T10:00:00Z')).toBe('2026-03-04T10:00:00.000Z');
  });
});

test('what is no day and no moment is called so, once', () => {
  expect(day.safeParse('2026-02-30').error?.issues[0]?.message).toBe('Invalid date');
  expect(moment.safeParse('2026-03-04T10:00:00').error?.issues[0]?.message).toBe('Invalid date or time');
});
