import { expect, test } from 'vitest';
import { clockText, spokenText } from './wait-text';

test.each([
  [5, '0:05', '5 seconds'],
  [42, '0:42', '42 seconds'],
  [60, '1:00', '1 minute'],
  [545, '9:05', '9 minutes and 5 seconds'],
  [3_600, '1:00:00', '1 hour'],
  [3_725, '1:02:05', '1 hour and 2 minutes'],
])('%i seconds are shown as %s and said as %s', (seconds, shown, said) => {
  expect(clockText(seconds)).toBe(shown);
  expect(spokenText(seconds)).toBe(said);
});
