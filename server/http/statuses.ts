import type { ErrorCode } from '../../contract/enums';

/**
 * The status of each code. HTTP itself refuses three more things as `bad_request`, before any room has been asked: an
 * address that is too long (414, address.ts), an expectation that is not met (417, client-errors.ts) and headers that are
 * too large (431, there as well).
 */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  malformed_json: 400,
  validation: 422,
  unauthorized: 401,
  invalid_credentials: 401,
  email_not_verified: 403,
  factor_required: 403,
  factor_setup_required: 403,
  step_up_required: 403,
  act_not_confirmed: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_in_flight: 409,
  idempotency_mismatch: 422,
  conflict: 409,
  stale_version: 412,
  invalid_otp: 422,
  otp_used_up: 422,
  invalid_factor: 422,
  wrong_password: 422,
  invalid_reset_token: 422,
  invalid_invitation: 422,
  invalid_report_link: 422,
  balance_too_low: 422,
  insufficient_balance: 422,
  account_frozen: 422,
  duplicate_claim: 409,
  withdrawal_on_hold: 409,
  withdrawal_frozen: 409,
  withdrawal_limit: 422,
  effect_changed: 409,
  own_proposal: 403,
  quota_reached: 422,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};
