import { describe, expect, test } from 'vitest';
import { adjustmentOf, effectOf, figureChanges, type Posting } from './effects';

/** "book account amount", in order. */
const lines = (postings: readonly Posting[]) =>
  postings.map(({ book, account, amount }) => `${book} ${account} ${amount}`);

const deposit = { trxType: 'DEPOSIT', amount: 100, crypto: 'ethereum', plan: 'basic' } as const;
const withdrawal = { trxType: 'WITHDRAWAL', amount: 100, crypto: 'usdt-erc-20', plan: null } as const;

describe('what is posted, line by line', () => {
  test('of a confirmed deposit with a plan', () => {
    expect(lines(effectOf(deposit, 'CONFIRMED'))).toEqual([
      'money custody:ethereum -100',
      'money balance 100',
      'statement walletBalance 100',
      'statement contra:walletBalance -100',
      'statement ethereum 100',
      'statement contra:ethereum -100',
      'statement investment 100',
      'statement contra:investment -100',
    ]);
  });

  test('of a withdrawal that waits, and of one that is paid', () => {
    expect(lines(effectOf(withdrawal, 'PENDING'))).toEqual(['money balance -100', 'money held 100']);
    expect(lines(effectOf(withdrawal, 'CONFIRMED'))).toEqual([
      'money balance -100',
      'money custody:usdt-erc-20 100',
      'statement walletBalance -100',
      'statement contra:walletBalance 100',
      'statement usdt -100',
      'statement contra:usdt 100',
    ]);
  });

  test('of an adjustment', () => {
    expect(lines(adjustmentOf('balance', 100))).toEqual(['money adjustments -100', 'money balance 100']);
    expect(lines(adjustmentOf('profit', -100))).toEqual([
      'statement profit -100',
      'statement contra:profit 100',
    ]);
  });
});

test('what an account shows changes by its own lines alone, summed', () => {
  const postings = [...effectOf(withdrawal, 'PENDING'), ...effectOf(withdrawal, 'CONFIRMED')];
  expect(Object.fromEntries(figureChanges([...postings, ...adjustmentOf('balance', 50)]))).toEqual({
    balance: -150,
    held: 100,
    walletBalance: -100,
    usdt: -100,
  });
});
