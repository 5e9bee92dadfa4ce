import type { ErrorCode } from '../../contract/enums';
import type { SignInStep } from '../../contract/factors';
import type { ErrorItem } from '../../contract/wire';

/** A call that failed: the HTTP status (0 when no answer came) and at least one readable error. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: ErrorItem[];
  /** Seconds after which asking again may help, when the host says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, errors: ErrorItem[], retryAfter?: number) {
    super(errors.map((item) => item.message).join('; '));
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** Whether one of the errors has this code. */
  has(code: ErrorCode): boolean {
    return this.errors.some((item) => item.code === code);
  }
}

/**
 * What a call of somebody ends in who is not signed in any more, but somebody else is: the answer is neither theirs nor is it said to
 * them. Not an {@link ApiError}, so that nothing takes it for a refusal of what the present person has sent.
 */
export class ForAnother extends Error {
  /** Of which react-admin's notifications are made. */
  static readonly text = 'Somebody else has signed in meanwhile';
  /** What the call failed with; undefined when it was done. */
  readonly failure: unknown;

  constructor(failure?: unknown) {
    super(ForAnother.text);
    this.name = 'ForAnother';
    this.failure = failure;
  }
}

/**
 * Whether no answer tells what became of a write: none came, one that a gateway may give though the host has done it, or a success
 * that says nothing: one that was cut off, or somebody else's page.
 */
export function isWithoutAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status < 400 || error.status >= 500);
}

/** How a sign-in goes on that was refused for want of the second factor; undefined for any other failure. */
export function signInStepOf(error: unknown): SignInStep | undefined {
  if (!(error instanceof ApiError) || !error.has('factor_required')) return undefined;
  return error.errors.find(({ signIn }) => signIn)?.signIn;
}

/** A failure as the API client threw it; the console's data provider wraps it in an error of its own. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].find((each) => each instanceof ApiError);
}

/**
 * Whether a host has no such call, by what it answers: those of the base calls alone have few (docs/rules.md, "Other hosts").
 * A success that says nothing is a page that the host sends for every address it does not know.
 */
export function saysNoCall(status: number): boolean {
  return [404, 405, 501].includes(status) || (status >= 200 && status < 300);
}

/** What the host has answered since the page was opened: base calls, and others. */
export const answered = { base: false, others: false };

/**
 * Whether a call that a host may lack was refused as one that it does not know. Some hosts answer those by 400 or 403, or fail
 * on them: a failure counts where it is known that the host answers, and has answered none but the base calls.
 */
export function isWithoutCall(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (saysNoCall(error.status)) return true;
  if (error.status >= 500) return answered.base && !answered.others;
  return refusesCall(error);
}

/** Whether a refusal may be of a call that the host does not know; one that asks for a second factor knows it. */
export function refusesCall(error: ApiError): boolean {
  const asks = error.has('factor_setup_required') || error.has('step_up_required');
  return (error.status === 400 || error.status === 403) && !asks;
}
