import type { Identifier } from 'ra-core';
import { v4 as randomUuid } from 'uuid';
import type { EndpointName, Endpoints, ReplyOf } from '../../../contract/endpoints';
import { pageMessages } from '../../../contract/messages';
import { type CallOptions, call } from '../../shared/api';
import { ApiError, isWithoutAnswer } from '../../shared/api-error';
import { onPersonChange } from '../../shared/personal-data';
import { currentOwner } from '../../shared/personal-storage';
import { lastSessionEnd } from '../../shared/session';
import { SentForApprovalNotice } from '../sent-for-approval';

/** Writes of which it is not known what became of them, by all that they say: the key of each, and the form that sent it. */
const undecided = new Map<string, { key: string; form: string | undefined }>();

/** How often each form was opened, by its name. */
const openings = new Map<string, number>();
/** The forms that are open, the one that was opened last at the end: a dialog before the page below it. */
let openForms: readonly string[] = [];
/** Whose the forms are that nobody has closed, by their names: the session has ended by itself. */
const interrupted = new Map<string, string | undefined>();

/** Whether nobody is signed in since the session has ended by itself. */
export const hasEndedByItself = (): boolean => currentOwner() === undefined && lastSessionEnd() === 'refused';

/**
 * What a form sends from now on is another write, though one that it sent before said the same and had no answer: whoever opens
 * it anew was told so, and may have seen what became of that one. Not where it is there again after the session has ended by itself.
 * Answers how to close it.
 */
export function openForm(name: string): () => void {
  const owner = currentOwner();
  const isAgain = owner !== undefined && interrupted.get(name) === owner;
  interrupted.delete(name);
  if (!isAgain) openings.set(name, (openings.get(name) ?? 0) + 1);
  openForms = [...openForms, name];
  return () => {
    openForms = openForms.toSpliced(openForms.lastIndexOf(name), 1);
    if (hasEndedByItself()) interrupted.set(name, owner);
  };
}

/** The form that sends what is sent now, as it was opened last; undefined where there is none. */
function sendingForm(): string | undefined {
  const name = openForms.at(-1);
  return name && `${name} ${openings.get(name)}`;
}

/** Refusals by a host that has not looked at the write, of which one sent before may have been done. */
const notLookedAt = new Set([401, 403, 408, 429]);

/** What is said after a write of which no answer tells what became of it. */
const maybeDone = 'It may have been done all the same.';

/** What a write changes. */
export interface Change {
  /** Tells the record from all others. */
  record: string;
  /** The version that was seen. */
  ifMatch?: number | undefined;
  /** There is no record any more once it is done. */
  deletes?: boolean;
}

/** What tells a record of one of the console's own resources from all others. */
export const recordName = (resource: string, id: Identifier) => `${resource}/${id}`;

/**
 * How others of a record are refused if the write was done of which no answer came, with 412 in its own version, or with 404; and the key
 * of that write.
 */
let traces: readonly { trace: string; key: string }[] = [];
// Of another person nothing is their own; what the same one sees from then on is read anew.
onPersonChange(() => {
  traces = [];
});

function traceOf(status: number, { record, ifMatch }: Change): string {
  return status === 404 ? `${status} ${record}` : `${status} ${record} ${ifMatch}`;
}

const traceOnceDone = (change: Change) => traceOf(change.deletes ? 404 : 412, change);

const isLeft = (sought: string) => traces.some(({ trace }) => trace === sought);

/** The host has taken a write of them: nothing that was sent before was done to the same versions. */
function forgetTraces(changes: readonly Change[]): void {
  const over = changes.map(traceOnceDone);
  traces = traces.filter(({ trace }) => !over.includes(trace));
}

/** Whether a change of that version of a record had no answer: what it is by now may be of it. */
export const isUnansweredChange = (change: Change): boolean => isLeft(traceOf(412, change));

/** What a write is refused with where it may be for one of the same person, of which no answer came. */
class PerhapsOwn extends ApiError {
  constructor({ status, errors }: ApiError) {
    super(
      status,
      errors.map((item) => ({ ...item, message: pageMessages.unansweredBefore })),
    );
  }
}

/** Whether what a write does not agree with may be a change that the same person has sent before, of which no answer came. */
export const isPerhapsOwn = (error: ApiError | undefined): boolean => error instanceof PerhapsOwn;

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

/** Whether a write may be done all the same: a gateway may fail after the host has done it, which may still be at it. */
export function mayBeDone(error: unknown): boolean {
  return isWithoutAnswer(error) || (error instanceof ApiError && error.has('idempotency_in_flight'));
}

/** Whether it tells what became of the write. */
function isDecision(error: unknown): boolean {
  if (error instanceof SentForApprovalNotice) return true;
  return error instanceof ApiError && !mayBeDone(error) && !notLookedAt.has(error.status);
}

/**
 * Sends a write under an idempotency key. One that says the same as one whose answer was lost goes out under the key of that
 * one: the host answers what became of it, and does nothing twice (docs/rules.md, "Versions and idempotency"). Under another key it
 * would be refused as somebody else's change. One that says something else, and is refused because that one was done, throws a
 * refusal of which `isPerhapsOwn` is true; `changes` says of what.
 */
export async function sendWrite<Answer>(
  says: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
  changes: readonly Change[] = [],
): Promise<Answer> {
  const text = JSON.stringify(says);
  const form = sendingForm();
  const before = undecided.get(text);
  const key = before && before.form === form ? before.key : randomUuid();
  try {
    const answer = await send(key);
    undecided.delete(text);
    forgetTraces(changes);
    return answer;
  } catch (error) {
    if (isDecision(error)) {
      undecided.delete(text);
      // The host has looked for the key first: nothing was done under it.
      traces = traces.filter((left) => left.key !== key);
    } else undecided.set(text, { key, form });
    if (error instanceof SentForApprovalNotice) forgetTraces(changes);
    if (mayBeDone(error))
      traces = [...traces, ...changes.map((change) => ({ trace: traceOnceDone(change), key }))];
    if (isWithoutAnswer(error)) {
      tellOutdated();
      throw withMaybeDone(error);
    }
    if (!(error instanceof ApiError)) throw error;
    // Something is another one by now than was shown. Forms see to a stale version themselves.
    if (error.status === 409) tellOutdated();
    const isOwn = changes.some((change) => isLeft(traceOf(error.status, change)));
    throw isOwn ? new PerhapsOwn(error) : error;
  }
}

/** As `call`, for what changes something. */
export function callWrite<N extends EndpointName>(
  name: N,
  options: CallOptions<N>,
  changes?: readonly Change[],
): Promise<ReplyOf<Endpoints[N]>> {
  const send = (idempotencyKey: string) => call(name, { ...options, idempotencyKey });
  return sendWrite([name, options], send, changes);
}
