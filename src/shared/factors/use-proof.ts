import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { FactorKind } from '../../../contract/enums';
import type { ProofOfFactor } from '../../../contract/factors';
import * as fields from '../../../contract/fields';
import { validation } from '../../../contract/messages';
import { z } from '../../../contract/zod';
import { ApiError } from '../api-error';
import { clearErrors, toastErrors } from '../toasts';
import { useWait } from '../wait/use-wait';
import { PasskeyFailure, type PasskeyOptions, signWithPasskey } from './passkey';

/** How a second factor is shown. A passkey has no field. */
export type Way = ProofOfFactor['kind'];

const proofFormSchema = z.discriminatedUnion('way', [
  z.object({ way: z.literal('totp'), code: fields.otp }),
  z.object({ way: z.literal('recovery'), code: z.string().trim().min(1, validation.required).max(40) }),
  z.object({ way: z.literal('passkey'), code: z.string() }),
]);

interface ProofFormValues {
  way: Way;
  code: string;
}

interface Options {
  /** The kinds of factors that the person has. */
  kinds: readonly FactorKind[];
  /** Asks the server what a passkey is to sign. */
  startPasskey: () => Promise<PasskeyOptions>;
  /** Sends it; rejects when the server refuses. */
  send: (proof: ProofOfFactor) => Promise<void>;
  /** Aborted once nobody waits for it any more: what fails then is not said. */
  signal?: AbortSignal;
}

/** How a person with these factors shows one first: a code is typed, and a passkey is a button beside it. */
const firstWay = (kinds: readonly FactorKind[]): Way =>
  kinds.includes('totp') ? 'totp' : kinds.includes('passkey') ? 'passkey' : 'recovery';

/** The form by which a person shows one of their second factors. */
export function useProof({ kinds, startPasskey, send, signal }: Options) {
  const first = firstWay(kinds);
  const form = useForm<ProofFormValues, unknown, z.output<typeof proofFormSchema>>({
    resolver: zodResolver(proofFormSchema),
    mode: 'onTouched',
    defaultValues: { way: first, code: '' },
  });
  const way = useWatch({ control: form.control, name: 'way' });
  const wait = useWait();
  const [asking, setAsking] = useState(false);
  const [passkeyRefusal, setPasskeyRefusal] = useState<string | null>(null);
  // What was refused in the step before is over, a password say.
  useEffect(clearErrors, []);

  async function show(proof: ProofOfFactor): Promise<void> {
    await send(proof);
    clearErrors();
  }

  function refuse(error: unknown, shown: Way): void {
    if (signal?.aborted) return;
    wait.after(error);
    if (error instanceof PasskeyFailure) {
      setPasskeyRefusal(error.message);
      return;
    }
    toastErrors(error);
    if (!(error instanceof ApiError) || !error.has('invalid_factor')) return;
    if (shown === 'passkey') {
      setPasskeyRefusal(error.message);
      return;
    }
    // The same code does not become right.
    form.resetField('code');
    form.setError('code', { type: 'server', message: error.message }, { shouldFocus: true });
  }

  async function askPasskey(): Promise<void> {
    setPasskeyRefusal(null);
    setAsking(true);
    try {
      await show({ kind: 'passkey', response: await signWithPasskey(await startPasskey()) });
    } catch (error) {
      refuse(error, 'passkey');
    }
    setAsking(false);
  }

  async function submit({ way: shown, code }: z.output<typeof proofFormSchema>): Promise<void> {
    if (shown === 'passkey') return askPasskey();
    setPasskeyRefusal(null);
    try {
      await show({ kind: shown, code });
    } catch (error) {
      refuse(error, shown);
    }
  }

  const { isValid, isDirty, isSubmitting } = form.formState;
  const busy = isSubmitting || asking;
  return {
    form,
    way,
    /** The other ways, as the person may have them. */
    others: [...new Set<Way>([first, 'recovery'])].filter((other) => other !== way),
    change(next: Way): void {
      clearErrors();
      setPasskeyRefusal(null);
      form.reset({ way: next, code: '' });
    },
    /** Whether a passkey can be used besides the field. */
    hasPasskey: kinds.includes('passkey'),
    /** What is pressed for it stays as it is meanwhile, and keeps the focus. */
    async askPasskey(): Promise<void> {
      if (!busy) await askPasskey();
    },
    /** Why a passkey was not taken. */
    passkeyRefusal,
    canSubmit: way === 'passkey' || (isValid && isDirty),
    busy,
    wait,
    submit: form.handleSubmit(submit),
  };
}

export type Proof = ReturnType<typeof useProof>;
