import { sharedRefusals } from './messages';

/** What the server says when it refuses a request. */
export const refusals = {
  ...sharedRefusals,
  malformedJson: 'The request body is not valid JSON',
  jsonTooDeep: 'The JSON is nested too deep',
  jsonName: 'The request body must not name __proto__, or a prototype in constructor',
  emailNotVerified: 'Verify your email address first; enter the code we sent you',
  factorRequired: 'Show your second factor to finish signing in',
  invalidFactor: 'Wrong or used code; take the next one that is shown',
  recoveryCodeRefused: 'Wrong or used recovery code',
  passkeyRefused: 'This passkey was not accepted; try again, or use another factor',
  passkeyElsewhere: (address: string) =>
    `Passkeys of this site work at ${address} alone, and this page is open at another address`,
  signInOver: 'This sign-in has taken too long; begin again',
  setupOver: 'This took too long, or something has changed meanwhile; begin again',
  passwordNeeded: 'Enter your password: this is not it',
  noSecondFactor: 'There is no second factor yet',
  actNotConfirmed:
    'This is not what you confirmed with your passkey, or that is used or too old. Nothing was changed; confirm it anew',
  lastFactor: 'Your role needs a second factor: set up another one before you remove this one',
  factorsFull: (most: number) => `You have ${most} second factors; remove one first`,
  requestTimeout: 'The request took too long to arrive',
  payloadTooLarge: 'The request body is too large',
  expectation: 'Of what a request can expect, only 100-continue is known here',
  addressTooLong: 'The address of the request is too long',
  oneHost: 'A request must name its host, and only once',
  unsupportedMediaType: 'Send the request body as application/json',
  idempotencyInFlight: 'The same request is still being worked on; ask again in a moment',
  idempotencyMismatch: 'This Idempotency-Key was used for a different request',
  invalidOtp: 'Wrong or expired code',
  otpUsedUp: 'This code has been tried too often; ask for a new one',
  wrongPassword: 'The old password is wrong',
  invalidResetToken: 'This reset link is no longer valid; ask for a new code',
  invalidInvitation: 'This invitation is no longer valid; ask for a new one',
  invitationOver: 'This invitation was accepted or revoked already',
  invitedAlone:
    'One administrator made this invitation alone, and now it takes two; revoke it and invite anew',
  invitedAlready: 'There is an invitation to this address already; send it again, or revoke it',
  invitationsFull: (most: number) => `There are ${most} open invitations; revoke one first`,
  addressTaken: 'Somebody has an account with this address already',
  notYourself: 'You cannot do this to yourself; ask another administrator',
  lastAdministrator:
    'Nobody else could administer this site then: this is the last administrator who can sign in',
  standingIs: (standing: string) => `This person is ${standing} already`,
  offboardedForGood: 'This person was offboarded, and cannot be enabled again',
  invalidReportLink: 'This link does not work, or no longer: it is from a mail of long ago, or not from us',
  insufficientBalance: 'The amount is more than your balance',
  imageType: 'Send the image itself, as image/jpeg, image/png or image/webp',
  imageTooSlow: 'Reading this image took too long here; send a smaller one, or try again later',
  proofUnknown: 'The proof image is not there any more; add it again',
  proofQuota: 'We keep no more images of yours; report the deposit without one, or write to us',
  pendingDeposit: 'You have a deposit waiting for a decision; report the next one when none waits any more',
  pendingDeposits: (waiting: number) =>
    `You have ${waiting} deposits waiting for a decision; report the next one when some are decided`,
  pendingWithdrawals: (waiting: number) =>
    `You have ${waiting} withdrawals waiting for a decision; ask for the next one when some are decided`,
  proofLinkExpired: 'This link no longer works; open the image again from where you found it',
  notCancellable: 'Only a pending withdrawal can be cancelled',
  accountFrozen: 'Your account is frozen: you cannot withdraw at present. Write to us',
  duplicateClaim: (trxId: string) =>
    `Deposit ${trxId} names the same transaction id and is confirmed already; confirm this one only if both are real`,
  withdrawalOnHold: (time: string) =>
    `This withdrawal waits until ${time}; confirm it earlier only for a reason that you give`,
  withdrawalHeldSince: (time: string) =>
    `This withdrawal was not pending when its hold began, and waits until ${time}; to confirm it earlier set it to PENDING first`,
  withdrawalFrozen: 'This account is frozen: allow its withdrawals again before you confirm one',
  notAsReported: (parts: string) =>
    `This transaction is not what was reported, but was changed in the database (${parts}): nothing is decided about it before that is put right`,
  notReported:
    'No event tells that this transaction was reported: nothing is decided about it before that is explained',
  reportedTwice:
    'More than one event tells that this transaction was reported: nothing is decided about it before that is explained',
  reportUnsealed:
    'The event that tells that this transaction was reported was not sealed by a server: nothing is decided about it before that is explained',
  ownerReported:
    'The owner has reported this account: withdrawals are allowed again when the report is closed',
  reportClosed: 'This report is closed already',
  reportsWait: 'Another report about this account waits: look at it first, and close them together',
  ownReport: 'Another administrator must close a report about your own account',
  withdrawalLimit: (limit: string, left: string) =>
    `You can withdraw ${limit} within 24 hours; ${left} of it is left`,
  withdrawalPerDay: 'You can ask for one withdrawal within 24 hours; none is left',
  withdrawalsPerDay: (limit: number) =>
    `You can ask for ${limit} withdrawals within 24 hours; none of them is left`,
  addressQuota: (limit: number) => `You can keep ${limit} addresses; remove one that you do not use any more`,
  addressKept: 'You keep this address already',
  erasureSelf: 'Nobody erases themselves: ask another administrator',
  erasureBalance: 'There is money on the account: pay it out, or edit the balance to zero, first',
  erasureStaff:
    'Offboard this person first: administrators and auditors are not erased while they could sign in',
  erasurePending: 'A deposit or a withdrawal waits for a decision: decide it first',
  erasureEarly: (date: string) => `What is known about this person is kept until ${date}; erase it then`,
  erasureUnsealed:
    'A former version has written about this person meanwhile: start the product once more, and try again',
  erasureOther: 'This is not the email address of the person',
  erasureNames: 'This reason is kept for good: do not name the person in it',
  personStays: 'Whom this is about cannot be changed: make a new one',
  personErased: 'The personal data of this person are erased: nothing about them can be changed',
  documentVersion: (title: string, version: string) =>
    `${title}: version ${version} is in force now; read it and agree to it`,
  documentUnknown: 'There is no such document to agree to',
  reasonRequired: 'Say why: this change needs a reason',
  effectChanged:
    'What this would do has changed since it was proposed; decline it, so that it can be proposed anew',
  ownProposal: 'You proposed this yourself: another administrator decides on it',
  notOwnProposal: 'Only who proposed this can withdraw it; you can decline it',
  proposalDecided: 'This was decided on already',
  proposerGone: 'Who proposed this is no administrator any more; decline it',
  proposalsFull: (most: number) =>
    `You have ${most} proposals that wait already; withdraw one first, or have them decided on`,
  noFactorsToReset: 'This person has no second factor',
  duplicate: 'There is one like this already',
  stillUsed: 'This is still in use elsewhere, and stays as it is',
  referenceGone: 'What this refers to is not there any more',
  valueRefused: 'The database cannot take one of these values',
  wrongAddress: (anAddress: string) => `This is not ${anAddress}: a character is wrong or missing`,
  wrongChecksum: (anAddress: string) =>
    `This is not ${anAddress} with its checksum: copy it as your wallet shows it, capitals included`,
  sampleAddress: 'This is a sample address: nobody can be paid through it',
  checkTooLong: (seconds: number) => `The check did not finish in ${seconds} s; ask again when it is quieter`,
  nothingSealed: 'Nothing is in the signed history yet; try again in a minute',
  checkUnfinished: 'The check could not be finished; the log of the server says why',
} as const;
