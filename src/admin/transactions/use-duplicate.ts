import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Preview } from '../../../contract/preview';
import { apiErrorOf } from '../../shared/api-error';
import { useConsent } from './use-consent';

/**
 * Whether a status would count one payment a second time, as its effect says, or the host's refusal where the effect
 * did not know it yet; and whether that is meant.
 */
export function useDuplicate({ data, refetch }: UseQueryResult<Preview | null>) {
  const [wasRefused, setWasRefused] = useState(false);
  // Null and undefined: hosts that know neither effects nor duplicates.
  const duplicateOf = data?.duplicateOf ?? null;
  const [accepted, setAccepted] = useConsent(data?.version, duplicateOf);
  const found = duplicateOf !== null || wasRefused;
  return {
    /** Something to be accepted was found. */
    found,
    /** The other deposit, where it is known. */
    duplicateOf,
    accepted,
    setAccepted,
    /** It must be accepted before anything is sent. */
    blocks: found && !accepted,
    /** What is to be sent with the status. */
    options: found && accepted ? { acceptDuplicate: true } : {},
    /** Looks at a refusal: somebody may have confirmed the other one meanwhile. */
    hear(error: unknown): void {
      if (!apiErrorOf(error)?.has('duplicate_claim')) return;
      setWasRefused(true);
      refetch();
    },
  };
}

export type Duplicate = ReturnType<typeof useDuplicate>;
