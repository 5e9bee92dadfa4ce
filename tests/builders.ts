import { randomUUID } from 'node:crypto';
import type { DepositRequest, WithdrawalRequest } from '../contract/transaction';
import type { Registration } from '../contract/user';

/** What a person fills into the register form; used by tests and the demo data alike. */
export function buildRegistration(overrides: Partial<Registration> = {}): Registration {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phoneNumber: '+44 20 7946 0000',
    country: 'United Kingdom',
    password: 'correct horse',
    ...overrides,
  };
}

/** A deposit of 500 dollars in bitcoin on the Starter plan; each names a transaction id of its own. */
export function buildDeposit(overrides: Partial<DepositRequest> = {}): DepositRequest {
  return {
    trxType: 'DEPOSIT',
    amount: 500,
    plan: 'basic',
    crypto: 'bitcoin',
    transactionId: randomUUID().replaceAll('-', ''),
    ...overrides,
  };
}

/** A withdrawal of 150 dollars in bitcoin. */
export function buildWithdrawal(overrides: Partial<WithdrawalRequest> = {}): WithdrawalRequest {
  return {
    trxType: 'WITHDRAWAL',
    amount: 150,
    crypto: 'bitcoin',
    wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    ...overrides,
  };
}
