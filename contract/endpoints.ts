import { accountEditSchema, accountSchema, adminAccountSchema } from './account';
import { loginSchema, otpCheckSchema, otpRequestSchema, passwordResetSchema } from './auth';
import * as fields from './fields';
import { accountList, type ListSpec, ownTransactionList, transactionList, userList } from './list-query';
import { statusChangeSchema, transactionCreateSchema, transactionSchema } from './transaction';
import { passwordChangeSchema, profileUpdateSchema, registrationSchema, userSchema } from './user';
import { walletSchema } from './wallet';
import { messageReply } from './wire';
import { z } from './zod';

/** Who may call an endpoint. `signedIn` is any role. */
export type Access = 'public' | 'signedIn' | 'investor' | 'admin';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  /** Path parameters as `:name`. */
  path: string;
  access: Access;
  summary: string;
  /** The status of success. */
  status: 200 | 201;
  params?: z.ZodType<Record<string, string>>;
  body?: z.ZodType;
  /** Set on lists: what they can be sorted and filtered by. */
  list?: ListSpec;
  /** What `data` holds. */
  reply: z.ZodType;
}

const trxParams = z.strictObject({ trxId: fields.id });
const userParams = z.strictObject({ userId: fields.id });

/** Every call of the API (specification, section 7, and design, sections 6 and 8), by name. */
export const endpoints = {
  readAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'investor',
    summary: "The signed-in investor's account",
    status: 200,
    reply: accountSchema,
  },
  readUser: {
    method: 'GET',
    path: '/api/user',
    access: 'signedIn',
    summary: 'The signed-in person',
    status: 200,
    reply: userSchema,
  },
  updateUser: {
    method: 'PUT',
    path: '/api/user',
    access: 'signedIn',
    summary: 'Change the own profile; send only changed fields',
    status: 200,
    body: profileUpdateSchema,
    reply: userSchema,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/user/password',
    access: 'signedIn',
    summary: 'Change the own password; ends the other sessions',
    status: 200,
    body: passwordChangeSchema,
    reply: messageReply,
  },
  register: {
    method: 'POST',
    path: '/api/user/create',
    access: 'public',
    summary: 'Register; a code goes to the address',
    status: 201,
    body: registrationSchema,
    reply: z.object({ email: z.string() }),
  },
  login: {
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    summary: 'Sign in; data is the token',
    status: 200,
    body: loginSchema,
    reply: z.string(),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'signedIn',
    summary: 'End this session',
    status: 200,
    reply: messageReply,
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'public',
    summary: 'Activate a registration with its code; data is the token',
    status: 200,
    body: otpCheckSchema,
    reply: z.string(),
  },
  resendOtp: {
    method: 'POST',
    path: '/api/auth/resendOTP',
    access: 'public',
    summary: 'Send a new code',
    status: 200,
    body: otpRequestSchema,
    reply: messageReply,
  },
  verifyPasswordOtp: {
    method: 'POST',
    path: '/api/auth/password/verify',
    access: 'public',
    summary: 'Trade a reset code for a reset token',
    status: 200,
    body: otpCheckSchema,
    reply: z.string(),
  },
  resetPassword: {
    method: 'PUT',
    path: '/api/auth/password',
    access: 'public',
    summary: 'Set a new password with a reset token; ends all sessions',
    status: 200,
    body: passwordResetSchema,
    reply: messageReply,
  },
  createTransaction: {
    method: 'POST',
    path: '/api/transaction/create',
    access: 'investor',
    summary: 'Report a deposit or ask for a withdrawal',
    status: 201,
    body: transactionCreateSchema,
    reply: transactionSchema,
  },
  listOwnTransactions: {
    method: 'GET',
    path: '/api/transaction/all',
    access: 'investor',
    summary: "The signed-in investor's transactions",
    status: 200,
    list: ownTransactionList,
    reply: z.array(transactionSchema),
  },
  cancelWithdrawal: {
    method: 'POST',
    path: '/api/transaction/:trxId/cancel',
    access: 'investor',
    summary: 'Cancel an own pending withdrawal; the reserved amount returns to the balance',
    status: 200,
    params: trxParams,
    reply: transactionSchema,
  },
  listWallets: {
    method: 'GET',
    path: '/api/wallets',
    access: 'investor',
    summary: 'The platform addresses, one per currency',
    status: 200,
    reply: z.array(walletSchema),
  },
  listUsers: {
    method: 'GET',
    path: '/api/user/users',
    access: 'admin',
    summary: 'All users',
    status: 200,
    list: userList,
    reply: z.array(userSchema),
  },
  readUserById: {
    method: 'GET',
    path: '/api/user/:userId',
    access: 'admin',
    summary: 'One user',
    status: 200,
    params: userParams,
    reply: userSchema,
  },
  listTransactions: {
    method: 'GET',
    path: '/api/transaction/transactions',
    access: 'admin',
    summary: 'The transactions of all investors',
    status: 200,
    list: transactionList,
    reply: z.array(transactionSchema),
  },
  readTransaction: {
    method: 'GET',
    path: '/api/transaction/:trxId',
    access: 'admin',
    summary: 'One transaction',
    status: 200,
    params: trxParams,
    reply: transactionSchema,
  },
  changeStatus: {
    method: 'PUT',
    path: '/api/transaction/:trxId',
    access: 'admin',
    summary: 'Set the status of a transaction; the account moves with it',
    status: 200,
    params: trxParams,
    body: statusChangeSchema,
    reply: transactionSchema,
  },
  listAccounts: {
    method: 'GET',
    path: '/api/account/all',
    access: 'admin',
    summary: 'All accounts',
    status: 200,
    list: accountList,
    reply: z.array(adminAccountSchema),
  },
  readAccountById: {
    method: 'GET',
    path: '/api/account/:userId',
    access: 'admin',
    summary: 'One account',
    status: 200,
    params: userParams,
    reply: adminAccountSchema,
  },
  editAccount: {
    method: 'PUT',
    path: '/api/account/:userId',
    access: 'admin',
    summary: 'Set figures of an account; the differences are posted as adjustments',
    status: 200,
    params: userParams,
    body: accountEditSchema,
    reply: adminAccountSchema,
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The parsed request body of an endpoint. */
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
/** What a caller sends as the body of an endpoint. */
export type BodyInputOf<E> = E extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? z.output<P> : undefined;
/** What `data` of an endpoint's answer holds. */
export type ReplyOf<E> = E extends { reply: infer R extends z.ZodType } ? z.output<R> : never;
