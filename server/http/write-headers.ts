import type { FastifyRequest } from 'fastify';
import { ownReasons } from '../../contract/console-names';
import { headers } from '../../contract/headers';
import { idempotencyKey, reasonHeader } from '../../contract/wire';
import { refuse } from '../errors/refusal';
import type { Actor, Caller } from '../request';

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The caller's key of a write, if it sent one; throws 400 when it is none. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const value = header(request, headers.idempotencyKey);
  if (value === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(value);
  if (!parsed.success) throw refuse.badRequest('Idempotency-Key must be 1 to 200 visible ASCII characters');
  return parsed.data;
}

/** The version a caller has read, if it names one in `If-Match`; throws 400 when it is none. */
export function readIfMatch(request: FastifyRequest): number | undefined {
  const value = header(request, headers.ifMatch);
  if (value === undefined || value === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(value)?.[1];
  if (version === undefined) throw refuse.badRequest('If-Match must be a version, like "7"');
  return Number(version);
}

/** Who acts in this request, for the books; the reason comes percent-encoded in `X-Reason`. */
export function actorOf(request: FastifyRequest, caller: Caller): Actor & { userId: string } {
  return {
    userId: caller.userId,
    requestId: request.id,
    reason: readReason(request),
    sessionId: caller.sessionId,
    ...(caller.factor === 'stale' && { stepUpDue: true }),
  };
}

/** What only the server says: some of it decides what counts (server/transactions/as-reported.ts). */
const reserved: readonly string[] = Object.values(ownReasons);

/** Why, if the caller says so in `X-Reason`; throws 400 when that is none, or one of the server's own. */
export function readReason(request: FastifyRequest): string | undefined {
  const value = header(request, headers.reason);
  if (value === undefined || value === '') return undefined;
  const problem = refuse.badRequest('X-Reason must be percent-encoded text of at most 2,000 characters');
  let text: string;
  try {
    text = decodeURIComponent(value);
  } catch {
    throw problem;
  }
  const reason = reasonHeader.safeParse(text);
  if (!reason.success) throw problem;
  if (reserved.includes(reason.data)) {
    throw refuse.badRequest('X-Reason must not be a reason that the server gives itself');
  }
  return reason.data === '' ? undefined : reason.data;
}
