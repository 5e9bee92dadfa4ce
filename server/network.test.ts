import { expect, test } from 'vitest';
import { addressOf, networkOf } from './network';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['55.5.5.5:2001', '55.5.5.5'],
  ['[2001:db8:77::1]:9', '2001:db8:77::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('two customers of one provider are two', () => {
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
});

test.each([
  ['55.5.5.5', '55.5.5.5'],
  ['55.5.5.5:2001', '55.5.5.5'],
  ['[2001:db8:77::1]:9', '2001:db8:77::1'],
  ['[2001:db8:77::1]', '2001:db8:77::1'],
  ['::1', '::1'],
  ['', undefined],
  ['unknown', undefined],
  ['5', undefined],
  ['55.5.5.5:', undefined],
  ['55.5.5.500:80', undefined],
  ['[55.5.5.5', undefined],
  ['_hidden:80', undefined],
])('of %j the address is %j', (text, address) => {
  expect(addressOf(text)).toBe(address);
});
