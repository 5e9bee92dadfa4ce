import { HttpError } from 'ra-core';
import { pageMessages } from '../../contract/messages';
import { ApiError, apiErrorOf, saysNoCall } from '../shared/api-error';
import { isPerhapsOwn } from './provider/send-write';

/**
 * A failed call as react-admin knows it: status, message, and in `body.errors` the message of each field, which
 * its forms show beneath the inputs. Without field errors there is no `errors`, so that a form says the message.
 */
function toHttpError(error: ApiError): HttpError {
  const fields = error.errors.flatMap(({ field, message }) => (field ? [[field, message] as const] : []));
  const body = fields.length > 0 ? { errors: Object.fromEntries(fields) } : {};
  const failure = new HttpError(error.message, error.status, body);
  failure.cause = error;
  return failure;
}

/** Runs a call of the data provider; an ApiError leaves it as HttpError, anything else as it is. */
export async function withHttpErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ApiError ? toHttpError(error) : error;
  }
}

/** Why something failed, in words; null when the person has chosen not to show a second factor. */
export function refusalOf(error: unknown): string | null {
  if (apiErrorOf(error)?.has('step_up_required')) return null;
  return error instanceof Error ? error.message : String(error);
}

/** Whether a write was refused because someone else has changed the record meanwhile (412). */
export function isStale(error: unknown): boolean {
  return error instanceof HttpError && error.status === 412;
}

/** What is said of a write that was refused since what it is about has changed or gone: `otherwise` unless that may be an own change. */
export function conflictText(error: unknown, otherwise: string): string {
  return isPerhapsOwn(apiErrorOf(error)) ? pageMessages.unansweredBefore : otherwise;
}

/** Whether the host has no such call: other hosts lack those of the console (docs/rules.md, "Other hosts"). */
export function isNotOffered(error: unknown): boolean {
  return error instanceof HttpError && saysNoCall(error.status);
}

/** Whether there is nothing of that id (404). */
export function isMissing(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** For the query of a record: why there is none is told in its place. react-admin would say another thing, and lead to the list. */
export const toldInPlace = { onError: () => {} } as const;
