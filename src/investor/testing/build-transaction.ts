import type { Transaction } from '../../../contract/transaction';

/** For tests: Ada's pending deposit of 500 dollars in bitcoin, or what is said of it. */
export function buildTransaction(overrides: Partial<Transaction> = {}): Transaction {
  return {
    _id: 't-1',
    user: { _id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    trxType: 'DEPOSIT',
    amount: 500,
    plan: 'basic',
    crypto: 'bitcoin',
    transactionId: 'tx-0001',
    imageUrl: null,
    wallet: null,
    status: 'PENDING',
    version: 1,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    ...overrides,
  };
}
