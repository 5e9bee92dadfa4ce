import { v4 as randomUuid } from 'uuid';
import type { EndpointName, Endpoints, ReplyOf } from '../../../contract/endpoints';
import { type CallOptions, call } from '../../shared/api';
import { ApiError } from '../../shared/api-error';

/** The keys of writes that had no answer, by all that they say. */
const unanswered = new Map<string, string>();

/** Whether it is known what became of a write. A gateway may fail after the host has done it, which may still be at it. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status > 0 && error.status < 500 && !error.has('idempotency_in_flight');
}

/**
 * Sends a write under an idempotency key. One that says the same as one that had no answer goes out under the key of that one: the
 * host answers what became of it, and does nothing twice (docs/rules.md, "Versions and idempotency"). With another key it would be
 * refused as somebody else's change.
 */
export async function sendWrite<Answer>(
  says: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const text = JSON.stringify(says);
  const key = unanswered.get(text) ?? randomUuid();
  try {
    const answer = await send(key);
    unanswered.delete(text);
    return answer;
  } catch (error) {
    if (isAnswer(error)) unanswered.delete(text);
    else unanswered.set(text, key);
    throw error;
  }
}

/** As `call`, for what changes something. */
export function callWrite<N extends EndpointName>(
  name: N,
  options: CallOptions<N>,
): Promise<ReplyOf<Endpoints[N]>> {
  return sendWrite([name, options], (idempotencyKey) => call(name, { ...options, idempotencyKey }));
}
