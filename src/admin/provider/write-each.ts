import { HttpError, type Identifier } from 'ra-core';
import { ApiError } from '../../shared/api-error';
import { SentForApprovalNotice } from '../sent-for-approval';

/** What `HttpError.body` holds when some of several records were written: which. */
interface PartlyWritten {
  written: Identifier[];
}

/** The records that were written although the write of several has failed. */
export function writtenOf(error: unknown): Identifier[] {
  const body: unknown = error instanceof HttpError ? error.body : null;
  const written: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'written') : null;
  return Array.isArray(written) ? written : [];
}

/**
 * Whether the next one need not be tried: the service is gone, says wait, or has ended the session. What breaks it with a 500
 * may be one record alone.
 */
export function endsAll({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status === 429 || status > 500;
}

/** '2 not: Someone else has changed this meanwhile', one for each reason. */
function failuresText(failures: readonly ApiError[]): string[] {
  const counts = new Map<string, number>();
  for (const { message } of failures) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].map(([message, count]) => `${count} not: ${message.replace(/\.$/, '')}`);
}

/**
 * Writes several records one after the other, each under its own version; one that is refused does not keep the others
 * from being tried. Gives all ids. Throws when not all were written, in words that count them: the refusal itself when
 * there was only one record. `done` names the act, 'deleted'.
 */
export async function writeEach(
  ids: readonly Identifier[],
  done: string,
  write: (id: Identifier) => Promise<unknown>,
): Promise<Identifier[]> {
  const written: Identifier[] = [];
  const failures: ApiError[] = [];
  const sent: SentForApprovalNotice[] = [];
  for (const id of ids) {
    try {
      await write(id);
      written.push(id);
    } catch (error) {
      if (error instanceof SentForApprovalNotice) {
        sent.push(error);
        continue;
      }
      if (!(error instanceof ApiError)) throw error;
      failures.push(error);
      if (endsAll(error)) break;
    }
  }
  const [first] = failures;
  const [waiting] = sent;
  if (waiting && sent.length === ids.length) throw ids.length === 1 ? waiting : new SentForApprovalNotice();
  if (!first && !waiting) return written;
  // Of several as well when a limit let none through: nothing was done, and it says how long it lasts.
  const closed = written.length === 0 && failures.length === 1 && first?.status === 429;
  if (first && (ids.length === 1 || closed)) throw first;
  const untried = ids.length - written.length - failures.length - sent.length;
  const parts = [
    `${written.length} of ${ids.length} ${done}`,
    ...(sent.length > 0 ? [`${sent.length} sent for approval`] : []),
    ...failuresText(failures),
    ...(untried > 0 ? [`${untried} not tried`] : []),
  ];
  throw new HttpError(parts.join('. '), first?.status ?? 202, { written } satisfies PartlyWritten);
}
