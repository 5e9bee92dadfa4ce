import { screens } from '../../contract/paths';

/**
 * Steps of a reset behind its first one, in the query of the address (src/app/prerendered.ts): the code is asked for, or the
 * address is once more, since the token that a code gave is gone.
 */
export type ResetStep = 'code' | 'again';

const name = 'step';

export const stepOf = (search: URLSearchParams): string | null => search.get(name);

/** The address of a step. */
export const resetStep = (step: ResetStep): string =>
  `${screens.resetPassword}?${new URLSearchParams({ [name]: step })}`;
