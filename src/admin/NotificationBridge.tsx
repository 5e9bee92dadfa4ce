import { type Mutation, type MutationCache, useQueryClient } from '@tanstack/react-query';
import {
  AddNotificationContext,
  AddUndoableMutationContext,
  useGetResourceLabel,
  useTranslate,
} from 'ra-core';
import { type ContextType, type ReactNode, useCallback, useRef } from 'react';
import { sharedRefusals, toasts as texts } from '../../contract/messages';
import { ForAnother } from '../shared/api-error';
import { type ToastVariant, toast } from '../shared/toasts';
import { SentForApprovalNotice, useSentNotice } from './sent-for-approval';
import { ToldConflict } from './writes/told-conflict';
import { WriteCancelled } from './writes/write-questions';

const variants: Record<string, ToastVariant> = {
  success: 'success',
  warning: 'warning',
  error: 'destructive',
};

/** The resource whose write one of react-admin's pages tells of: neutral by itself, where our own pages tell of a success. */
function writtenResource(message: string): string | undefined {
  return /^resources\.([^.]+)\.notifications\.(created|updated|deleted)$/.exec(message)?.[1];
}

/** Turns of the queue of promises, more than a write takes from what a page says of its refusal until it counts as refused. */
const turns = 50;

/** Whether a write is refused in this very task: then what is said now is what the page says of it. No answer comes in between. */
async function isRefusedNow(writes: readonly Mutation[]): Promise<boolean> {
  for (let turn = 0; turn < turns; turn += 1) await undefined;
  return writes.some(({ state }) => state.status === 'error');
}

/** Calls `taken` once all of the writes are answered and none was refused; else `refused`, with why. */
function onceAnswered(
  cache: MutationCache,
  writes: readonly Mutation[],
  taken: () => void,
  refused: (error: Error) => void,
): void {
  const check = (): boolean => {
    if (writes.some(({ state }) => state.status === 'pending')) return false;
    const error = writes.find(({ state }) => state.status === 'error')?.state.error;
    if (error) refused(error);
    else taken();
    return true;
  };
  if (check()) return;
  const stop = cache.subscribe(() => {
    if (check()) stop();
  });
}

// Whoever calls an undoable write may take it back until its notification is gone. Ours has no undo: it is sent at once.
const sendAtOnce: ContextType<typeof AddUndoableMutationContext> = (send) => send({ isUndo: false });

/**
 * Hands the notifications of react-admin's pages to our toasts. Pages that do not wait for the host announce a success
 * while the write is still under way: it is said when the host has taken it. When it was refused the refusal is said
 * instead, unless the page does so.
 */
export function NotificationBridge({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const mutations = useQueryClient().getMutationCache();
  const tellSent = useSentNotice();
  const failuresTold = useRef(0);

  // Not from react-admin's queue: by the time that is read, it no longer tells which writes were under way.
  const notify = useCallback<ContextType<typeof AddNotificationContext>>(
    function hear({ message, type, notificationOptions }) {
      if (typeof message !== 'string') return;
      if (type === 'error') failuresTold.current += 1;
      // The page that the person is led to says it.
      if (message === sharedRefusals.factorSetupRequired) return;
      // A write that waits is no failure, and nothing that was announced stands.
      if (message === SentForApprovalNotice.text) {
        tellSent(new SentForApprovalNotice());
        return;
      }
      // Whose it was has gone.
      if (message === ForAnother.text) return;
      // Who has closed a question knows that nothing was sent.
      if (message === WriteCancelled.text) return;
      // The form says it.
      if (message === ToldConflict.text) return;
      const cancelled = message === sharedRefusals.stepUpRequired;
      const isError = type === 'error' && !cancelled;
      const written = type === 'info' ? writtenResource(message) : undefined;
      const variant = written ? 'success' : (variants[type] ?? 'default');
      const say = () =>
        toast({
          ...(isError ? { title: texts.errorTitle } : {}),
          ...(written ? { title: labelOf(written) } : {}),
          description: translate(message, notificationOptions?.messageArgs),
          variant: cancelled ? 'default' : variant,
        });
      if (type === 'error' || type === 'warning') return say();
      const before = failuresTold.current;
      const writes = mutations.findAll({ status: 'pending' });
      if (writes.length === 0) return say();
      void isRefusedNow(writes).then((isOfRefusal) => {
        if (isOfRefusal) return say();
        onceAnswered(mutations, writes, say, (error) => {
          if (failuresTold.current === before) hear({ message: error.message, type: 'error' });
        });
      });
    },
    [labelOf, mutations, tellSent, translate],
  );

  return (
    <AddNotificationContext value={notify}>
      <AddUndoableMutationContext value={sendAtOnce}>{children}</AddUndoableMutationContext>
    </AddNotificationContext>
  );
}
