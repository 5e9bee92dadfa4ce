import type {
  BookCheck,
  EntryKind,
  HoldCause,
  LegalDocumentName,
  MailState,
  ReviewFlag,
  SecurityEventKind,
  TrxType,
} from './enums';
import { limits } from './limits';

/** What forms say (docs/rules.md, "Validation messages"). */
export const validation = {
  firstNameShort: 'first name is too short',
  lastNameShort: 'last name is too short',
  phoneNumber: 'invalid phone number',
  country: 'invalid country',
  /** The profile form says this of a country: kept as it is, since clients may know it. */
  profileCountry: 'invalid phone number',
  password: 'password length should be longer than 6',
  /** Said when the operator asks for more than the usual minimum. */
  passwordMinimum: (minimum: number) => `the password must have ${minimum} characters or more`,
  passwordKnown: 'This password is on lists of known passwords; choose another one',
  passwordPersonal: 'Your name or email address is no password; choose another one',
  passwordGuessable: 'This password is easy to guess; choose a longer one or one with less common words',
  passwordsMustMatch: 'The passwords must match',
  terms: 'You must agree to the terms and conditions',
  email: 'Invalid email',
  otp: 'invalid otp',
  newPasswordShort: 'password length should be a 8 or more',
  newPasswordsMatch: "Passwords don't match",
  samePassword: "old password and new password can't be the same",
  passwordMismatch: 'password does not match',
  amountSmall: 'amount is too small',
  amountInvalid: 'amount must be a number with at most two decimals',
  amountLarge: 'amount is too large',
  amountComma: 'write cents after a point, and commas between thousands only: 1,000.50',
  required: 'required',
  address: 'invalid address',
  dob: 'invalid date',
  controlCharacters: 'text must not contain control characters',
  brokenText: 'text must not contain broken characters',
  tooManyAccents: 'text has too many accents on one letter',
  nothingToChange: 'Nothing to change: send at least one field',
} as const;

/** What toasts say (docs/rules.md, "Texts of toasts"). */
export const toasts = {
  registered: 'Success, OTP sent',
  resetOtpSent: 'otp sent to your email',
  passwordReset: 'password changed successfully',
  passwordChanged: 'password changed',
  profileUpdated: 'profile updated',
  withdrawalTitle: 'Withdrawal request successful',
  withdrawal: 'Your withdrawal request was sent successfully, expect a response from us.',
  deposit: 'Your deposit was successful and will be confirmed in 24 hours',
  otpVerified: 'OTP verified',
  otpResent: 'otp resent to your email',
  transactionUpdatedTitle: 'Success!!',
  transactionUpdated: 'transaction updated',
  accountUpdatedTitle: 'Success',
  accountUpdated: 'Account Updated',
  addressCopied: 'Address copied',
  errorTitle: 'Error',
} as const;

