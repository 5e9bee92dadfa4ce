import { accountEditSchema, accountSchema, adminAccountSchema, freezeSchema } from './account';
import { actProofSchema, actQuestionSchema, actSchema, actSignatureSchema, signedActSchema } from './acts';
import { addressRequestSchema, keptAddressSchema } from './address-book';
import { auditEventSchema } from './audit';
import { loginSchema, otpCheckSchema, otpRequestSchema, passwordResetSchema, sessionSchema } from './auth';
import { bookCheckParams, bookCheckSchema, booksStateSchema, offenderSchema } from './books';
import { type Call, calls } from './calls';
import { enumValues } from './enum-values';
import {
  factorAddedSchema,
  factorCreateSchema,
  factorSignInSchema,
  factorStartSchema,
  factorsSchema,
  passkeyOptionsSchema,
  passkeySetupSchema,
  passkeySignInSchema,
  recoveryCodesSchema,
  stepUpSchema,
  totpSetupSchema,
} from './factors';
import * as fields from './fields';
import { figureDaysQuery, figureDaysSchema, figuresQuery, figuresSchema } from './figures';
import { historyProofSchema, historyStateSchema } from './history';
import { homeSchema } from './home';
import { figureEntrySchema, statusStepSchema } from './ledger';
import { agreementSchema, agreementsSchema, legalDocumentSchema } from './legal';
import {
  accountList,
  auditList,
  entryList,
  invitationList,
  type ListSpec,
  mailList,
  offenderList,
  ownTransactionList,
  proposalList,
  reportList,
  securityList,
  transactionList,
  userList,
} from './list-query';
import { outboxMailSchema } from './mail';
import {
  invitationAcceptSchema,
  invitationOpenSchema,
  invitationSchema,
  invitedSchema,
  inviteSchema,
  personRecordSchema,
} from './people';
import { erasureRequestSchema, erasureSchema, personalDataSchema } from './personal-data';
import {
  bulkChangeSchema,
  bulkPreviewRequest,
  bulkPreviewSchema,
  bulkRowSchema,
  previewSchema,
} from './preview';
import { proofLinkSchema, proofSchema } from './proof';
import {
  approvalSchema,
  proposalSchema,
  proposalViewSchema,
  type SentForApproval,
  sentForApprovalSchema,
} from './proposals';
import { reviewSchema, statusPreviewSchema } from './review';
import { securityEventSchema, securityPolicySchema } from './security';
import { statementMailSchema, statementPeriod, statementSchema, statementsSchema } from './statements';
import {
  reportClosingSchema,
  reportDetailsSchema,
  reportSchema,
  takeoverAnswerSchema,
  takeoverReportSchema,
} from './takeover';
import { statusChangeSchema, transactionCreateSchema, transactionSchema } from './transaction';
import { passwordChangeSchema, profileUpdateSchema, registrationSchema, userSchema } from './user';
import { walletSchema } from './wallet';
import { messageReply } from './wire';
import { z } from './zod';

export interface Endpoint extends Call {
  summary: string;
  params?: z.ZodType<Record<string, string>>;
  body?: z.ZodType;
  /** Set where the body is not JSON: the content types it may have; it arrives as bytes. */
  upload?: readonly string[];
  query?: z.ZodType;
  /** Set on lists: what they can be sorted and filtered by. */
  list?: ListSpec;
  /** What `data` holds; with `file` it is the whole answer, of that content type. */
  reply: z.ZodType;
  file?: string;
}

const trxParams = z.strictObject({ trxId: fields.id });
const sessionParams = z.strictObject({ sessionId: fields.id });
const addressParams = z.strictObject({ addressId: fields.id });
const proofParams = z.strictObject({ proofId: fields.id });
const actParams = z.strictObject({ actId: fields.id });
const factorParams = z.strictObject({ factorId: fields.id });
const reportParams = z.strictObject({ reportId: fields.id });
const userParams = z.strictObject({ userId: fields.id });
const periodParams = z.strictObject({ period: statementPeriod });
const userPeriodParams = z.strictObject({ userId: fields.id, period: statementPeriod });
const invitationParams = z.strictObject({ invitationId: fields.id });
const proposalParams = z.strictObject({ proposalId: fields.id });
const userSessionParams = z.strictObject({ userId: fields.id, sessionId: fields.id });

