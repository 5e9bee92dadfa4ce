import { calls, offeredAs } from '../../../contract/calls';
import type { EndpointName } from '../../../contract/endpoints';
import { sharedRefusals } from '../../../contract/messages';
import { ApiError } from '../../shared/api-error';
import { queryClient } from '../../shared/query-client';
import { isNotOffered, withHttpErrors } from '../failure';

/** Where it is kept which calls the host has (docs/rules.md, "Other hosts"). */
export const offeredKey = ['offered'];
export type Offered = ReadonlySet<string>;

/** What the host has said or is about to say; undefined when it was not asked, or could not be. */
async function knownOffered(): Promise<Offered | undefined> {
  const query = queryClient.getQueryCache().find<Offered>({ queryKey: offeredKey });
  return query?.state.data ?? query?.promise?.catch(() => undefined);
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
    if (offered || !isNotOffered(error)) throw error;
    return withHttpErrors(instead);
  }
}
