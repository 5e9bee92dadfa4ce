import { expect, test } from 'vitest';
import { wideNetworkOf } from './new-device';

test.each([
  ['another address of the same provider', '203.0.113.7', '203.0.200.9', true],
  ['another network', '203.0.113.7', '198.51.100.7', false],
  ['the same address, written as IPv6', '203.0.113.7', '::ffff:203.0.113.7', true],
  ['another address of the same IPv6 provider', '2001:db8:1::1', '2001:DB8:ffff::2', true],
  ['another IPv6 network', '2001:db8::1', '2001:470::1', false],
])('%s: %s and %s', (_, one, other, same) => {
  expect(wideNetworkOf(one) === wideNetworkOf(other)).toBe(same);
});
