import { expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

/** "12345678901234567890" in base32, and some of its codes cut to six digits (RFC 6238, appendix B). */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i the code is %s', (second, code) => {
  expect(stepOfCode(secret, code, second * 1000)).toBe(Math.floor(second / 30));
});

it('takes the codes of one step to either side, and says of which', () => {
  const step = 37_037_037;
  const at = (steps: number) => stepOfCode(secret, '050471', (step + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
});

it('makes secrets of 160 bits, and addresses that authenticator apps read', () => {
  const fresh = newTotpSecret();
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(fresh);
  const uri = new URL(totpUri(fresh, 'Averin', 'ada@example.com'));
  expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    fresh,
    'Averin',
  ]);
});