/** What the server says when it refuses a request. */
export const refusals = {
  malformedJson: 'The request body is not valid JSON',
  jsonTooDeep: 'The JSON is nested too deep',
  jsonName: 'The request body must not name __proto__, or a prototype in constructor',
  unauthorized: 'Please sign in',
  invalidCredentials: 'Wrong email or password',
  emailNotVerified: 'Verify your email address first; enter the code we sent you',
  factorRequired: 'Show your second factor to finish signing in',
  factorSetupRequired: 'Set up a second factor first; without one your role may do nothing else here',
  stepUpRequired: 'Show your second factor once more for this',
  invalidFactor: 'Wrong or used code; take the next one that is shown',
  recoveryCodeRefused: 'Wrong or used recovery code',
  passkeyRefused: 'This passkey was not accepted; try again, or use another factor',
  signInOver: 'This sign-in has taken too long; begin again',
  setupOver: 'This has taken too long; begin again',
  passwordNeeded: 'Enter your password: this is not it',
  noSecondFactor: 'There is no second factor yet',
  lastFactor: 'Your role needs a second factor: set up another one before you remove this one',
  factorsFull: (most: number) => `You have ${most} second factors; remove one first`,
  forbidden: 'Your account does not have access to this',
  notFound: 'Not found',
  methodNotAllowed: 'This address does not answer that method',
  requestTimeout: 'The request took too long to arrive',
  payloadTooLarge: 'The request body is too large',
  addressTooLong: 'The address of the request is too long',
  oneHost: 'A request must name its host, and only once',
  unsupportedMediaType: 'Send the request body as application/json',
  idempotencyInFlight: 'The same request is still being worked on; ask again in a moment',
  idempotencyMismatch: 'This Idempotency-Key was used for a different request',
  conflict: 'This was changed by someone else; reload and try again',
  staleVersion: 'This record has changed since you read it; reload and try again',
  invalidOtp: 'Wrong or expired code',
  otpUsedUp: 'This code has been tried too often; ask for a new one',
  wrongPassword: 'The old password is wrong',
  invalidResetToken: 'This reset link is no longer valid; ask for a new code',
  balanceTooLow: 'Your balance is too low to make a withdrawal',
  insufficientBalance: 'The amount is more than your balance',
  imageUnreadable: 'This image cannot be read, or has too many pixels; send a JPEG, PNG or WebP',
  imageType: 'Send the image itself, as image/jpeg, image/png or image/webp',
  proofUnknown: 'The proof image is not there any more; add it again',
  proofQuota: 'We keep no more images of yours; report the deposit without one, or write to us',
  pendingDeposits: (waiting: number) =>
    `You have ${waiting} deposits waiting for a decision; report the next one when some are decided`,
  proofLinkExpired: 'This link no longer works; open the image again from where you found it',
  notCancellable: 'Only a pending withdrawal can be cancelled',
  accountFrozen: 'Your account is frozen: you cannot withdraw at present. Write to us',
  duplicateClaim: (trxId: string) =>
    `Deposit ${trxId} names the same transaction id and is confirmed already; confirm this one only if both are real`,
  withdrawalOnHold: (time: string) =>
    `This withdrawal waits until ${time}; confirm it earlier only for a reason that you give`,
  withdrawalLimit: (limit: string, left: string) =>
    `You can withdraw ${limit} within 24 hours; ${left} of it is left`,
  withdrawalsPerDay: (limit: number) =>
    `You can ask for ${limit} withdrawals within 24 hours; none of them is left`,
  addressQuota: (limit: number) => `You can keep ${limit} addresses; remove one that you do not use any more`,
  addressKept: 'You keep this address already',
  documentVersion: (title: string, version: string) =>
    `${title}: version ${version} is in force now; read it and agree to it`,
  nothingToAccept: 'Name a document that you agree to, and its version',
  documentUnknown: 'There is no such document to agree to',
  reasonRequired: 'Say why: this change needs a reason',
  bulkTooMany: (found: number) => `More than ${found} transactions match; narrow the filter`,
  duplicate: 'There is one like this already',
  stillUsed: 'This is still in use elsewhere and cannot be deleted',
  valueRefused: 'The database cannot take one of these values',
  wrongAddress: (anAddress: string) => `This is not ${anAddress}: a character is wrong or missing`,
  wrongChecksum: (anAddress: string) =>
    `This is not ${anAddress} with its checksum: copy it as your wallet shows it, capitals included`,
  sampleAddress: 'This is a sample address: nobody can be paid through it',
  checkTooLong: (seconds: number) => `The check did not finish in ${seconds} s; ask again when it is quieter`,
  rateLimited: 'Too many requests; try again later',
  unavailable: 'The service is busy; try again in a moment',
  internal: 'Something went wrong on our side; try again later',
} as const;

export const pageMessages = {
  routerFallback: 'Unexpected Application Error!',
  noData: 'No Data ',
  missing: 'NaN',
} as const;

/** What an entry of the ledger did to a figure, in words a person reads. */
export const entryKindNames: Readonly<Record<EntryKind, string>> = {
  adjustment: 'Adjustment posted by the operator',
  deposit_confirmed: 'Deposit confirmed',
  deposit_reversed: 'Deposit taken back',
  withdrawal_reserved: 'Withdrawal reserved',
  withdrawal_paid: 'Withdrawal paid',
  withdrawal_declined: 'Withdrawal declined',
  withdrawal_cancelled: 'Withdrawal cancelled',
  withdrawal_reversed: 'Withdrawal payment taken back',
};