/** A file. */
const bytes = z.custom<Uint8Array>((data) => data instanceof Uint8Array);

/** What goes into every call and comes out of it, by its name. */
export const endpoints = {
  listDocuments: {
    ...calls.listDocuments,
    summary: 'The legal documents in force, each with its version and the address of its page',
    reply: z.array(legalDocumentSchema),
  },
  readOwnDocuments: {
    ...calls.readOwnDocuments,
    summary: 'What the signed-in investor has agreed to, and what is open',
    reply: agreementsSchema,
  },
  acceptDocuments: {
    ...calls.acceptDocuments,
    summary: 'Agree to documents, each in the version that is in force',
    body: agreementSchema,
    reply: agreementsSchema,
  },
  readUserDocuments: {
    ...calls.readUserDocuments,
    summary: 'What a person has agreed to and when, and what is open',
    params: userParams,
    reply: agreementsSchema,
  },
  readAccount: {
    ...calls.readAccount,
    summary: "The signed-in investor's account",
    reply: accountSchema,
  },
  listOwnEntries: {
    ...calls.listOwnEntries,
    summary:
      'The ledger entries behind the figures of the own account, the newest first; filter={"field":"balance"}',
    list: entryList,
    reply: z.array(figureEntrySchema),
  },
  readOwnFigures: {
    ...calls.readOwnFigures,
    summary: 'The figures of the own account as they were at a moment, `?at=2026-03-01T00:00:00Z`',
    query: figuresQuery,
    reply: figuresSchema,
  },
  listOwnFigureDays: {
    ...calls.listOwnFigureDays,
    summary: 'The figures of the own account at the end of each day with an entry, `?from=` and `?to=`',
    query: figureDaysQuery,
    reply: figureDaysSchema,
  },
  listOwnStatements: {
    ...calls.listOwnStatements,
    summary: 'The statements of the own account by month and year, the newest first',
    reply: statementsSchema,
  },
  readOwnStatement: {
    ...calls.readOwnStatement,
    summary: 'A statement of the own account, of a month `2026-03` with its entries, or of a year `2026`',
    params: periodParams,
    reply: statementSchema,
  },
  printOwnStatement: {
    ...calls.printOwnStatement,
    summary: 'The same as a PDF document',
    params: periodParams,
    reply: bytes,
    file: 'application/pdf',
  },
  setStatementMail: {
    ...calls.setStatementMail,
    summary: 'Whether to be mailed when the statement of a month is ready',
    body: statementMailSchema,
    reply: statementMailSchema,
  },
  listAddresses: {
    ...calls.listAddresses,
    summary: 'The addresses that the signed-in investor keeps for withdrawals, by their labels',
    reply: z.array(keptAddressSchema),
  },
  addAddress: {
    ...calls.addAddress,
    summary:
      'Keep an address for withdrawals; one that is not of the currency, or whose checksum is wrong, is refused',
    body: addressRequestSchema,
    reply: keptAddressSchema,
  },
  removeAddress: {
    ...calls.removeAddress,
    summary: 'Keep an address no longer',
    params: addressParams,
    reply: messageReply,
  },
  readUser: {
    ...calls.readUser,
    summary: 'The signed-in person',
    reply: userSchema,
  },
  updateUser: {
    ...calls.updateUser,
    summary: 'Change the own profile; send only changed fields',
    body: profileUpdateSchema,
    reply: userSchema,
  },
  readOwnData: {
    ...calls.readOwnData,
    summary: 'All that is stored about the signed-in person; a mail says that it was downloaded',
    reply: personalDataSchema,
  },
  readErasure: {
    ...calls.readErasure,
    summary: 'Whether the personal data of a person can be erased, from when, and what stands in the way',
    params: userParams,
    reply: erasureSchema,
  },
  erasePerson: {
    ...calls.erasePerson,
    summary: 'Erase everything personal about somebody, for a reason; the books stay',
    params: userParams,
    body: erasureRequestSchema,
    reply: erasureSchema,
  },
  changePassword: {
    ...calls.changePassword,
    summary: 'Change the own password; ends the other sessions',
    body: passwordChangeSchema,
    reply: messageReply,
  },
  register: {
    ...calls.register,
    summary: 'Register; a code goes to the address',
    body: registrationSchema,
    reply: z.object({ email: z.string() }),
  },
  login: {
    ...calls.login,
    summary: 'Sign in; data is the token',
    body: loginSchema,
    reply: z.string(),
  },
  logout: {
    ...calls.logout,
    summary: 'End this session',
    reply: messageReply,
  },
  finishSignIn: {
    ...calls.finishSignIn,
    summary: 'Show the second factor that a sign-in asked for; data is the token',
    body: factorSignInSchema,
    reply: z.string(),
  },
  startPasskeySignIn: {
    ...calls.startPasskeySignIn,
    summary: 'What a passkey is to sign for a sign-in that asked for the second factor',
    body: passkeySignInSchema,
    reply: passkeyOptionsSchema,
  },
  stepUp: {
    ...calls.stepUp,
    summary: 'Show a second factor once more, so that dangerous calls are accepted for five minutes',
    body: stepUpSchema,
    reply: messageReply,
  },
  startPasskeyStepUp: {
    ...calls.startPasskeyStepUp,
    summary: 'What a call would do, in words, and what a passkey is to sign for that very call',
    body: z.strictObject({ act: actSchema }),
    reply: actQuestionSchema,
  },
  signAct: {
    ...calls.signAct,
    summary:
      'Show that a passkey has signed a call; the id in data is sent with the call in X-Act-Proof, once',
    params: actParams,
    body: actSignatureSchema,
    reply: signedActSchema,
  },
  listFactors: {
    ...calls.listFactors,
    summary: 'The own second factors',
    reply: factorsSchema,
  },
  startTotp: {
    ...calls.startTotp,
    summary: 'Begin to set up an authenticator app; with the password when it is the first second factor',
    body: factorStartSchema,
    reply: totpSetupSchema,
  },
  startPasskey: {
    ...calls.startPasskey,
    summary: 'Begin to set up a passkey; with the password when it is the first second factor',
    body: factorStartSchema,
    reply: passkeySetupSchema,
  },
  addFactor: {
    ...calls.addFactor,
    summary:
      'Finish setting up a second factor; ends the other sessions, and answers recovery codes with the first one',
    body: factorCreateSchema,
    reply: factorAddedSchema,
  },
  removeFactor: {
    ...calls.removeFactor,
    summary: 'Remove a second factor; ends the other sessions',
    params: factorParams,
    reply: factorsSchema,
  },
  makeRecoveryCodes: {
    ...calls.makeRecoveryCodes,
    summary: 'New recovery codes in place of the old ones',
    reply: recoveryCodesSchema,
  },
  listSessions: {
    ...calls.listSessions,
    summary: 'The own sessions that still hold, the last seen first',
    reply: z.array(sessionSchema),
  },
  endOtherSessions: {
    ...calls.endOtherSessions,
    summary: 'End all own sessions but this one',
    reply: messageReply,
  },
  endSession: {
    ...calls.endSession,
    summary: 'End one of the own sessions; this one as well',
    params: sessionParams,
    reply: messageReply,
  },
  verifyEmail: {
    ...calls.verifyEmail,
    summary: 'Activate a registration with its code; data is the token',
    body: otpCheckSchema,
    reply: z.string(),
  },
  resendOtp: {
    ...calls.resendOtp,
    summary: 'Send a new code',
    body: otpRequestSchema,
    reply: messageReply,
  },
  verifyPasswordOtp: {
    ...calls.verifyPasswordOtp,
    summary: 'Trade a reset code for a reset token',
    body: otpCheckSchema,
    reply: z.string(),
  },
  resetPassword: {
    ...calls.resetPassword,
    summary: 'Set a new password with a reset token; ends all sessions',
    body: passwordResetSchema,
    reply: messageReply,
  },
  readInvitation: {
    ...calls.readInvitation,
    summary: 'What an invitation is to, by the token of its link',
    body: invitationOpenSchema,
    reply: invitedSchema,
  },
  acceptInvitation: {
    ...calls.acceptInvitation,
    summary: 'Accept an invitation, once, with a password of the own; data is the token of a session',
    body: invitationAcceptSchema,
    reply: z.string(),
  },
  reportTakeover: {
    ...calls.reportTakeover,
    summary:
      'Report by the link of a mail that something was not oneself: freezes withdrawals, voids the password and ends all sessions',
    body: takeoverReportSchema,
    reply: takeoverAnswerSchema,
  },
  createTransaction: {
    ...calls.createTransaction,
    summary: 'Report a deposit or ask for a withdrawal',
    body: transactionCreateSchema,
    reply: transactionSchema,
  },
  listOwnTransactions: {
    ...calls.listOwnTransactions,
    summary: "The signed-in investor's transactions",
    list: ownTransactionList,
    reply: z.array(transactionSchema),
  },
  cancelWithdrawal: {
    ...calls.cancelWithdrawal,
    summary: 'Cancel an own pending withdrawal; the reserved amount returns to the balance',
    params: trxParams,
    reply: transactionSchema,
  },
  readTransactionHistory: {
    ...calls.readTransactionHistory,
    summary: 'Each status of a transaction: when, by whom and why; an investor sees the own ones',
    params: trxParams,
    reply: z.array(statusStepSchema),
  },
  uploadProof: {
    ...calls.uploadProof,
    summary: 'Send a proof image: the bytes of a JPEG, PNG or WebP of up to 5 MiB, with its content type',
    upload: enumValues.proofTypes,
    reply: proofSchema,
  },
  viewProof: {
    ...calls.viewProof,
    summary: 'A proof image, as WebP, by a link that a transaction was answered with',
    params: proofParams,
    query: proofLinkSchema,
    reply: bytes,
    file: 'image/webp',
  },
  listWallets: {
    ...calls.listWallets,
    summary: 'The platform addresses, one per currency',
    reply: z.array(walletSchema),
  },
  listUsers: {
    ...calls.listUsers,
    summary: 'All users',
    list: userList,
    reply: z.array(personRecordSchema),
  },
  readUserById: {
    ...calls.readUserById,
    summary: 'One user',
    params: userParams,
    reply: personRecordSchema,
  },
  listUserSessions: {
    ...calls.listUserSessions,
    summary: 'The sessions of a person that still hold, the last seen first',
    params: userParams,
    reply: z.array(sessionSchema),
  },
  endUserSessions: {
    ...calls.endUserSessions,
    summary: 'End all sessions of a person',
    params: userParams,
    reply: messageReply,
  },
  endUserSession: {
    ...calls.endUserSession,
    summary: 'End one session of a person',
    params: userSessionParams,
    reply: messageReply,
  },
  disableUser: {
    ...calls.disableUser,
    summary: 'Let a person sign in no more, until they are enabled again; ends all their sessions',
    params: userParams,
    reply: personRecordSchema,
  },
  enableUser: {
    ...calls.enableUser,
    summary: 'Let a disabled person sign in again',
    params: userParams,
    reply: personRecordSchema,
  },
  offboardUser: {
    ...calls.offboardUser,
    summary: 'Let a person sign in never again; ends all their sessions, voids password and second factors',
    params: userParams,
    reply: personRecordSchema,
  },
  listInvitations: {
    ...calls.listInvitations,
    summary: 'Invitations that were neither accepted nor revoked, the newest first',
    list: invitationList,
    reply: z.array(invitationSchema),
  },
  inviteUser: {
    ...calls.inviteUser,
    summary: 'Invite an administrator or an auditor; a link goes to the address',
    body: inviteSchema,
    reply: invitationSchema,
  },
  sendInvitation: {
    ...calls.sendInvitation,
    summary: 'Send an invitation again, with another link; the one before no longer works',
    params: invitationParams,
    reply: invitationSchema,
  },
  revokeInvitation: {
    ...calls.revokeInvitation,
    summary: 'Take an invitation back',
    params: invitationParams,
    reply: messageReply,
  },
  resetUserFactors: {
    ...calls.resetUserFactors,
    summary:
      'Propose to remove all second factors of a person who has lost them; done when another administrator approves. Needs a reason in X-Reason',
    params: userParams,
    reply: sentForApprovalSchema,
  },
  listTransactions: {
    ...calls.listTransactions,
    summary: 'The transactions of all investors',
    list: transactionList,
    reply: z.array(transactionSchema),
  },
  readTransaction: {
    ...calls.readTransaction,
    summary: 'One transaction',
    params: trxParams,
    reply: transactionSchema,
  },
  readReview: {
    ...calls.readReview,
    summary:
      'One transaction with what it is decided by: duplicates of its id and the history of its investor',
    params: trxParams,
    reply: reviewSchema,
  },
  previewStatus: {
    ...calls.previewStatus,
    summary: 'What setting a status would do to the account; changes nothing',
    params: trxParams,
    body: statusChangeSchema,
    reply: statusPreviewSchema,
  },
  changeStatus: {
    ...calls.changeStatus,
    summary: 'Set the status of a transaction; the account moves with it',
    params: trxParams,
    body: statusChangeSchema,
    reply: transactionSchema,
  },
  previewStatuses: {
    ...calls.previewStatuses,
    summary: 'What setting the status of many transactions would do; changes nothing',
    body: bulkPreviewRequest,
    reply: bulkPreviewSchema,
  },
  changeStatuses: {
    ...calls.changeStatuses,
    summary:
      'Set the status of up to 100 transactions, one after the other, with a result for each; repeating it is harmless',
    body: bulkChangeSchema,
    reply: z.array(bulkRowSchema),
  },
  listAccounts: {
    ...calls.listAccounts,
    summary: 'All accounts',
    list: accountList,
    reply: z.array(adminAccountSchema),
  },
  readAccountById: {
    ...calls.readAccountById,
    summary: 'One account',
    params: userParams,
    reply: adminAccountSchema,
  },
  readAllFigures: {
    ...calls.readAllFigures,
    summary: 'The sums of the figures of all accounts as they were at a moment, `?at=`',
    query: figuresQuery,
    reply: figuresSchema,
  },
  listAllFigureDays: {
    ...calls.listAllFigureDays,
    summary:
      'The sums of the figures of all accounts at the end of each day with an entry of any, `?from=` and `?to=`',
    query: figureDaysQuery,
    reply: figureDaysSchema,
  },
  readFigures: {
    ...calls.readFigures,
    summary: "The figures of an investor's account as they were at a moment, `?at=`",
    params: userParams,
    query: figuresQuery,
    reply: figuresSchema,
  },
  listFigureDays: {
    ...calls.listFigureDays,
    summary: "The figures of an investor's account at the end of each day with an entry, `?from=` and `?to=`",
    params: userParams,
    query: figureDaysQuery,
    reply: figureDaysSchema,
  },
  listStatements: {
    ...calls.listStatements,
    summary: "The statements of an investor's account by month and year, the newest first",
    params: userParams,
    reply: statementsSchema,
  },
  readStatement: {
    ...calls.readStatement,
    summary: "A statement of an investor's account",
    params: userPeriodParams,
    reply: statementSchema,
  },
  printStatement: {
    ...calls.printStatement,
    summary: 'The same as a PDF document',
    params: userPeriodParams,
    reply: bytes,
    file: 'application/pdf',
  },
  listEntries: {
    ...calls.listEntries,
    summary: 'The ledger entries behind the figures of an account, the newest first',
    params: userParams,
    list: entryList,
    reply: z.array(figureEntrySchema),
  },
  previewAccountEdit: {
    ...calls.previewAccountEdit,
    summary: 'What an edit of an account would do; changes nothing',
    params: userParams,
    body: accountEditSchema,
    reply: previewSchema,
  },
  editAccount: {
    ...calls.editAccount,
    summary: 'Set figures of an account; the differences are posted as adjustments',
    params: userParams,
    body: accountEditSchema,
    reply: adminAccountSchema,
  },
  freezeAccount: {
    ...calls.freezeAccount,
    summary: 'Block withdrawals of an investor, or allow them again; needs a reason in X-Reason',
    params: userParams,
    body: freezeSchema,
    reply: adminAccountSchema,
  },
  listProposals: {
    ...calls.listProposals,
    summary: 'Acts that wait for a second administrator, and what became of others; those that wait first',
    list: proposalList,
    reply: z.array(proposalSchema),
  },
  readProposal: {
    ...calls.readProposal,
    summary: 'A proposal with what it would do now, and what its proposer did last',
    params: proposalParams,
    reply: proposalViewSchema,
  },
  approveProposal: {
    ...calls.approveProposal,
    summary: 'Do what another administrator proposed, if it is still the effect of this hash',
    params: proposalParams,
    body: approvalSchema,
    reply: proposalSchema,
  },
  declineProposal: {
    ...calls.declineProposal,
    summary: 'Decline what another administrator proposed; needs a reason in X-Reason',
    params: proposalParams,
    reply: proposalSchema,
  },
  withdrawProposal: {
    ...calls.withdrawProposal,
    summary: 'Take back an own proposal',
    params: proposalParams,
    reply: proposalSchema,
  },
  listAudit: {
    ...calls.listAudit,
    summary: 'The audit log, the newest first',
    list: auditList,
    reply: z.array(auditEventSchema),
  },
  readActProof: {
    ...calls.readActProof,
    summary: 'What is kept of an act that a passkey has signed',
    params: proofParams,
    reply: actProofSchema,
  },
  listSecurityEvents: {
    ...calls.listSecurityEvents,
    summary: 'Security events: sign-ins, refusals and limits that were reached, the newest first',
    list: securityList,
    reply: z.array(securityEventSchema),
  },
  readSecurityPolicy: {
    ...calls.readSecurityPolicy,
    summary: 'How long security events are kept, and when administrators are told of refusals',
    reply: securityPolicySchema,
  },
  listMail: {
    ...calls.listMail,
    summary: 'What became of the mails that are still kept, the newest first',
    list: mailList,
    reply: z.array(outboxMailSchema),
  },
  listReports: {
    ...calls.listReports,
    summary: 'What owners reported by "This was not me", the newest first',
    list: reportList,
    reply: z.array(reportSchema),
  },
  readReport: {
    ...calls.readReport,
    summary: 'One report with what the account did around it',
    params: reportParams,
    reply: reportDetailsSchema,
  },
  closeReport: {
    ...calls.closeReport,
    summary: 'Close a report, and maybe allow withdrawals again; needs a reason in X-Reason',
    params: reportParams,
    body: reportClosingSchema,
    reply: reportDetailsSchema,
  },
  readHome: {
    ...calls.readHome,
    summary: 'What waits, what came and went, and how the books stand',
    reply: homeSchema,
  },
  checkBooks: {
    ...calls.checkBooks,
    summary: 'Every invariant of the books, checked now over all data; answers when that has ended',
    reply: z.array(bookCheckSchema),
  },
  readBooks: {
    ...calls.readBooks,
    summary: 'How the books stood at the last check; begins to check the accounts that changed since',
    reply: booksStateSchema,
  },
  recheckBooks: {
    ...calls.recheckBooks,
    summary: 'Begins to check all accounts anew, and answers the same',
    reply: booksStateSchema,
  },
  listOffenders: {
    ...calls.listOffenders,
    summary: 'The rows that break one invariant of the books',
    params: bookCheckParams,
    list: offenderList,
    reply: z.array(offenderSchema),
  },
  readHistory: {
    ...calls.readHistory,
    summary:
      'The sealed history: its newest checkpoint, what waits to be sealed, and the check of all leaves',
    reply: historyStateSchema,
  },
  checkHistory: {
    ...calls.checkHistory,
    summary: 'Begins to check all leaves of the sealed history anew, and answers the same',
    reply: historyStateSchema,
  },
  readHistoryProof: {
    ...calls.readHistoryProof,
    summary: 'What shows that the own entries and reports are in the sealed history',
    reply: historyProofSchema,
  },
  listOffered: {
    ...calls.listOffered,
    summary: 'The calls that this host has, each as its method and path',
    reply: z.array(z.string()),
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The parsed request body of an endpoint; bytes where it is an upload. */
export type BodyOf<E> = E extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : E extends { upload: readonly string[] }
    ? Uint8Array
    : undefined;
/** What a caller sends as the body of an endpoint. */
export type BodyInputOf<E> = E extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : E extends { upload: readonly string[] }
    ? Blob
    : undefined;
/** The parsed query of an endpoint that is no list. */
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? z.output<P> : undefined;
/** What `data` of an endpoint's answer holds. */
export type ReplyOf<E> = E extends { reply: infer R extends z.ZodType }
  ? z.output<R> | (E extends { proposes: true } ? SentForApproval : never)
  : never;
