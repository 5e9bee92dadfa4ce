import { v4 as randomUuid } from 'uuid';
import type { EndpointName, Endpoints, ReplyOf } from '../../../contract/endpoints';
import { type CallOptions, call } from '../../shared/api';
import { ApiError, isWithoutAnswer } from '../../shared/api-error';

/** The keys of writes of which it is not known what became of them, by all that they say. */
const undecided = new Map<string, string>();

/**
 * What is sent by a call from now on is another write, though one whose answer was lost said the same: whoever opens its form
 * anew may have seen what became of that one, and taken it back. For calls that name no version.
 */
export function meanAnew(name: EndpointName): void {
  for (const text of undecided.keys()) if (text.startsWith(`["${name}",`)) undecided.delete(text);
}

/** Refusals by a host that has not looked at the write, of which one sent before may have been done. */
const notLookedAt = new Set([401, 403, 408, 429]);

/** What is said after a write of which no answer tells what became of it. */
const maybeDone = 'It may have been done all the same.';

type Listener = () => void;
const listeners = new Set<Listener>();

/**
 * Hears of each write of which no answer tells what became of it, and of each that does not agree with what there is: what
 * is shown may be of before it. Answers how to stop.
 */
export function onOutdated(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tellOutdated = () => {
  for (const listener of listeners) listener();
};

/** The failure with that said in its message. */
function withMaybeDone({ status, errors, retryAfter }: ApiError): ApiError {
  return new ApiError(
    status,
    errors.map((item) => ({ ...item, message: `${item.message.replace(/\.?$/, '.')} ${maybeDone}` })),
    retryAfter,
  );
}

/** Whether a refusal tells what became of the write. A gateway may fail after the host has done it, which may still be at it. */
function isDecision(error: unknown): boolean {
  if (isWithoutAnswer(error) || !(error instanceof ApiError)) return false;
  return !error.has('idempotency_in_flight') && !notLookedAt.has(error.status);
}

/**
 * Sends a write under an idempotency key. One that says the same as one whose answer was lost goes out under the key of that
 * one: the host answers what became of it, and does nothing twice (docs/rules.md, "Versions and idempotency"). Under another key it
 * would be refused as somebody else's change.
 */
export async function sendWrite<Answer>(
  says: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const text = JSON.stringify(says);
  const key = undecided.get(text) ?? randomUuid();
  try {
    const answer = await send(key);
    undecided.delete(text);
    return answer;
  } catch (error) {
    if (isDecision(error)) undecided.delete(text);
    else undecided.set(text, key);
    if (isWithoutAnswer(error)) {
      tellOutdated();
      throw withMaybeDone(error);
    }
    // Something is another one by now than was shown. Forms see to a stale version themselves.
    if (error instanceof ApiError && error.status === 409) tellOutdated();
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
