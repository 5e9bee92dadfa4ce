import type { User } from '../../../contract/user';

/** For tests: Ada, an investor; `overrides` change what they name. */
export function buildUser(overrides: Partial<User> = {}): User {
  return {
    _id: 'u-1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phoneNumber: '+44 20 7946 0000',
    country: 'United Kingdom',
    dob: null,
    type: 'investor',
    createdAt: '2026-03-04T10:00:00.000Z',
    ...overrides,
  };
}
