import { happenings } from './diagnostics';
import { describeError, statementOf } from './log';

interface Log {
  warn(fields: object, message: string): void;
}

/**
 * Writes each statement that took `milliseconds` or more into the log, with the id of the request it was made for, which
 * is in the answer, the audit log and the proxy's log as well. What it was asked with is not written. The id is not sent to
 * the database: a comment in a statement would make another statement of it for each request, and none would be prepared
 * (docs/decisions/0034-to-be-seen.md). Answers how to stop.
 */
export function logSlowQueries(log: Log, milliseconds: number): () => void {
  return happenings.queryEnded.hear(({ trail, name, text, seconds, error }) => {
    const took = Math.round(seconds * 1_000);
    if (took < milliseconds) return;
    log.warn(
      {
        ...(trail && { reqId: trail.requestId, ...(trail.proxyId && { proxyId: trail.proxyId }) }),
        statement: name ?? statementOf(text),
        milliseconds: took,
        ...(error !== undefined && { err: describeError(error) }),
      },
      'a statement was slow',
    );
  });
}
