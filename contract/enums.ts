import { z } from './zod';

/** Roles of a signed-in person (specification, section 6). */
export const userTypes = z.enum(['investor', 'admin']);
export type UserType = z.infer<typeof userTypes>;

export const trxTypes = z.enum(['DEPOSIT', 'WITHDRAWAL']);
export type TrxType = z.infer<typeof trxTypes>;

/** Any status may follow any other (specification, section 4). */
export const trxStatuses = z.enum(['PENDING', 'CONFIRMED', 'DECLINED']);
export type TrxStatus = z.infer<typeof trxStatuses>;

/** What an OTP is for; the `activity` of POST /api/auth/resendOTP. */
export const otpActivities = z.enum(['verify_email', 'reset_password']);
export type OtpActivity = z.infer<typeof otpActivities>;

/** The reason a request was refused, for programs; people read the message beside it. */
export const errorCodes = z.enum([
  'bad_request',
  'malformed_json',
  'validation',
  'unauthorized',
  'invalid_credentials',
  'email_not_verified',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_in_flight',
  'idempotency_mismatch',
  'conflict',
  'stale_version',
  'invalid_otp',
  'wrong_password',
  'invalid_reset_token',
  'balance_too_low',
  'insufficient_balance',
  'rate_limited',
  'unavailable',
  'internal',
]);
export type ErrorCode = z.infer<typeof errorCodes>;
