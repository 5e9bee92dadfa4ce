import { sharedRefusals } from './messages';

/** What the server says when it refuses a request. */
export const refusals = {
  ...sharedRefusals,
  malformedJson: 'The request body is not valid JSON',
  jsonTooDeep: 'The JSON is nested too deep',
  jsonName: 'The request body must not name __proto__, or a prototype in constructor',
  invalidCredentials: 'Wrong email or password',
  emailNotVerified: 'Verify your email address first; enter the code we sent you',
  factorRequired: 'Show your second factor to finish signing in',
  invalidFactor: 'Wrong or used code; take the next one that is shown',
  recoveryCodeRefused: 'Wrong or used recovery code',
  passkeyRefused: 'This passkey was not accepted; try again, or use another factor',
  signInOver: 'This sign-in has taken too long; begin again',
  setupOver: 'This has taken too long; begin again',
  passwordNeeded: 'Enter your password: this is not it',
  noSecondFactor: 'There is no second factor yet',
  lastFactor: 'Your role needs a second factor: set up another one before you remove this one',
  factorsFull: (most: number) => `You have ${most} second factors; remove one first`,
  requestTimeout: 'The request took too long to arrive',
  payloadTooLarge: 'The request body is too large',
  addressTooLong: 'The address of the request is too long',
  oneHost: 'A request must name its host, and only once',
  unsupportedMediaType: 'Send the request body as application/json',
  idempotencyInFlight: 'The same request is still being worked on; ask again in a moment',
  idempotencyMismatch: 'This Idempotency-Key was used for a different request',
  invalidOtp: 'Wrong or expired code',
  otpUsedUp: 'This code has been tried too often; ask for a new one',
  wrongPassword: 'The old password is wrong',
  invalidResetToken: 'This reset link is no longer valid; ask for a new code',
  insufficientBalance: 'The amount is more than your balance',
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
  personErased: 'The personal data of this person are erased: nothing about them can be changed',
  documentVersion: (title: string, version: string) =>
    `${title}: version ${version} is in force now; read it and agree to it`,
  documentUnknown: 'There is no such document to agree to',
  reasonRequired: 'Say why: this change needs a reason',
  duplicate: 'There is one like this already',
  stillUsed: 'This is still in use elsewhere and cannot be deleted',
  valueRefused: 'The database cannot take one of these values',
  wrongAddress: (anAddress: string) => `This is not ${anAddress}: a character is wrong or missing`,
  wrongChecksum: (anAddress: string) =>
    `This is not ${anAddress} with its checksum: copy it as your wallet shows it, capitals included`,
  sampleAddress: 'This is a sample address: nobody can be paid through it',
  checkTooLong: (seconds: number) => `The check did not finish in ${seconds} s; ask again when it is quieter`,
} as const;
