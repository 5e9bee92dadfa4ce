import { v4 as randomUuid } from 'uuid';
import { idempotencyKey } from '../../../contract/wire';
import { z } from '../../../contract/zod';
import { readSession } from '../../shared/token';

/** The two forms that move money. */
export type SubmissionKind = 'deposit' | 'withdrawal';

/**
 * A form that was sent and has no answer yet. It keeps its idempotency key until the server has answered, so that
 * sending it again, after a lost connection or a reload, never makes two transactions.
 */
export interface PendingSubmission<F> {
  key: string;
  values: F;
}

// Used where the browser refuses session storage: it then lasts as long as the page.
const memory = new Map<string, string>();

/** Per person: who signs in next on this tab does not see what another one sent. */
function storageName(kind: SubmissionKind): string {
  return `pending-${kind}:${readSession()?.userId ?? ''}`;
}

function readText(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** The unanswered submission of a kind, or null; one that does not fit the form any more counts as none. */
export function readPending<F>(kind: SubmissionKind, form: z.ZodType<F>): PendingSubmission<F> | null {
  const stored = readText(storageName(kind));
  if (!stored) return null;
  try {
    return z.object({ key: idempotencyKey, values: form }).parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** Keeps what is about to be sent, under `key` or a new one. */
export function keepPending<F>(kind: SubmissionKind, values: F, key?: string): PendingSubmission<F> {
  const pending = { key: key ?? randomUuid(), values };
  const stored = JSON.stringify(pending);
  try {
    sessionStorage.setItem(storageName(kind), stored);
  } catch {
    memory.set(storageName(kind), stored);
  }
  return pending;
}

export function dropPending(kind: SubmissionKind): void {
  try {
    sessionStorage.removeItem(storageName(kind));
  } catch {
    memory.delete(storageName(kind));
  }
}
