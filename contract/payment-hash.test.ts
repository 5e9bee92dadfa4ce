import { describe, expect, test } from 'vitest';
import { transactionId } from './fields';
import { paymentHash } from './payment-hash';

const digits = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

describe('the id of a payment', () => {
  test.each([
    ['as it is', digits],
    ['in an address', `https://blockstream.info/tx/${digits}`],
    ['in an address with more behind', `https://blockchair.com/bitcoin/transaction/${digits}?from=app#o=1`],
    ['with a blank within', `${digits.slice(0, 20)} ${digits.slice(20)}`],
    ['with dots around', `..${digits}..`],
    ['in letters of another width', digits.replaceAll('9', '９').replaceAll('a', 'ａ')],
    ['written twice', `${digits} ${digits.toUpperCase()}`.slice(0, 64 + 65)],
  ])('is the hash alone, %s', (_, typed) => {
    expect(transactionId.parse(typed).toLowerCase()).toBe(digits);
  });

  test.each([
    ['with 0x', `0x${digits}`],
    ['with 0x twice', `0x0x${digits}`],
    ['with 0x in an address', `https://etherscan.io/tx/0x${digits}`],
  ])('keeps its 0x, %s', (_, typed) => {
    expect(transactionId.parse(typed)).toBe(`0x${digits}`);
  });

  test.each([
    ['no hash', 'receipt 2026/11 no. 7'],
    ['too long for one', `a${digits}`],
    ['two hashes', `${digits} ${digits.replace('9', '8')}`],
    ['a signature', digits + digits],
  ])('stays as it was typed: %s', (_, typed) => {
    expect(paymentHash(typed)).toBe(typed);
  });
});
