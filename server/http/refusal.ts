import type { ErrorCode } from '../../contract/enums';
import { refusals } from '../../contract/messages';

interface RefusalOptions {
  /** The request field the message belongs to. */
  field?: string;
  /** Seconds after which asking again may help. */
  retryAfter?: number;
}

/** A request answered with an error the caller can act on. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = options.field;
    this.retryAfter = options.retryAfter;
  }
}

export const refuse = {
  badRequest: (message: string, field?: string) =>
    new Refusal(400, 'bad_request', message, field === undefined ? {} : { field }),
  invalid: (message: string, field: string) => new Refusal(422, 'validation', message, { field }),
  unauthorized: () => new Refusal(401, 'unauthorized', refusals.unauthorized),
  forbidden: () => new Refusal(403, 'forbidden', refusals.forbidden),
  notFound: () => new Refusal(404, 'not_found', refusals.notFound),
  staleVersion: () => new Refusal(412, 'stale_version', refusals.staleVersion),
  rateLimited: (retryAfter: number) => new Refusal(429, 'rate_limited', refusals.rateLimited, { retryAfter }),
  unavailable: () => new Refusal(503, 'unavailable', refusals.unavailable, { retryAfter: 1 }),
};