/** Security events, in words a person reads. */
export const securityEventNames: Readonly<Record<SecurityEventKind, string>> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  factor_refused: 'Second factor refused',
  code_refused: 'Code refused',
  access_refused: 'Access refused',
  limit_hit: 'Limit reached',
};

/** The legal documents where there is room for a word; their titles are the operator's. */
export const legalDocumentNames: Readonly<Record<LegalDocumentName, string>> = {
  terms: 'Terms',
  privacy: 'Privacy',
  risk: 'Risk',
};

/** What became of a mail, in words a person reads. */
export const mailStateNames: Readonly<Record<MailState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  expired: 'Expired',
  failed: 'Failed',
};

/** Why a withdrawal waits, in words its owner and administrators read. */
export const holdCauseNames: Readonly<Record<HoldCause, string>> = {
  new_address: 'The address is new',
  credentials_changed: 'The password or a second factor was changed',
};

/** What a review of a withdrawal points out, in words administrators read. */
export const reviewFlagNames: Readonly<Record<ReviewFlag, string>> = {
  new_address: 'Nothing was paid to this address for this investor before',
  address_of_another: 'Another investor has asked for a withdrawal to this address, or keeps it',
  credentials_changed: `The password or a second factor was changed less than ${limits.reviewCredentials / 86_400_000} days before this was asked for`,
  repeated: 'Another withdrawal of the same amount to the same address was asked for within 24 hours',
  many_withdrawals: `The investor asked for ${limits.reviewWithdrawals} withdrawals or more within 24 hours`,
  most_of_balance: `It takes ${limits.reviewShare * 100} % of the balance or more`,
  young_account: 'The account was younger than the hold on withdrawals when this was asked for',
};

/** What must hold in the books, in words a person reads. */
export const bookCheckNames: Readonly<Record<BookCheck, string>> = {
  'entry-balance': 'Each entry sums to zero in each book',
  'book-balance': 'Each book sums to zero',
  'account-replay': 'Each figure is the sum of its entries',
  'held-amounts': 'What is reserved is the sum of pending withdrawals',
  'status-effects': 'Each figure is its adjustments and the effects of current statuses',
  'transaction-audit': 'Each version of a transaction has one audit event',
  'adjustment-audit': 'Each adjustment has one audit event',
  'account-versions': 'Each entry and each freeze made one version of its account',
};

const trxNames: Readonly<Record<TrxType, string>> = { DEPOSIT: 'Deposit', WITHDRAWAL: 'Withdrawal' };

/** Subjects of the mails. Those with a code are found by theirs. */
export const mailSubjects = {
  code: { verify_email: 'Your verification code', reset_password: 'Your password reset code' },
  severalRegistrations: 'More than one registration with your address',
  alreadyRegistered: 'You already have an account',
  received: { DEPOSIT: 'Deposit received', WITHDRAWAL: 'Withdrawal request received' },
  statusChanged: (trxType: TrxType, news: string) => `${trxNames[trxType]} ${news}`,
  holdOverridden: 'Your withdrawal was confirmed before its waiting time was over',
  addressAdded: 'A withdrawal address was added to your account',
  passwordChanged: 'Your password was changed',
  newSignIn: 'New sign-in to your account',
  factorRefused: 'Someone knows your password',
  factorAdded: 'A second factor was added to your account',
  factorRemoved: 'A second factor was removed from your account',
  factorsReset: 'The second factors of an account were removed',
  recoveryCodesMade: 'You have new recovery codes',
  recoveryCodeUsed: 'A recovery code was used',
  frozen: 'Withdrawals from your account are blocked',
  refusedOften: 'Someone is refused again and again',
  unfrozen: 'Withdrawals from your account are possible again',
} as const;

/** Whether a mail of this subject carries a code. */
export function isCodeMail(subject: string): boolean {
  return Object.values<string>(mailSubjects.code).includes(subject);
}
