import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { whenNeeded } from './loading/when-used';

/**
 * Checks a form by code that is fetched when the page is used, so that the fields need not wait for it. While it cannot
 * be fetched the form counts as not valid, and each change of a field tries again.
 */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  return async (...call) => {
    let resolve: Resolver<Values, unknown, Output>;
    try {
      await whenNeeded();
      resolve = await load();
    } catch {
      const errors: FieldErrors<Values> = { root: { type: 'unavailable' } } as FieldErrors<Values>;
      return { values: {}, errors };
    }
    return resolve(...call);
  };
}
