import { expect, test } from 'vitest';
import { describeDevice } from './device';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari on Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  ['Unknown browser on Linux', 'curl/8.0 (Linux)'],
  ['Unknown device', 'lightMyRequest'],
  ['Unknown device', ''],
  ['Unknown device', undefined],
])('%s is told from %s', (words, userAgent) => {
  expect(describeDevice(userAgent)).toBe(words);
});

test('a new version of a browser is no other device', () => {
  const of = (version: number) =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko Firefox/${version}.0`;
  expect(describeDevice(of(140))).toBe(describeDevice(of(141)));
});
