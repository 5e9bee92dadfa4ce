import type { UserType } from './enums';

/** Constants of both sides (docs/rules.md, "Limits" and "Times and sizes"). Times in milliseconds, money in dollars. */
export const limits = {
  /** A withdrawal needs a balance above this. */
  withdrawalBalance: 100,
  maxAmount: 1_000_000_000,
  otpLength: 6,
  otpGroups: [2, 2, 2],
  /** A code can be sent again after this long. */
  otpResendAfter: 60_000,
  passwordMax: 256,
  copyFeedback: 1_500,
  walletShown: 10,
  pageSize: 20,
  toastLimit: 1,
  toastDuration: 5_000,
  toastSwipe: 50,
  bannerRotation: 8_000,
  counterAnimation: 2_000,
  /** Scroll bars go this long after the pointer has left what scrolls. */
  scrollBarsHide: 600,
  /** Bytes of a JSON request body. */
  bodyBytes: 64 * 1024,
  /** Bytes of a proof image as it is sent, and the longer side in pixels of what is kept of it. */
  proofBytes: 5 * 1024 * 1024,
  proofSide: 2_000,
  /** Proof images that are kept of one person, those of deposits included: how many, and bytes in all. */
  proofCount: 200,
  proofStored: 100 * 1024 * 1024,
  /** Deposits of one person that may wait for a decision, unless the operator says otherwise. */
  pendingDeposits: 50,
  /** Withdrawals of one person that may wait for a decision: what locks an account changes all of them at once. */
  pendingWithdrawals: 500,
  /** Second factors of one person, recovery codes, and how long a factor counts as shown a short while ago. */
  factors: 10,
  recoveryCodes: 10,
  stepUp: 5 * 60_000,
  /** Withdrawals are counted within this long: for the limits of a person, and by what a review points out. */
  withdrawalWindow: 24 * 60 * 60_000,
  /** Proposals of one administrator that may wait. */
  proposals: 200,
  /** Addresses that a person can keep for withdrawals. */
  addresses: 20,
  /** A review points out a password that was changed within this long before a withdrawal was asked for. */
  reviewCredentials: 7 * 24 * 60 * 60_000,
  /** It points out this many withdrawals of a person within the window, and this share of the balance in one. */
  reviewWithdrawals: 3,
  reviewShare: 0.8,
  /** How long the link "This was not me" of a mail works, and how long before that mail the console looks back. */
  takeoverLink: 30 * 24 * 60 * 60_000,
  takeoverLookBack: 7 * 24 * 60 * 60_000,
  /** Other reports of a person that can be closed with one. */
  reportsClosed: 100,
  /** Adjustments of an account and paid withdrawals of a person within this long count together (`FOUR_EYES`). */
  fourEyesWindow: 24 * 60 * 60_000,
  /** Days that one question for the figures over time may span. */
  figureDays: 3_700,
  /** Entries that one statement lists. */
  statementEntries: 10_000,
  /** Transactions whose status is changed by one request. */
  bulkBatch: 100,
  /** Transactions that a change of many may name by their ids, and find by a filter. */
  bulkIds: 1_000,
  bulkFound: 5_000,
  /** How long the link to a proof image works. */
  proofLink: 5 * 60_000,
  /** Sessions of one person that hold at a time. */
  sessions: 20,
  /** Invitations that are neither accepted nor revoked, and how long one can be accepted. */
  invitations: 50,
  invitationLasts: 72 * 60 * 60_000,
  /** What the pages read later than this after somebody's last input is no use of the session. */
  backgroundAfter: 60_000,
} as const;

const minute = 60_000;
const hour = 60 * minute;

/** How long a session lasts, in milliseconds (docs/rules.md, "Sessions"). */
export interface SessionTimes {
  /** After the sign-in. */
  lasts: number;
  /** Without any use: it ends no sooner than this after its last use, and up to `notedEvery` later. */
  idle: number;
  /** A use is written down when the one written down is this old, so that reads stay reads. */
  notedEvery: number;
}

const ofConsole: SessionTimes = { lasts: 8 * hour, idle: 30 * minute, notedEvery: minute };

export const sessionTimes: Readonly<Record<UserType, SessionTimes>> = {
  investor: { lasts: 24 * hour, idle: 24 * hour, notedEvery: 5 * minute },
  admin: ofConsole,
  auditor: ofConsole,
};
