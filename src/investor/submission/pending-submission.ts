import { v4 as randomUuid } from 'uuid';
import { idempotencyKey } from '../../../contract/wire';
import { z } from '../../../contract/zod';
import { drop, keep, readKept } from './kept';

/** The two forms that move money. */
export type SubmissionKind = 'deposit' | 'withdrawal';

/**
 * A form that was sent and has no answer yet. It keeps its idempotency key until the server has answered, so that
 * sending it again, after a lost connection, a reload or a killed browser, never makes two transactions.
 */
export interface PendingSubmission<F> {
  key: string;
  values: F;
}

/** Milliseconds. The server remembers keys for longer; one that it may have forgotten protects from nothing. */
const keyLife = 14 * 24 * 60 * 60_000;

const nameOf = (kind: SubmissionKind) => `pending-${kind}`;

/** The unanswered submission of a kind, or null; one that does not fit the form any more counts as none. */
export function readPending<F>(kind: SubmissionKind, form: z.ZodType<F>): PendingSubmission<F> | null {
  const schema = z.object({ key: idempotencyKey, values: form, firstSent: z.number() });
  const kept = readKept(nameOf(kind), schema);
  if (!kept || kept.firstSent + keyLife < Date.now()) return null;
  return { key: kept.key, values: kept.values };
}

/** Keeps what is about to be sent, under `key` or a new one. */
export function keepPending<F>(kind: SubmissionKind, values: F, key?: string): PendingSubmission<F> {
  const first = readKept(nameOf(kind), z.object({ key: z.string(), firstSent: z.number() }));
  const firstSent = first && first.key === key ? first.firstSent : Date.now();
  const pending = { key: key ?? randomUuid(), values };
  keep(nameOf(kind), { ...pending, firstSent });
  return pending;
}

/** Forgets the submission of that key, of whoever sent it; one that another tab has sent since is kept. */
export function dropPending(kind: SubmissionKind, key: string, owner: string | undefined): void {
  const kept = readKept(nameOf(kind), z.object({ key: z.string() }), owner);
  if (kept?.key === key) drop(nameOf(kind), owner);
}
