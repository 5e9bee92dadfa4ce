import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Preview } from '../../../contract/preview';
import { apiErrorOf } from '../../shared/api-error';
import { useConsent } from './use-consent';

/**
 * Whether a status would confirm a withdrawal before its time, as its effect says, or the host's refusal where the effect
 * did not know it yet; and whether that is meant.
 */
export function useHold({ data, refetch }: UseQueryResult<Preview | null>) {
  const [wasRefused, setWasRefused] = useState(false);
  const [overridden, setOverridden] = useConsent(data?.version, data?.notBefore, data?.holdCause);
  const found = data?.notBefore !== undefined || wasRefused;
  return {
    /** Something to be overridden was found. A reason is needed then. */
    found,
    /** Until when it waits and why, where that is known. */
    notBefore: data?.notBefore,
    holdCause: data?.holdCause,
    /** It was not pending when the hold began: it must be again before that can be overridden. */
    closed: data?.blocked === true && data.notBefore !== undefined,
    overridden,
    setOverridden,
    /** It must be overridden before anything is sent. */
    blocks: found && !overridden,
    /** What is to be sent with the status. */
    options: found && overridden ? { overrideHold: true } : {},
    /** Looks at a refusal: the credentials may have changed meanwhile, or the account was frozen. */
    hear(error: unknown): void {
      const refusal = apiErrorOf(error);
      const isHeld = refusal?.has('withdrawal_on_hold');
      if (isHeld) setWasRefused(true);
      if (isHeld || refusal?.has('withdrawal_frozen')) refetch();
    },
  };
}

export type HoldOverride = ReturnType<typeof useHold>;
