import type { UserType } from './enums';

/** Who may call an endpoint. `signedIn` is any role, `console` is whoever may look around in the console. */
export type Access = 'public' | 'signedIn' | 'investor' | 'console' | 'admin';

const roles: Readonly<Record<Exclude<Access, 'public'>, readonly UserType[]>> = {
  signedIn: ['investor', 'admin', 'auditor'],
  investor: ['investor'],
  console: ['admin', 'auditor'],
  admin: ['admin'],
};

/** Whether a signed-in person may call an endpoint; a role nobody knows may call the public ones only. */
export function mayCall(access: Access, type: string): boolean {
  return access === 'public' || roles[access].some((role) => role === type);
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters as `:name`. */
  path: string;
  access: Access;
  /** The status of success. */
  status: 200 | 201 | 202;
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
    status: 200,
  },
  readOwnDocuments: {
    method: 'GET',
    path: '/api/user/documents',
    access: 'investor',
    status: 200,
  },
  acceptDocuments: {
    method: 'POST',
    path: '/api/user/documents',
    access: 'investor',
    status: 200,
  },
  readUserDocuments: {
    method: 'GET',
    path: '/api/user/:userId/documents',
    access: 'console',
    status: 200,
  },
  readAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'investor',
    status: 200,
  },
  listOwnEntries: {
    method: 'GET',
    path: '/api/account/entries',
    access: 'investor',
    status: 200,
  },
  readOwnFigures: {
    method: 'GET',
    path: '/api/account/figures',
    access: 'investor',
    status: 200,
  },
  listOwnFigureDays: {
    method: 'GET',
    path: '/api/account/figures/days',
    access: 'investor',
    status: 200,
  },
  listOwnStatements: {
    method: 'GET',
    path: '/api/account/statements',
    access: 'investor',
    status: 200,
  },
  readOwnStatement: {
    method: 'GET',
    path: '/api/account/statements/:period',
    access: 'investor',
    status: 200,
  },
  printOwnStatement: {
    method: 'GET',
    path: '/api/account/statements/:period/pdf',
    access: 'investor',
    status: 200,
  },
  setStatementMail: {
    method: 'PUT',
    path: '/api/account/statements/mail',
    access: 'investor',
    status: 200,
  },
  listAddresses: {
    method: 'GET',
    path: '/api/account/addresses',
    access: 'investor',
    status: 200,
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
    status: 200,
  },
  readUser: {
    method: 'GET',
    path: '/api/user',
    access: 'signedIn',
    status: 200,
    beforeFactor: true,
  },
  updateUser: {
    method: 'PUT',
    path: '/api/user',
    access: 'signedIn',
    status: 200,
  },
  readOwnData: {
    method: 'GET',
    path: '/api/user/data',
    access: 'signedIn',
    status: 200,
    stepUp: true,
  },
  readErasure: {
    method: 'GET',
    path: '/api/user/:userId/erasure',
    access: 'console',
    status: 200,
  },
  erasePerson: {
    method: 'POST',
    path: '/api/user/:userId/erasure',
    access: 'admin',
    status: 200,
    stepUp: true,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/user/password',
    access: 'signedIn',
    status: 200,
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
    status: 200,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'signedIn',
    status: 200,
    beforeFactor: true,
  },
  finishSignIn: {
    method: 'POST',
    path: '/api/auth/factor',
    access: 'public',
    status: 200,
  },
  startPasskeySignIn: {
    method: 'POST',
    path: '/api/auth/factor/passkey',
    access: 'public',
    status: 200,
  },
  stepUp: {
    method: 'POST',
    path: '/api/auth/step-up',
    access: 'signedIn',
    status: 200,
  },
  startPasskeyStepUp: {
    method: 'POST',
    path: '/api/auth/step-up/passkey',
    access: 'signedIn',
    status: 200,
  },
  signAct: {
    method: 'POST',
    path: '/api/auth/step-up/passkey/:actId',
    access: 'signedIn',
    status: 200,
  },
  listFactors: {
    method: 'GET',
    path: '/api/user/factors',
    access: 'signedIn',
    status: 200,
    beforeFactor: true,
  },
  startTotp: {
    method: 'POST',
    path: '/api/user/factors/totp',
    access: 'signedIn',
    status: 200,
    beforeFactor: true,
    stepUp: true,
  },
  startPasskey: {
    method: 'POST',
    path: '/api/user/factors/passkey',
    access: 'signedIn',
    status: 200,
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
    status: 200,
    stepUp: true,
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/user/factors/recovery-codes',
    access: 'signedIn',
    status: 200,
    stepUp: true,
  },
  listSessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'signedIn',
    status: 200,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'signedIn',
    status: 200,
  },
  endSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    access: 'signedIn',
    status: 200,
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'public',
    status: 200,
  },
  resendOtp: {
    method: 'POST',
    path: '/api/auth/resendOTP',
    access: 'public',
    status: 200,
  },
  verifyPasswordOtp: {
    method: 'POST',
    path: '/api/auth/password/verify',
    access: 'public',
    status: 200,
  },
  resetPassword: {
    method: 'PUT',
    path: '/api/auth/password',
    access: 'public',
    status: 200,
  },
  readInvitation: {
    method: 'POST',
    path: '/api/auth/invitation',
    access: 'public',
    status: 200,
  },
  acceptInvitation: {
    method: 'PUT',
    path: '/api/auth/invitation',
    access: 'public',
    status: 200,
  },
  reportTakeover: {
    method: 'POST',
    path: '/api/auth/not-me',
    access: 'public',
    status: 200,
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
    status: 200,
  },
  cancelWithdrawal: {
    method: 'POST',
    path: '/api/transaction/:trxId/cancel',
    access: 'investor',
    status: 200,
  },
  readTransactionHistory: {
    method: 'GET',
    path: '/api/transaction/:trxId/history',
    access: 'signedIn',
    status: 200,
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
    status: 200,
  },
  listWallets: {
    method: 'GET',
    path: '/api/wallets',
    access: 'investor',
    status: 200,
  },
  listUsers: {
    method: 'GET',
    path: '/api/user/users',
    access: 'console',
    status: 200,
  },
  readUserById: {
    method: 'GET',
    path: '/api/user/:userId',
    access: 'console',
    status: 200,
  },
  listUserSessions: {
    method: 'GET',
    path: '/api/user/:userId/sessions',
    access: 'console',
    status: 200,
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/user/:userId/sessions',
    access: 'admin',
    status: 200,
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/user/:userId/sessions/:sessionId',
    access: 'admin',
    status: 200,
  },
  disableUser: {
    method: 'POST',
    path: '/api/user/:userId/disable',
    access: 'admin',
    status: 200,
    stepUp: true,
  },
  enableUser: {
    method: 'POST',
    path: '/api/user/:userId/enable',
    access: 'admin',
    status: 200,
    stepUp: true,
    proposes: true,
  },
  offboardUser: {
    method: 'POST',
    path: '/api/user/:userId/offboard',
    access: 'admin',
    status: 200,
    stepUp: true,
    proposes: true,
  },
  listInvitations: {
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'console',
    status: 200,
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
    status: 200,
    stepUp: true,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/admin/invitations/:invitationId',
    access: 'admin',
    status: 200,
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
    status: 200,
  },
  readTransaction: {
    method: 'GET',
    path: '/api/transaction/:trxId',
    access: 'console',
    status: 200,
  },
  readReview: {
    method: 'GET',
    path: '/api/transaction/:trxId/review',
    access: 'console',
    status: 200,
  },
  previewStatus: {
    method: 'POST',
    path: '/api/transaction/:trxId/preview',
    access: 'console',
    status: 200,
  },
  changeStatus: {
    method: 'PUT',
    path: '/api/transaction/:trxId',
    access: 'admin',
    status: 200,
    proposes: true,
  },
  previewStatuses: {
    method: 'POST',
    path: '/api/transaction/bulk/preview',
    access: 'console',
    status: 200,
  },
  changeStatuses: {
    method: 'POST',
    path: '/api/transaction/bulk',
    access: 'admin',
    status: 200,
    stepUp: true,
  },
  listAccounts: {
    method: 'GET',
    path: '/api/account/all',
    access: 'console',
    status: 200,
  },
  readAccountById: {
    method: 'GET',
    path: '/api/account/:userId',
    access: 'console',
    status: 200,
  },
  readAllFigures: {
    method: 'GET',
    path: '/api/account/all/figures',
    access: 'console',
    status: 200,
  },
  listAllFigureDays: {
    method: 'GET',
    path: '/api/account/all/figures/days',
    access: 'console',
    status: 200,
  },
  readFigures: {
    method: 'GET',
    path: '/api/account/:userId/figures',
    access: 'console',
    status: 200,
  },
  listFigureDays: {
    method: 'GET',
    path: '/api/account/:userId/figures/days',
    access: 'console',
    status: 200,
  },
  listStatements: {
    method: 'GET',
    path: '/api/account/:userId/statements',
    access: 'console',
    status: 200,
  },
  readStatement: {
    method: 'GET',
    path: '/api/account/:userId/statements/:period',
    access: 'console',
    status: 200,
  },
  printStatement: {
    method: 'GET',
    path: '/api/account/:userId/statements/:period/pdf',
    access: 'console',
    status: 200,
  },
  listEntries: {
    method: 'GET',
    path: '/api/account/:userId/entries',
    access: 'console',
    status: 200,
  },
  previewAccountEdit: {
    method: 'POST',
    path: '/api/account/:userId/preview',
    access: 'console',
    status: 200,
  },
  editAccount: {
    method: 'PUT',
    path: '/api/account/:userId',
    access: 'admin',
    status: 200,
    stepUp: true,
    proposes: true,
  },
  freezeAccount: {
    method: 'PUT',
    path: '/api/account/:userId/frozen',
    access: 'admin',
    status: 200,
  },
  listProposals: {
    method: 'GET',
    path: '/api/admin/proposals',
    access: 'console',
    status: 200,
  },
  readProposal: {
    method: 'GET',
    path: '/api/admin/proposals/:proposalId',
    access: 'console',
    status: 200,
  },
  approveProposal: {
    method: 'POST',
    path: '/api/admin/proposals/:proposalId/approve',
    access: 'admin',
    status: 200,
    stepUp: true,
  },
  declineProposal: {
    method: 'POST',
    path: '/api/admin/proposals/:proposalId/decline',
    access: 'admin',
    status: 200,
  },
  withdrawProposal: {
    method: 'POST',
    path: '/api/admin/proposals/:proposalId/withdraw',
    access: 'admin',
    status: 200,
  },
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'console',
    status: 200,
  },
  readActProof: {
    method: 'GET',
    path: '/api/admin/audit/proofs/:proofId',
    access: 'console',
    status: 200,
  },
  listSecurityEvents: {
    method: 'GET',
    path: '/api/admin/security',
    access: 'console',
    status: 200,
  },
  readSecurityPolicy: {
    method: 'GET',
    path: '/api/admin/security/policy',
    access: 'console',
    status: 200,
  },
  listMail: {
    method: 'GET',
    path: '/api/admin/mail',
    access: 'console',
    status: 200,
  },
  listReports: {
    method: 'GET',
    path: '/api/admin/reports',
    access: 'console',
    status: 200,
  },
  readReport: {
    method: 'GET',
    path: '/api/admin/reports/:reportId',
    access: 'console',
    status: 200,
  },
  closeReport: {
    method: 'PUT',
    path: '/api/admin/reports/:reportId',
    access: 'admin',
    status: 200,
    stepUp: true,
  },
  readHome: {
    method: 'GET',
    path: '/api/admin/home',
    access: 'console',
    status: 200,
  },
  checkBooks: {
    method: 'GET',
    path: '/api/admin/books',
    access: 'console',
    status: 200,
  },
  readBooks: {
    method: 'GET',
    path: '/api/admin/books/state',
    access: 'console',
    status: 200,
  },
  recheckBooks: {
    method: 'GET',
    path: '/api/admin/books/recheck',
    access: 'console',
    status: 200,
  },
  listOffenders: {
    method: 'GET',
    path: '/api/admin/books/:check',
    access: 'console',
    status: 200,
  },
  readHistory: {
    method: 'GET',
    path: '/api/admin/history',
    access: 'console',
    status: 200,
  },
  checkHistory: {
    method: 'GET',
    path: '/api/admin/history/check',
    access: 'console',
    status: 200,
  },
  readHistoryProof: {
    method: 'GET',
    path: '/api/account/proof',
    access: 'investor',
    status: 200,
  },
  listOffered: {
    method: 'GET',
    path: '/api/admin/offered',
    access: 'console',
    status: 200,
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
