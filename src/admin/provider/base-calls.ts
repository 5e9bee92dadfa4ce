import { calls, offeredAs } from '../../../contract/calls';
import type { EndpointName } from '../../../contract/endpoints';
import { sharedRefusals } from '../../../contract/messages';
import { ApiError, apiErrorOf, refusesCall, saysNoCall } from '../../shared/api-error';
import { patience, queryClient } from '../../shared/query-client';
import { withHttpErrors } from '../failure';

/** Where it is kept which calls the host has (docs/rules.md, "Other hosts"). */
export const offeredKey = ['offered'];
export type Offered = ReadonlySet<string>;

/** Nothing besides the base calls. */
const none: Offered = new Set();

/** What is waited for, by the question: those that come later wait no longer than the first. */
const waits = new WeakMap<Promise<Offered>, Promise<Offered | undefined>>();

/** What the host says, or none where it says nothing for long; undefined when it fails. */
function soon(answer: Promise<Offered>): Promise<Offered | undefined> {
  const wait =
    waits.get(answer) ??
    Promise.race([
      answer.catch(() => undefined),
      new Promise<Offered>((resolve) => setTimeout(resolve, patience, none)),
    ]);
  waits.set(answer, wait);
  return wait;
}

/** What the host has said or is about to say; undefined when it was not asked, or could not be. */
async function knownOffered(): Promise<Offered | undefined> {
  const query = queryClient.getQueryCache().find<Offered>({ queryKey: offeredKey });
  if (!query || query.state.data) return query?.state.data;
  // One that has failed is asked again later, which nobody waits for.
  return query.promise && query.state.errorUpdateCount === 0 ? soon(query.promise) : undefined;
}

/** Whether a host that answers so to the question what it has besides the base calls has nothing. */
export function saysNone(error: unknown): boolean {
  const refusal = apiErrorOf(error);
  if (!refusal || refusal.has('factor_setup_required')) return false;
  const { status } = refusal;
  return saysNoCall(status) || (status >= 400 && status < 500 && status !== 401 && status !== 429);
}

/** Whether a call may have failed because the host does not have it, where it has not said which it has. */
export function mayLackCall(error: unknown): boolean {
  const failure = apiErrorOf(error);
  if (!failure) return false;
  return saysNoCall(failure.status) || failure.status >= 500 || refusesCall(failure);
}

/** What a call answers that the host does not have. */
export function notOffered(): ApiError {
  const message = sharedRefusals.methodNotAllowed;
  return new ApiError(405, [{ error: message, message, code: 'method_not_allowed' }]);
}

/** Whether the host has said that it has the call; undefined when nothing is known. */
export async function isOffered(name: EndpointName): Promise<boolean | undefined> {
  return (await knownOffered())?.has(offeredAs(calls[name]));
}

/** What a call answers, or what `instead` makes of the base calls where the host has no such call. Throws HttpError. */
export async function orOnBaseCalls<T>(
  name: EndpointName,
  ask: () => Promise<T>,
  instead: () => Promise<T>,
): Promise<T> {
  const offered = await isOffered(name);
  if (offered === false) return withHttpErrors(instead);
  try {
    return await withHttpErrors(ask);
  } catch (error) {
    // A host that has it says by the same status that there is no such record.
    if (offered || !mayLackCall(error)) throw error;
    return withHttpErrors(instead);
  }
}
