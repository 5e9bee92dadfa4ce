import { type Mutation, type MutationCache, useQueryClient } from '@tanstack/react-query';
import {
  AddNotificationContext,
  AddUndoableMutationContext,
  useGetResourceLabel,
  useTranslate,
} from 'ra-core';
import { type ContextType, type ReactNode, useCallback } from 'react';
import { sharedRefusals, toasts as texts } from '../../contract/messages';
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

/** Calls `then` once all of the writes are answered, and only if none was refused. */
function onceTaken(cache: MutationCache, writes: readonly Mutation[], then: () => void): void {
  const check = (): boolean => {
    if (writes.some(({ state }) => state.status === 'pending')) return false;
    if (writes.every(({ state }) => state.status === 'success')) then();
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
 * while the write is still under way: it is said when the host has taken it, and not at all when it was refused.
 */
export function NotificationBridge({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const mutations = useQueryClient().getMutationCache();
  const tellSent = useSentNotice();

  // Not from react-admin's queue: by the time that is read, it no longer tells which writes were under way.
  const notify = useCallback<ContextType<typeof AddNotificationContext>>(
    ({ message, type, notificationOptions }) => {
      if (typeof message !== 'string') return;
      // The page that the person is led to says it.
      if (message === sharedRefusals.factorSetupRequired) return;
      // A write that waits is no failure, and nothing that was announced stands.
      if (message === SentForApprovalNotice.text) {
        tellSent(new SentForApprovalNotice());
        return;
      }
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
      if (type === 'error') say();
      else onceTaken(mutations, mutations.findAll({ status: 'pending' }), say);
    },
    [labelOf, mutations, tellSent, translate],
  );

  return (
    <AddNotificationContext value={notify}>
      <AddUndoableMutationContext value={sendAtOnce}>{children}</AddUndoableMutationContext>
    </AddNotificationContext>
  );
}
