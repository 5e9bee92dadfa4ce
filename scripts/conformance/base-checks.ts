import { accountChecks } from './account-checks';
import { profileChecks } from './profile-checks';
import { readChecks } from './read-checks';
import { registrationChecks } from './registration-checks';
import { signInCheck } from './sign-in-check';
import { transactionChecks } from './transaction-checks';
import type { Check, Visit } from './visit';

/** The checks of the base calls, in an order in which each finds what those before it have left. */
export function baseChecks(visit: Visit): Check[] {
  return [
    signInCheck(visit),
    ...readChecks(visit),
    ...registrationChecks(visit),
    ...profileChecks(visit),
    ...transactionChecks(visit),
    ...accountChecks(visit),
  ];
}
