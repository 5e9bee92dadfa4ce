import type { ReviewFlag } from './enums';
import { limits } from './limits';

/** What a review of a withdrawal points out, in words administrators read. */
export const reviewFlagNames: Readonly<Record<ReviewFlag, string>> = {
  new_address: 'Nothing was paid to this address for this investor before',
  address_of_another: 'Another investor has asked for a withdrawal to this address, or keeps it',
  credentials_changed: `The password or a second factor was changed less than ${limits.reviewCredentials / 86_400_000} days before this was asked for`,
  repeated: 'Another withdrawal of the same amount to the same address was asked for within 24 hours',
  many_withdrawals: `The investor asked for ${limits.reviewWithdrawals} withdrawals or more within 24 hours`,
  most_of_balance: `It takes ${limits.reviewShare * 100} % of the balance or more`,
  young_account: 'The account was younger than the hold on withdrawals when this was asked for',
  frozen: 'The account is frozen: this cannot be confirmed before its withdrawals are allowed again',
};
