import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { TransactionCreate } from '../../../contract/transaction';
import { ApiError, call } from '../../shared/api';
import { showFormErrors } from '../../shared/form-errors';
import { dashboardModalAtom } from '../../shared/state';
import { type ToastContent, toast } from '../../shared/toasts';
import { refreshMoney } from '../investor-data';
import { dropPending, keepPending, type PendingSubmission, type SubmissionKind } from './pending-submission';

interface SubmissionOptions<Values extends FieldValues, Output> {
  kind: SubmissionKind;
  form: UseFormReturn<Values, unknown, Output>;
  /** What the form holds after a success. */
  empty: Values;
  /** The unanswered submission the form was opened with, if any. */
  initial: PendingSubmission<Output> | null;
  toRequest: (values: Output) => TransactionCreate;
  success: Pick<ToastContent, 'title' | 'description'>;
  /** Runs when what the form held is of no more use: it was sent and answered, or given up. */
  onEmptied?: () => void;
  /** Runs after the refusal of a request was shown. */
  onRefused?: (error: ApiError) => void;
}

/** Whether the server may have taken the request: no answer came (status 0), or one that does not say. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status < 400 || error.status >= 500 || error.has('idempotency_in_flight');
}

/**
 * Sends a filled form as a new transaction. Success empties the form, says so and closes the modal; a failure
 * leaves the form as it is and shows the errors as toasts and beside their fields (specification, section 4).
 */
export function useSubmission<Values extends FieldValues, Output>(
  options: SubmissionOptions<Values, Output>,
) {
  const { kind, form, empty, toRequest, success, onEmptied, onRefused } = options;
  const queryClient = useQueryClient();
  const setModal = useSetAtom(dashboardModalAtom);
  const [pending, setPending] = useState(options.initial);
  const controller = useRef<AbortController | null>(null);

  function forget(): void {
    dropPending(kind);
    setPending(null);
  }

  function emptyForm(): void {
    forget();
    form.reset(empty);
    onEmptied?.();
  }

  function explain(error: unknown): void {
    if (controller.current?.signal.aborted) {
      toast({
        title: 'Sending was stopped',
        description: 'It may have arrived all the same. Look at your transactions before you start over.',
        variant: 'warning',
      });
    } else if (error instanceof ApiError && error.has('idempotency_mismatch')) {
      toast({
        title: 'Your first request did arrive',
        description: 'You find it in your transactions. Send again only to add this one to it.',
        variant: 'warning',
      });
    } else {
      showFormErrors(error, form);
    }
  }

  const mutation = useMutation({
    // Without this a browser that believes itself offline would keep the overlay up and not even try.
    networkMode: 'always',
    mutationFn: async (values: Output) => {
      const kept = keepPending(kind, values, pending?.key);
      setPending(kept);
      controller.current = new AbortController();
      return call('createTransaction', {
        body: toRequest(values),
        idempotencyKey: kept.key,
        signal: controller.current.signal,
      });
    },
    onSuccess: () => {
      emptyForm();
      toast({ ...success, variant: 'success' });
      setModal(null);
      void refreshMoney(queryClient);
    },
    onError: (error) => {
      if (!isUnanswered(error)) forget();
      explain(error);
      if (error instanceof ApiError) onRefused?.(error);
      void refreshMoney(queryClient);
    },
  });

  return {
    send: mutation.mutate,
    sending: mutation.isPending,
    /** Stops waiting for the answer; the server may still have taken the request. */
    abort: () => controller.current?.abort(),
    /** What was sent and not answered; null while it is under way. */
    unanswered: mutation.isPending ? null : pending,
    /** Gives up on the unanswered submission and empties the form. */
    startOver: emptyForm,
  };
}
