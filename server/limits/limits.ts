import type { Visitor } from '../request';

/** So many points in so many seconds; `lease` are taken at once (server/limits/leases.ts), one if there is none. */
export interface Rule {
  points: number;
  duration: number;
  lease?: number;
}

/**
 * The limits (docs/rules.md, "Limits"); counted in the database, so that replicas share them. A network is what counts as
 * one visitor (server/network.ts).
 */
export const rules = {
  /** Per address and network; a successful login clears it. */
  login: { points: 5, duration: 15 * 60 },
  /** Per browser that has signed in to the address before, instead of the above. */
  loginDevice: { points: 5, duration: 15 * 60 },
  /** Failures of one network at whatever addresses, and of whatever networks at one address. */
  loginNetwork: { points: 30, duration: 15 * 60 },
  loginAccount: { points: 20, duration: 15 * 60 },
  /**
   * Right sign-ins of a person, which clear nothing here: each makes a session with limits of its own. With a second factor,
   * those that showed it; and, for each network, passwords that wait for one (server/auth/sign-in-limits.ts).
   */
  signIns: { points: 60, duration: 15 * 60 },
  /** Old passwords guessed in a session, or by the token of a reset. */
  oldPassword: { points: 5, duration: 15 * 60 },
  /**
   * Codes of authenticator apps guessed at sign-ins of a person with one password: in a known browser, in a known network,
   * and by strangers together; and whatever the passwords, those of each of these three (server/factors/guesses.ts).
   */
  factorGuesses: { points: 20, duration: 24 * 60 * 60 },
  factorGuessesOfPerson: { points: 40, duration: 24 * 60 * 60 },
  /** Codes of authenticator apps guessed in a session that shows one once more. */
  stepUps: { points: 5, duration: 60 * 60 },
  /** What is begun with a second factor in all the sessions of a person: each is stored until it is too old. */
  factorStarts: { points: 90, duration: 60 },
  /** Per network. */
  otpVerify: { points: 30, duration: 10 * 60 },
  otpSend: { points: 30, duration: 10 * 60 },
  /** Guesses at the codes of an address (server/auth/guesses.ts). */
  codeGuesses: { points: 100, duration: 24 * 60 * 60 },
  codeGuessesOfKnown: { points: 200, duration: 24 * 60 * 60 },
  codeGuessesOfAskers: { points: 1_000, duration: 24 * 60 * 60 },
  takeoverReports: { points: 20, duration: 10 * 60 },
  registration: { points: 10, duration: 60 * 60 },
  policyReports: { points: 60, duration: 60 },
  /** Per network: images and the documents of the API are opened without a token. */
  views: { points: 120, duration: 60, lease: 10 },
  /** Per person. */
  uploads: { points: 20, duration: 10 * 60 },
  /** Per session: what a stolen token uses up is not missing in the owner's sessions. */
  writes: { points: 30, duration: 60, lease: 3 },
  reads: { points: 600, duration: 60, lease: 30 },
  /** What protects an account: its end must never hang on what else was sent. */
  protects: { points: 20, duration: 60 },
  /** As many acts begun that a passkey is to sign, and as many of them signed, or factors shown, as there may be writes. */
  actStarts: { points: 30, duration: 60 },
  confirms: { points: 30, duration: 60 },
  factorSetup: { points: 20, duration: 60 },
  /** Writes of all the sessions of a person. */
  writesOfPerson: { points: 90, duration: 60, lease: 9 },
  /** A statement is drawn page by page. */
  prints: { points: 30, duration: 10 * 60 },
  /** A download of all that is stored about a person reads all of it, and mails the person. */
  exports: { points: 5, duration: 60 * 60 },
  /** A check of the books reads everything there is. */
  books: { points: 20, duration: 60 },
  /** Figures of all accounts are sums that are kept by day, and few entries more. */
  sums: { points: 120, duration: 60 },
  /** Refused roles that are written down, per session. */
  accessRefused: { points: 10, duration: 10 * 60 },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
/** A route's limit; the others are spent by handlers, which know what they count by. */
export type LimitName =
  | Exclude<
      RuleName,
      | 'login'
      | 'loginDevice'
      | 'loginNetwork'
      | 'loginAccount'
      | 'signIns'
      | 'oldPassword'
      | 'factorGuesses'
      | 'factorGuessesOfPerson'
      | 'stepUps'
      | 'factorStarts'
      | 'codeGuesses'
      | 'codeGuessesOfKnown'
      | 'codeGuessesOfAskers'
      | 'writesOfPerson'
      | 'accessRefused'
    >
  | 'none';

/** The limits that each session has to itself. */
export const perSession: ReadonlySet<LimitName> = new Set<LimitName>([
  'writes',
  'reads',
  'protects',
  'actStarts',
  'confirms',
  'factorSetup',
]);

/** A limit that was passed. */
export interface Overrun {
  name: RuleName;
  /** Seconds. */
  retryAfter: number;
  /** Whether it is the first time since the limit began to count. */
  first: boolean;
}

/** Who passed a limit, as far as anybody can tell. */
export interface Spender {
  visitor: Visitor;
  userId?: string | undefined;
  email?: string | undefined;
}

export interface RateLimits {
  /**
   * Counts one call, or so many points; refuses as `rate_limited`, with the seconds to wait, when there have been too
   * many. The first time a limit is passed leaves a security event when it is said who passed it: one for each key and
   * window, however many calls follow.
   */
  spend(name: RuleName | 'none', key: string, spender?: Spender, points?: number): Promise<void>;
  /** Counts as `spend` does and answers what is passed by it, for a caller who decides himself. */
  count(name: RuleName | 'none', key: string, points?: number): Promise<Overrun | undefined>;
  /** Refuses for what is passed, as {@link RateLimits.spend} does. */
  refuse(overrun: Overrun, spender?: Spender): Promise<never>;
  /** Refunds one call that was counted. */
  refund(name: RuleName, key: string): Promise<void>;
  forget(name: RuleName, key: string): Promise<void>;
}
