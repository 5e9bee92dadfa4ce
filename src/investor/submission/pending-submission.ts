import { v4 as randomUuid } from 'uuid';
import { idempotencyKey } from '../../../contract/wire';
import { z } from '../../../contract/zod';
import { hostNow } from '../../shared/host-clock';
import { ownNames } from '../../shared/personal-storage';
import { drop, keep, readKept } from './kept';

/** The two forms that move money. */
export type SubmissionKind = 'deposit' | 'withdrawal';

/**
 * A form that was sent and has no answer yet. It keeps its idempotency key until the server has answered, so that
 * sending it again, after a lost connection, a reload or a killed browser, never makes two transactions.
 */
export interface PendingSubmission<F> {
  key: string;
  /** When it was first sent, in ms since 1970 by the host's clock. */
  firstSent: number;
  /** Null where it cannot be sent again: its key may be forgotten, or it does not fit the form any more. */
  values: F | null;
}

/** Milliseconds. The server remembers keys for 30 days; one that it may have forgotten protects from nothing. */
const keyLife = 29 * 24 * 60 * 60_000;

/** Each has an entry of its own: what one tab sends, and what becomes of it, leaves those of others. */
const startOf = (kind: SubmissionKind) => `pending-${kind}:`;
const nameOf = (kind: SubmissionKind, key: string) => startOf(kind) + key;

const sentSchema = z.object({ key: idempotencyKey, firstSent: z.number() });

/** The unanswered submission of a kind, or null for none; of several the one that was sent last. */
export function readPending<F>(kind: SubmissionKind, form: z.ZodType<F>): PendingSubmission<F> | null {
  const read = (name: string): PendingSubmission<F>[] => {
    const sent = readKept(name, sentSchema);
    if (!sent) return [];
    const fresh = hostNow() < sent.firstSent + keyLife;
    return [{ ...sent, values: (fresh && readKept(name, z.object({ values: form }))?.values) || null }];
  };
  const all = ownNames(startOf(kind)).flatMap(read);
  return all.sort((a, b) => b.firstSent - a.firstSent)[0] ?? null;
}

/** Keeps what is about to be sent, under `key` or a new one. */
export function keepPending<F>(
  kind: SubmissionKind,
  values: F,
  key: string = randomUuid(),
): PendingSubmission<F> {
  const name = nameOf(kind, key);
  const firstSent = readKept(name, sentSchema)?.firstSent ?? hostNow();
  const pending = { key, firstSent, values };
  keep(name, pending);
  return pending;
}

/** Forgets the submission of that key, of whoever sent it. */
export function dropPending(kind: SubmissionKind, key: string, owner: string | undefined): void {
  drop(nameOf(kind, key), owner);
}
