import type { AuthServices } from '../auth/services';
import type { Tx } from '../db/client';
import type { Reads } from '../db/reads';
import type { Actor } from '../request';

/**
 * What is done in the transaction that shuts a person out about what they have set in motion and what must not go on. The
 * person is locked, and can do nothing any more.
 */
export type WhenShutOut = (tx: Tx, actor: Actor, userId: string) => Promise<void>;

/** What acts on people need. */
export interface PeopleActs extends Pick<AuthServices, 'outbox' | 'mails'> {
  whenShutOut: readonly WhenShutOut[];
}

/** Whether acts on people take two administrators. */
export interface TwoPersons {
  config: { fourEyes: { people: boolean } };
}

/** What the routes of people need besides. */
export type PeopleServices = AuthServices & PeopleActs & TwoPersons & { reads: Reads };
