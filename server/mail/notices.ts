import type { UserStanding, UserType } from '../../contract/enums';

// What the rooms of the product tell their mails about, where it is more than a few words.

/** What became of a transaction, as its owner is notified. */
export type StatusNotice = 'confirmed' | 'declined' | 'reopened' | 'cancelled';

/** Who was refused often. */
export interface Refused {
  /** An account's address, a network, or none when strangers' addresses were tried that nobody has. */
  subject: { account: string } | { network: string } | { unknownAccount: true };
  times: number;
}

/** What administrators are notified of. */
export interface RefusalsNotice {
  refused: readonly Refused[];
  /** How many more there are than are named. */
  more: number;
  /** Within so many. */
  minutes: number;
}

/** What administrators are told was done to a person, or to let one in. */
export interface PersonNotice {
  act: 'invited' | 'joined' | UserStanding;
  /** The address of whoever it is about. */
  of: string;
  type: UserType;
  /** Who did it; none when it was done on the server's own machine. */
  by: { name: string; email: string } | undefined;
  reason: string | undefined;
  at: Date;
}
