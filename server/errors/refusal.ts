import type { ErrorCode } from '../../contract/enums';
import type { SignInStep } from '../../contract/factors';
import { refusals } from '../../contract/refusals';

interface RefusalOptions {
  /** The request field the message belongs to. */
  field?: string;
  /** Seconds after which asking again may help. */
  retryAfter?: number;
  /** How a sign-in goes on that lacks the second factor. */
  signIn?: SignInStep;
}

/** What a caller is refused, and can act on. Which HTTP status that is, only server/http/statuses.ts knows. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly signIn: SignInStep | undefined;

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message);
    this.code = code;
    this.field = options.field;
    this.retryAfter = options.retryAfter;
    this.signIn = options.signIn;
  }
}

export const refuse = {
  badRequest: (message: string, field?: string) =>
    new Refusal('bad_request', message, field === undefined ? {} : { field }),
  invalid: (message: string, field: string) => new Refusal('validation', message, { field }),
  unauthorized: () => new Refusal('unauthorized', refusals.unauthorized),
  factorSetupRequired: () => new Refusal('factor_setup_required', refusals.factorSetupRequired),
  stepUpRequired: () => new Refusal('step_up_required', refusals.stepUpRequired),
  actNotConfirmed: () => new Refusal('act_not_confirmed', refusals.actNotConfirmed),
  forbidden: () => new Refusal('forbidden', refusals.forbidden),
  notFound: () => new Refusal('not_found', refusals.notFound),
  staleVersion: () => new Refusal('stale_version', refusals.staleVersion),
  rateLimited: (retryAfter: number) => new Refusal('rate_limited', refusals.rateLimited, { retryAfter }),
  unavailable: (retryAfter = 1) => new Refusal('unavailable', refusals.unavailable, { retryAfter }),
};
