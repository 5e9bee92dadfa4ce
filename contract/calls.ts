import type { Access } from './access';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters as `:name`. */
  path: string;
  access: Access;
  /** The status of success, if it is not 200. */
  status?: 201 | 202;
  /** Open to whoever has yet to set up the second factor that the operator asks for (docs/rules.md, "Second factor"). */
  beforeFactor?: true;
  /** Whoever has a second factor must have shown it a short while ago, or for this very call (docs/rules.md, "Step-up"). */
  stepUp?: true;
  /** May be sent to a second administrator instead: then 202 and the proposal (docs/rules.md, "Two persons"). */
  proposes?: true;
}

/**
 * Every call of the API by name, and who may call it (docs/rules.md, "Roles"): all that a caller needs at run
 * time. What goes in and comes out is in endpoints.ts.
 */
export const calls = {
  listDocuments: {
    method: 'GET',
    path: '/api/legal',
    access: 'public',
  },
  readOwnDocuments: {
    method: 'GET',
    path: '/api/user/documents',
    access: 'investor',
  },
  acceptDocuments: {
    method: 'POST',
    path: '/api/user/documents',
    access: 'investor',
  },
  readUserDocuments: {
    method: 'GET',
    path: '/api/user/:userId/documents',
    access: 'console',
  },
  readAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'investor',
  },
  listOwnEntries: {
    method: 'GET',
    path: '/api/account/entries',
    access: 'investor',
  },
  readOwnFigures: {
    method: 'GET',
    path: '/api/account/figures',
    access: 'investor',
  },
  listOwnFigureDays: {
    method: 'GET',
    path: '/api/account/figures/days',
    access: 'investor',
  },
  listOwnStatements: {
    method: 'GET',
    path: '/api/account/statements',
    access: 'investor',
  },
  readOwnStatement: {
    method: 'GET',
    path: '/api/account/statements/:period',
    access: 'investor',
  },
  printOwnStatement: {
    method: 'GET',
    path: '/api/account/statements/:period/pdf',
    access: 'investor',
  },
  setStatementMail: {
    method: 'PUT',
    path: '/api/account/statements/mail',
    access: 'investor',
  },
  listAddresses: {
    method: 'GET',
    path: '/api/account/addresses',
    access: 'investor',
  },
  addAddress: {
    method: 'POST',
    path: '/api/account/addresses',
    access: 'investor',
    status: 201,
    stepUp: true,
  },
  removeAddress: {
    method: 'DELETE',
    path: '/api/account/addresses/:addressId',
    access: 'investor',
  },
  readUser: {
    method: 'GET',
    path: '/api/user',
    access: 'signedIn',
    beforeFactor: true,
  },
  updateUser: {
    method: 'PUT',
    path: '/api/user',
    access: 'signedIn',
  },
  readOwnData: {
    method: 'GET',
    path: '/api/user/data',
    access: 'signedIn',
    stepUp: true,
  },
  readErasure: {
    method: 'GET',
    path: '/api/user/:userId/erasure',
    access: 'console',
  },
  erasePerson: {
    method: 'POST',
    path: '/api/user/:userId/erasure',
    access: 'admin',
    stepUp: true,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/user/password',
    access: 'signedIn',
    stepUp: true,
  },
  register: {
    method: 'POST',
    path: '/api/user/create',
    access: 'public',
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'signedIn',
    beforeFactor: true,
  },
  finishSignIn: {
    method: 'POST',
    path: '/api/auth/factor',
    access: 'public',
  },
  startPasskeySignIn: {
    method: 'POST',
    path: '/api/auth/factor/passkey',
    access: 'public',
  },
  stepUp: {
    method: 'POST',
    path: '/api/auth/step-up',
    access: 'signedIn',
  },
  startPasskeyStepUp: {
    method: 'POST',
    path: '/api/auth/step-up/passkey',
    access: 'signedIn',
  },
  signAct: {
    method: 'POST',
    path: '/api/auth/step-up/passkey/:actId',
    access: 'signedIn',
  },
  listFactors: {
    method: 'GET',
    path: '/api/user/factors',
    access: 'signedIn',
    beforeFactor: true,
  },
  startTotp: {
    method: 'POST',
    path: '/api/user/factors/totp',
    access: 'signedIn',
    beforeFactor: true,
    stepUp: true,
  },
  startPasskey: {
    method: 'POST',
    path: '/api/user/factors/passkey',
    access: 'signedIn',
    beforeFactor: true,
    stepUp: true,
  },
  addFactor: {
    method: 'POST',
    path: '/api/user/factors',
    access: 'signedIn',
    status: 201,
    beforeFactor: true,
    stepUp: true,
  },
  removeFactor: {
    method: 'DELETE',
    path: '/api/user/factors/:factorId',
    access: 'signedIn',
    stepUp: true,
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/user/factors/recovery-codes',
    access: 'signedIn',
    stepUp: true,
  },
  listSessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'signedIn',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'signedIn',
  },
  endSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    access: 'signedIn',
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'public',
  },
  resendOtp: {
    method: 'POST',
    path: '/api/auth/resendOTP',
    access: 'public',
  },
  verifyPasswordOtp: {
    method: 'POST',
    path: '/api/auth/password/verify',
    access: 'public',
  },
  resetPassword: {
    method: 'PUT',
    path: '/api/auth/password',
    access: 'public',
  },
  readInvitation: {
    method: 'POST',
    path: '/api/auth/invitation',
    access: 'public',
  },
  acceptInvitation: {
    method: 'PUT',
    path: '/api/auth/invitation',
    access: 'public',
  },
  reportTakeover: {
    method: 'POST',
    path: '/api/auth/not-me',
    access: 'public',
  },
  createTransaction: {
    method: 'POST',
    path: '/api/transaction/create',
    access: 'investor',
    status: 201,
  },
  listOwnTransactions: {
    method: 'GET',
    path: '/api/transaction/all',
    access: 'investor',
  },
  cancelWithdrawal: {
    method: 'POST',
    path: '/api/transaction/:trxId/cancel',
    access: 'investor',
  },
  readTransactionHistory: {
    method: 'GET',
    path: '/api/transaction/:trxId/history',
    access: 'signedIn',
  },
  uploadProof: {
    method: 'POST',
    path: '/api/proofs',
    access: 'investor',
    status: 201,
  },
  viewProof: {
    method: 'GET',
    path: '/api/proofs/:proofId',
    access: 'public',
  },
  listWallets: {
    method: 'GET',
    path: '/api/wallets',
    access: 'investor',
  },
  listUsers: {
    method: 'GET',
    path: '/api/user/users',
    access: 'console',
  },
  readUserById: {
    method: 'GET',
    path: '/api/user/:userId',
    access: 'console',
  },
  listUserSessions: {
    method: 'GET',
    path: '/api/user/:userId/sessions',
    access: 'console',
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/user/:userId/sessions',
    access: 'admin',
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/user/:userId/sessions/:sessionId',
    access: 'admin',
  },
  disableUser: {
    method: 'POST',
    path: '/api/user/:userId/disable',
    access: 'admin',
    stepUp: true,
  },
  enableUser: {
    method: 'POST',
    path: '/api/user/:userId/enable',
    access: 'admin',
    stepUp: true,
    proposes: true,
  },
  offboardUser: {
    method: 'POST',
    path: '/api/user/:userId/offboard',
    access: 'admin',
    stepUp: true,
    proposes: true,
  },
  listInvitations: {
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'console',
  },
  inviteUser: {
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    status: 201,
    stepUp: true,
    proposes: true,
  },
  sendInvitation: {
    method: 'POST',
    path: '/api/admin/invitations/:invitationId/send',
    access: 'admin',
    stepUp: true,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/admin/invitations/:invitationId',
    access: 'admin',
    stepUp: true,
  },
  resetUserFactors: {
    method: 'DELETE',
    path: '/api/user/:userId/factors',
    access: 'admin',
    status: 202,
    stepUp: true,
  },
  listTransactions: {
    method: 'GET',
    path: '/api/transaction/transactions',
    access: 'console',
  },
  readTransaction: {
    method: 'GET',
    path: '/api/transaction/:trxId',
    access: 'console',
  },
  readReview: {
    method: 'GET',
    path: '/api/transaction/:trxId/review',
    access: 'console',
  },
  previewStatus: {
    method: 'POST',
    path: '/api/transaction/:trxId/preview',
    access: 'console',
  },
  changeStatus: {
    method: 'PUT',
    path: '/api/transaction/:trxId',
    access: 'admin',
    proposes: true,
  },
  previewStatuses: {
    method: 'POST',
    path: '/api/transaction/bulk/preview',
    access: 'console',
  },
  changeStatuses: {
    method: 'POST',
    path: '/api/transaction/bulk',
    access: 'admin',
    stepUp: true,
  },
  listAccounts: {
    method: 'GET',
    path: '/api/account/all',
    access: 'console',
  },
  readAccountById: {
    method: 'GET',
    path: '/api/account/:userId',
    access: 'console',
  },
  readAllFigures: {
    method: 'GET',
    path: '/api/account/all/figures',
    access: 'console',
  },
  listAllFigureDays: {
    method: 'GET',
    path: '/api/account/all/figures/days',
    access: 'console',
  },
  readFigures: {
    method: 'GET',
    path: '/api/account/:userId/figures',
    access: 'console',
  },
  listFigureDays: {
    method: 'GET',
    path: '/api/account/:userId/figures/days',
    access: 'console',
  },
  listStatements: {
    method: 'GET',
    path: '/api/account/:userId/statements',
    access: 'console',
  },
  readStatement: {
    method: 'GET',
    path: '/api/account/:userId/statements/:period',
    access: 'console',
  },
  printStatement: {
    method: 'GET',
    path: '/api/account/:userId/statements/:period/pdf',
    access: 'console',
  },
  listEntries: {
    method: 'GET',
    path: '/api/account/:userId/entries',
    access: 'console',
  },
  previewAccountEdit: {
    method: 'POST',
    path: '/api/account/:userId/preview',
    access: 'console',
  },
  editAccount: {
    method: 'PUT',
    path: '/api/account/:userId',
    access: 'admin',
    stepUp: true,
    proposes: true,
  },
  freezeAccount: {
    method: 'PUT',
    path: '/api/account/:userId/frozen',
    access: 'admin',
  },
  listProposals: {
    method: 'GET',
    path: '/api/admin/proposals',
    access: 'console',
  },
  readProposal: {
    method: 'GET',
    path: '/api/admin/proposals/:proposalId',
    access: 'console',
  },
  approveProposal: {
    method: 'POST',
    path: '/api/admin/proposals/:proposalId/approve',
    access: 'admin',
    stepUp: true,
  },
  declineProposal: {
    method: 'POST',
    path: '/api/admin/proposals/:proposalId/decline',
    access: 'admin',
  },
  withdrawProposal: {
    method: 'POST',
    path: '/api/admin/proposals/:proposalId/withdraw',
    access: 'admin',
  },
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'console',
  },
  readActProof: {
    method: 'GET',
    path: '/api/admin/audit/proofs/:proofId',
    access: 'console',
  },
  listSecurityEvents: {
    method: 'GET',
    path: '/api/admin/security',
    access: 'console',
  },
  readSecurityPolicy: {
    method: 'GET',
    path: '/api/admin/security/policy',
    access: 'console',
  },
  listMail: {
    method: 'GET',
    path: '/api/admin/mail',
    access: 'console',
  },
  listReports: {
    method: 'GET',
    path: '/api/admin/reports',
    access: 'console',
  },
  readReport: {
    method: 'GET',
    path: '/api/admin/reports/:reportId',
    access: 'console',
  },
  closeReport: {
    method: 'PUT',
    path: '/api/admin/reports/:reportId',
    access: 'admin',
    stepUp: true,
  },
  readHome: {
    method: 'GET',
    path: '/api/admin/home',
    access: 'console',
  },
  checkBooks: {
    method: 'GET',
    path: '/api/admin/books',
    access: 'console',
  },
  readBooks: {
    method: 'GET',
    path: '/api/admin/books/state',
    access: 'console',
  },
  recheckBooks: {
    method: 'GET',
    path: '/api/admin/books/recheck',
    access: 'console',
  },
  listOffenders: {
    method: 'GET',
    path: '/api/admin/books/:check',
    access: 'console',
  },
  readHistory: {
    method: 'GET',
    path: '/api/admin/history',
    access: 'console',
  },
  checkHistory: {
    method: 'GET',
    path: '/api/admin/history/check',
    access: 'console',
  },
  readHistoryProof: {
    method: 'GET',
    path: '/api/account/proof',
    access: 'investor',
  },
  listOffered: {
    method: 'GET',
    path: '/api/admin/offered',
    access: 'console',
  },
} as const satisfies Record<string, Call>;

/** A call as `listOffered` names it: 'GET /api/admin/audit'. */
export type OfferedCall = `${Call['method']} ${string}`;

/** How `listOffered` names a call. */
export function offeredAs({ method, path }: Pick<Call, 'method' | 'path'>): OfferedCall {
  return `${method} ${path}`;
}

/** Where resources that the operator adds are found: `/{name}` and `/{name}/{id}` under it. */
export const resourcesPath = '/api/admin';
