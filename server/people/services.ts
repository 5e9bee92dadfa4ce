import type { AuthServices } from '../auth/services';
import type { Tx } from '../db/client';

/**
 * What another room does in the transaction that shuts a person out: whatever they have begun and must not go on with.
 * The person is locked, and can do nothing any more.
 */
export type WhenShutOut = (tx: Tx, userId: string) => Promise<void>;

/** What acts on people need. */
export interface PeopleActs extends Pick<AuthServices, 'outbox' | 'mails' | 'passwords'> {
  whenShutOut: readonly WhenShutOut[];
}

/** What the routes of people need besides. */
export type PeopleServices = AuthServices & PeopleActs;
