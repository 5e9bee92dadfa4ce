import type { UserType } from '../contract/enums';

// What is known of a request apart from HTTP.

/** Who sends a request, as the request shows it. */
export interface Visitor {
  ip: string;
  userAgent: string | undefined;
  requestId: string | undefined;
}

/** Who is signed in; read from the database each time, so that a change holds at once on every replica. */
export interface Caller {
  userId: string;
  type: UserType;
  firstName: string;
  lastName: string;
  email: string;
  sessionId: string;
  /** Whether a second factor was shown in the session, and if so whether that was a short while ago or for this request. */
  factor: 'none' | 'stale' | 'fresh';
}

/**
 * Reads something of a caller's own, by queries of the kind that ask for the session: sent with that question, so that
 * it waits for no answer of its own.
 */
export type ReadOwn<Queries = unknown, T = unknown> = (queries: Queries, userId: string) => Promise<T>;

/**
 * A record of a caller's own that comes with the answer whose session it is: `from` says where it is stored, and `show`
 * makes of its row what is asked for. There may be no row.
 */
export interface JoinedOwn<From = unknown, T = unknown> {
  from: From;
  show(row: unknown): T;
}

/** How a token is looked at. */
export interface Authentication<Queries = unknown> {
  readOwn: ReadOwn<Queries> | JoinedOwn | undefined;
  /** Whether the request is a use of the session; what a client reads by itself is none. */
  isUse: boolean;
}

/** Who is signed in, and what came of the read that was sent along. */
export interface Authenticated {
  caller: Caller;
  own?: PromiseSettledResult<unknown>;
}

/** A call that a person makes or is about to make, everything in it parsed by its schemas. */
export interface Act {
  /** Of the contract, or "{resource}.{operation}". */
  call: string;
  /** What it does, in the words of the documentation. */
  summary: string;
  method: string;
  /** Path parameters as `:name`. */
  path: string;
  params: unknown;
  query: unknown;
  body: unknown;
  ifMatch: number | undefined;
  reason: string | undefined;
}

/** A request that says that a passkey has signed it. */
export interface ActUse {
  proofId: string;
  caller: Caller;
  act: Act;
  /** Set where a repeated request is answered from memory: only there may a proof be shown twice, with the same key. */
  key: string | undefined;
  visitor: Visitor & { requestId: string };
}

/** Who acts, why, and in which request. */
export interface Actor {
  /** None when the server itself acts. */
  userId: string | undefined;
  requestId: string | undefined;
  reason: string | undefined;
  /** The session that the request came in; none where the server itself acts, or on its own machine. */
  sessionId?: string;
  /** Set when the person has a second factor and must show it once more before a dangerous act. */
  stepUpDue?: true;
  /** Set when an act of another administrator is done by approving it (docs/rules.md, "Two persons"). */
  approves?: { proposalId: string; proposerId: string };
}

/** A change that a person asks for, and may ask for again. */
export interface Change {
  actor: Actor & { userId: string };
  /** The caller's idempotency key; without one each request is another change. */
  key: string | undefined;
  /** Names the endpoint and what it is called on; the same key for another one is a mistake. */
  operation: string;
  body: unknown;
}
