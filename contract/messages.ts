import type { FactorKind, HoldCause, LegalDocumentName, UserType } from './enums';

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
  severalPayments: 'this text holds more than one transaction id; paste that of your payment alone',
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

/** Refusals that the pages say themselves too; the rest is the server's own (contract/refusals.ts). */
export const sharedRefusals = {
  unauthorized: 'Please sign in',
  invalidCredentials: 'Wrong email or password',
  forbidden: 'Your account does not have access to this',
  notFound: 'Not found',
  conflict: 'This was changed by someone else; reload and try again',
  staleVersion: 'This record has changed since you read it; reload and try again',
  balanceTooLow: 'Your balance is too low to make a withdrawal',
  imageUnreadable: 'This image cannot be read, or has too many pixels; send a JPEG, PNG or WebP',
  bulkTooMany: (found: number) => `More than ${found} transactions match; narrow the filter`,
  rateLimited: 'Too many requests; try again later',
  unavailable: 'The service is busy; try again in a moment',
  internal: 'Something went wrong on our side; try again later',
  factorSetupRequired: 'Set up a second factor first; without one your role may do nothing else here',
  stepUpRequired: 'Show your second factor once more for this',
  methodNotAllowed: 'This address does not answer that method',
  nothingToAccept: 'Name a document that you agree to, and its version',
} as const;

export const pageMessages = {
  routerFallback: 'Unexpected Application Error!',
  broken: 'This page could not be shown. Nothing you sent is lost. Reloading often helps.',
  noData: 'No Data ',
  missing: 'NaN',
  unansweredBefore: 'What you sent before had no answer: it may be this change. Nothing more was sent.',
} as const;

/** Roles, in words a person reads. */
export const userTypeNames: Readonly<Record<UserType, string>> = {
  investor: 'Investor',
  admin: 'Administrator',
  auditor: 'Auditor',
};

/** What kinds of second factors are called. */
export const factorKindNames: Readonly<Record<FactorKind, string>> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
};

/** The legal documents where there is room for a word; their titles are the operator's. */
export const legalDocumentNames: Readonly<Record<LegalDocumentName, string>> = {
  terms: 'Terms',
  privacy: 'Privacy',
  risk: 'Risk',
};

/** Why a withdrawal waits, in words its owner and administrators read. */
export const holdCauseNames: Readonly<Record<HoldCause, string>> = {
  new_address: 'The address is new',
  credentials_changed: 'The password or a second factor was changed',
};
