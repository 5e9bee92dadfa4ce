import { editableFieldNames } from './chart';
import { currencies } from './currencies';
import { plans } from './plans';

/**
 * The words of every enum, apart from their schemas: the first pages of a visit use some of these and no schema, and
 * zod is a fifth of what such a page would load.
 */
export const enumValues = {
  /** Roles of a signed-in person (docs/rules.md, "Roles"); an auditor reads what an administrator reads. */
  userTypes: ['investor', 'admin', 'auditor'],
  /** Whether a person may sign in: an offboarded one never again (docs/rules.md, "Invitations and standing"). */
  userStandings: ['enabled', 'disabled', 'offboarded'],
  /** Roles that people are invited to; investors register themselves. */
  invitedTypes: ['admin', 'auditor'],
  trxTypes: ['DEPOSIT', 'WITHDRAWAL'],
  /** Any status may follow any other (docs/rules.md, "Effects of statuses"). */
  trxStatuses: ['PENDING', 'CONFIRMED', 'DECLINED'],
  /** The currencies a person can choose (docs/rules.md, "Currencies and figures"), as they are sent on the wire. */
  cryptos: currencies.map(({ value }) => value),
  /** Plan values on the wire; the cards carry other names (docs/rules.md, "Plans"). */
  planValues: plans.map(({ value }) => value),
  /** The figures of an account an administrator may edit, in the order the edit modal shows them. */
  editableAccountFields: editableFieldNames,
  /** What an entry of the ledger did to a figure; its names are in contract/entry-names.ts. */
  entryKinds: [
    'adjustment',
    'deposit_confirmed',
    'deposit_reversed',
    'withdrawal_reserved',
    'withdrawal_paid',
    'withdrawal_declined',
    'withdrawal_cancelled',
    'withdrawal_reversed',
  ],
  /** What a proof image may be sent as. */
  proofTypes: ['image/jpeg', 'image/png', 'image/webp'],
  /** Who acted, as an investor is told. */
  actors: ['investor', 'operator'],
  /** What is checked in the books (docs/rules.md, "Invariants"); their names are in contract/console-names.ts. */
  bookChecks: [
    'entry-balance',
    'book-balance',
    'account-replay',
    'held-amounts',
    'status-effects',
    'transaction-audit',
    'adjustment-audit',
    'account-versions',
    'statements',
    'account-days',
    'day-totals',
    'platform-addresses',
  ],
  /** What became of a transaction in a change of many. */
  bulkResults: [
    'changed',
    'sent',
    'waiting',
    'unchanged',
    'stale',
    'duplicate',
    'on_hold',
    'frozen',
    'failed',
  ],
  /** Acts that take two administrators (docs/rules.md, "Two persons"); their names are in contract/console-names.ts. */
  proposalKinds: ['address', 'adjustment', 'withdrawal', 'people', 'factors_reset'],
  proposalStatuses: ['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN'],
  /** Why a withdrawal waits (docs/rules.md, "Holds"); what is said of each is in contract/messages.ts. */
  holdCauses: ['new_address', 'credentials_changed'],
  /** What a review of a withdrawal points out; their texts are in contract/review-flag-names.ts. */
  reviewFlags: [
    'new_address',
    'address_of_another',
    'credentials_changed',
    'repeated',
    'many_withdrawals',
    'most_of_balance',
    'young_account',
    'frozen',
  ],
  /** What an OTP is for; the `activity` of POST /api/auth/resendOTP. */
  otpActivities: ['verify_email', 'reset_password'],
  /** Second factors a person can set up (docs/rules.md, "Second factor"). */
  factorKinds: ['totp', 'passkey'],
  /** Security events; their names are in contract/security-event-names.ts. */
  securityEventKinds: [
    'sign_in',
    'sign_in_failed',
    'factor_refused',
    'code_refused',
    'access_refused',
    'limit_hit',
  ],
  /** Mails that carry the link "This was not me"; their names are in contract/report-names.ts. */
  reportedMails: [
    'new_sign_in',
    'password_changed',
    'factor_refused',
    'factor_added',
    'factor_removed',
    'factors_reset',
    'recovery_codes_made',
    'recovery_code_used',
    'address_added',
    'deposit_received',
    'withdrawal_received',
    'withdrawal_cancelled',
    'withdrawal_confirmed',
    'hold_overridden',
    'unfrozen',
    'data_exported',
  ],
  /** What an administrator has found when a report "This was not me" is closed. */
  takeoverFindings: ['theft', 'mistake'],
  reportStates: ['open', 'closed'],
  /** What people agree to before they invest; each is a page of the operator's (contract/legal.ts). */
  legalDocuments: ['terms', 'privacy', 'risk'],
  /** What became of a mail; their names are in contract/console-names.ts. */
  mailStates: ['waiting', 'sent', 'expired', 'failed'],
  /** The reason a request was refused, for programs; people read the message beside it. */
  errorCodes: [
    'bad_request',
    'malformed_json',
    'validation',
    'unauthorized',
    'invalid_credentials',
    'email_not_verified',
    'factor_required',
    'factor_setup_required',
    'step_up_required',
    'act_not_confirmed',
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
    'otp_used_up',
    'invalid_factor',
    'wrong_password',
    'invalid_reset_token',
    'invalid_invitation',
    'invalid_report_link',
    'balance_too_low',
    'insufficient_balance',
    'account_frozen',
    'duplicate_claim',
    'withdrawal_on_hold',
    'withdrawal_frozen',
    'withdrawal_limit',
    'effect_changed',
    'own_proposal',
    'quota_reached',
    'rate_limited',
    'unavailable',
    'internal',
  ],
} as const;
