import { describe, expect, test } from 'vitest';
import { transactionId } from './fields';
import { validation } from './messages';
import { paymentHash } from './payment-hash';

const digits = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

describe('the id of a payment', () => {
  test.each([
    ['as it is', digits],
    ['in an address', `https://blockstream.info/tx/${digits}`],
    ['in an address with more behind', `https://blockchair.com/bitcoin/transaction/${digits}?from=app#o=1`],
    ['with a blank within', `${digits.slice(0, 20)} ${digits.slice(20)}`],
    ['with dots around', `..${digits}..`],
    ['in an address with escapes', `https%3A%2F%2Fmempool.space%2Ftx%2F${digits}`],
    [
      'in an address within another',
      `https://t.example/?to=https%3A%2F%2Fmempool.space%2Ftx%2F${digits}%3Fa%3D1`,
    ],
    [
      'in one within two others',
      `https://t.example/?to=https%253A%252F%252Fmempool.space%252Ftx%252F${digits}`,
    ],
    ['behind escapes that are no text', `%FF%2F${digits}`],
    ['with digits that are escaped', `%39%66${digits.slice(2)}`],
    ['with escapes that show nothing within', `${digits.slice(0, 20)}%E2%80%8B%0A%00${digits.slice(20)}`],
    ['in one within many others', `https%${'25'.repeat(20)}2F${digits}`],
    ['behind a percent sign', `100%${digits}`],
    ['behind a word', `txid${digits}`],
    ['behind a word with a capital', `Id${digits}`],
    ['behind a word in another writing', `идafed${digits}`],
    ['before a word', `${digits}btc`],
    ['between words', `txid${digits}confirmed`],
    ['behind words, with blanks within', `tx id ${digits.slice(0, 20)} ${digits.slice(20)}`],
    ['in letters of another width', digits.replaceAll('9', '９').replaceAll('a', 'ａ')],
    ['written twice', `${digits} ${digits.toUpperCase()}`.slice(0, 64 + 65)],
  ])('is the hash alone, %s', (_, typed) => {
    expect(transactionId.parse(typed).toLowerCase()).toBe(digits);
  });

  test.each([
    ['with 0x', `0x${digits}`],
    ['with 0x twice', `0x0x${digits}`],
    ['with 0x behind a word', `txid0x${digits}`],
    ['with 0x in an address', `https://etherscan.io/tx/0x${digits}`],
  ])('keeps its 0x, %s', (_, typed) => {
    expect(transactionId.parse(typed)).toBe(`0x${digits}`);
  });

  test.each([
    ['no hash', 'receipt 2026/11 no. 7'],
    ['an escape that ends nowhere', 'receipt 100%2'],
    ['too long for one behind 0x', `0xa${digits}`],
    ['too long for one by digits', `id1${digits}`],
    ['in words that could end in several places', `txida${digits.slice(1, 63)}acoin`],
    ['too long for one', `a${digits}`],
    ['a signature', digits + digits],
  ])('stays as it was typed: %s', (_, typed) => {
    expect(paymentHash(typed)).toBe(typed);
  });

  test.each([
    ['two hashes', `${digits} ${digits.replace('9', '8')}`],
    ['two hashes in one escaped', `${digits}%2F${digits.replace('9', '8')}`],
    [
      'the address of a page with another hash behind',
      `https://mempool.space/tx/${digits}#vin=${'a'.repeat(64)}`,
    ],
    ['one of Ethereum with another hash behind', `https://etherscan.io/tx/0x${digits}?x=${'b'.repeat(64)}`],
    ['another hash in escapes', `https://mempool.space/tx/${digits}?x=${'%61'.repeat(20)}${'a'.repeat(44)}`],
  ])('is asked for alone where it could be either of two: %s', (_, typed) => {
    expect(transactionId.safeParse(typed).error?.issues).toMatchObject([
      { message: validation.severalPayments },
    ]);
  });
});
