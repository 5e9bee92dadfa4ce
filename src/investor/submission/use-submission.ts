import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Transaction, TransactionCreate } from '../../../contract/transaction';
import { call } from '../../shared/api';
import { ApiError, ForAnother } from '../../shared/api-error';
import { showFormErrors } from '../../shared/form-errors';
import { currentOwner } from '../../shared/personal-storage';
import { type DashboardModal, dashboardModalAtom, errorsAtom } from '../../shared/state';
import { type ToastContent, toast } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { refreshMoney } from '../investor-data';
import { stopped, useStoppable } from '../modal/use-stoppable';
import { dropPending, keepPending, type PendingSubmission, type SubmissionKind } from './pending-submission';

const modals = { deposit: 'deposit', withdrawal: 'withdraw' } as const satisfies Record<
  SubmissionKind,
  DashboardModal
>;

interface SubmissionOptions<Values extends FieldValues, Output> {
  kind: SubmissionKind;
  form: UseFormReturn<Values, unknown, Output>;
  /** What the form holds after a success. */
  empty: Values;
  /** The unanswered submission the form was opened with, if any. */
  initial: PendingSubmission<Output> | null;
  toRequest: (values: Output) => TransactionCreate;
  /** Whether it is to be sent as it is filled in; it is asked once it was confirmed, and waited for. */
  mayBeSent: (values: Output) => Promise<boolean>;
  success: (made: Partial<Transaction>) => Pick<ToastContent, 'title' | 'description'>;
  /** Runs with what was sent, once it was taken. */
  onSent?: (values: Output) => void;
  /** Runs when what the form holds is of no more use, before it is emptied: it was sent and answered, or given up. */
  onEmptied?: () => void;
  /** Runs after the refusal of a request was shown. */
  onRefused?: (error: ApiError) => void;
}

/**
 * Whether the server may still have taken the request: no answer came (status 0), or one that does not say. `before`: an
 * earlier attempt had no answer. Then only what is decided on the request itself ends the doubt; who is signed out or
 * too fast is turned away before anybody looks whether it came before.
 */
function isUnanswered(error: unknown, before: boolean): boolean {
  if (!(error instanceof ApiError) || error.has('idempotency_in_flight')) return true;
  if (before) return error.status !== 409 && error.status !== 422;
  return error.status < 400 || error.status >= 500;
}

/**
 * Sends a filled form as a new transaction. Success empties the form, says so and closes the modal; a failure
 * leaves the form as it is and shows the errors as toasts and beside their fields.
 */
export function useSubmission<Values extends FieldValues, Output>(
  options: SubmissionOptions<Values, Output>,
) {
  const { kind, form, empty, toRequest, mayBeSent, success, onSent, onEmptied, onRefused } = options;
  const queryClient = useQueryClient();
  const setModal = useSetAtom(dashboardModalAtom);
  const clearErrors = useSetAtom(errorsAtom);
  const modal = modals[kind];
  const [pending, setPending] = useState(options.initial);
  const wait = useWait();
  const busy = useRef(false);
  // A refusal may end the session: what was sent is theirs who sent it all the same.
  const [owner] = useState(currentOwner);
  const key = useRef(options.initial?.key);
  const stoppable = useStoppable();
  const attempt = useRef<{ signal: AbortSignal; repeated: boolean } | null>(null);

  function forget(): void {
    if (key.current) dropPending(kind, key.current, owner);
    key.current = undefined;
    setPending(null);
  }

  function emptyForm(): void {
    forget();
    onEmptied?.();
    form.reset(empty);
  }

  function explain(error: unknown): void {
    if (attempt.current?.signal.aborted) {
      toast({ ...stopped, about: kind });
    } else if (error instanceof ApiError && error.has('idempotency_mismatch')) {
      toast({
        title: 'Your first request did arrive',
        description: 'You find it in your transactions. Send this only to add it to that one.',
        variant: 'warning',
      });
    } else {
      showFormErrors(error, form, wait);
    }
  }

  const mutation = useMutation({
    /** Gives nothing where nothing was sent. */
    mutationFn: async (values: Output) => {
      const signal = stoppable.begin();
      const repeated = pending !== null;
      attempt.current = { signal, repeated };
      // What was sent before is sent as it was.
      const check = repeated ? Promise.resolve(true) : mayBeSent(values);
      if (!(await stoppable.cleared(check, signal))) return undefined;
      const kept = keepPending(kind, values, key.current);
      key.current = kept.key;
      setPending(kept);
      return call('createTransaction', { body: toRequest(values), idempotencyKey: kept.key, signal });
    },
    onSuccess: (made, values) => {
      if (made === undefined) return;
      emptyForm();
      clearErrors([]);
      toast({ ...success(made), about: kind, variant: 'success' });
      onSent?.(values);
      // Closed meanwhile, another one may stand in its place.
      setModal((open) => (open === modal ? null : open));
      void refreshMoney(queryClient);
    },
    onError: (error) => {
      const isOfAnother = error instanceof ForAnother;
      const failure = isOfAnother ? error.failure : error;
      // What it ends for whoever has sent it is the same, whoever is here by now.
      if (failure === undefined) emptyForm();
      else if (!isUnanswered(failure, attempt.current?.repeated ?? false)) forget();
      if (isOfAnother) return;
      explain(error);
      if (error instanceof ApiError) onRefused?.(error);
      void refreshMoney(queryClient);
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  /** One at a time: a second click before the first one is drawn would be a second transaction. */
  function send(values: Output): void {
    if (busy.current) return;
    busy.current = true;
    mutation.mutate(values);
  }

  return {
    send,
    /** Until when the server takes no more of them. */
    wait,
    sending: mutation.isPending,
    /** Stops waiting for the answer; the server may still have taken the request. */
    abort: stoppable.stop,
    /** What was sent and not answered, under way or not. */
    pending,
    /** The same, once nothing is under way. */
    unanswered: mutation.isPending ? null : pending,
    /** Sends what was not answered once more, as it was. */
    sendAgain: () => {
      if (pending?.values) send(pending.values);
    },
    /** Gives up on the unanswered submission and empties the form. */
    giveUp: emptyForm,
  };
}
