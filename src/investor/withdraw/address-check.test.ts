import { describe, expect, test } from 'vitest';
import { addressWarning, addressWarnings } from './address-check';

// The addresses are of the specifications of their formats: BIP-173, BIP-350 and EIP-55.
describe('a bitcoin address', () => {
  test.each([
    ['the oldest kind', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['a script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['SegWit', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['Taproot', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['pasted with spaces around it', ' 1BoatSLRHtKNngkdXEeobR76b53LETtpyT '],
  ])('%s fits', (_, address) => {
    expect(addressWarning('bitcoin', address)).toBeUndefined();
  });

  test.each([
    ['a mistyped letter', '1BoatSLRHtKNngkdXEeobR76b53LETtpyU'],
    ['one letter left out', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t'],
  ])('%s is pointed out', (_, address) => {
    expect(addressWarning('bitcoin', address)).toBe(addressWarnings.bitcoin);
  });
});

describe.each(['ethereum', 'usdt-erc-20'] as const)('an address for %s', (crypto) => {
  test.each([
    ['with its checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['in small letters, which has none', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['in capitals, which has none', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
  ])('%s fits', (_, address) => {
    expect(addressWarning(crypto, address)).toBeUndefined();
  });

  test('a checksum that does not fit is pointed out', () => {
    expect(addressWarning(crypto, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toBe(
      addressWarnings.ethereumChecksum,
    );
  });

  test('one of another length is no address', () => {
    expect(addressWarning(crypto, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe')).toBe(
      addressWarnings.ethereumShape,
    );
  });
});

test.each([
  ['bitcoin', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['bitcoin', 'Bitcoin test', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['bitcoin', 'Litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['ethereum', 'Bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['ethereum', 'Bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['usdt-erc-20', 'Bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['usdt-erc-20', 'Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
] as const)('%s to an address of the %s network: the network is named', (crypto, network, address) => {
  expect(addressWarning(crypto, address)).toBe(addressWarnings.otherNetwork(network, crypto));
});

test('a sample address of a demonstration is left alone', () => {
  expect(addressWarning('bitcoin', 'DEMO-BITCOIN-DO-NOT-SEND-FUNDS')).toBeUndefined();
});
