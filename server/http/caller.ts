import type { UserType } from '../../contract/enums';

/** Who makes a request; read from the database each time, so that a change holds at once on every replica. */
export interface Caller {
  userId: string;
  type: UserType;
  firstName: string;
  lastName: string;
  email: string;
  sessionId: string;
}

/** The caller a token stands for; `undefined` when it is forged, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | undefined>;
