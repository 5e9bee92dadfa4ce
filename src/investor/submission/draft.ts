import { useEffect } from 'react';
import { type Control, type DeepPartialSkipArrayKey, type FieldValues, useWatch } from 'react-hook-form';
import { drop, keep } from './kept';

/**
 * Keeps what is filled in and not sent under a name, as typed, as long as it is worth it: a reload and a closed dialog lose
 * nothing. `isWorth` is one and the same function for as long as the form is there.
 */
export function useKeepDraft<Values extends FieldValues, Output>(
  name: string,
  control: Control<Values, unknown, Output>,
  isWorth: (values: DeepPartialSkipArrayKey<Values>) => boolean,
): void {
  const values = useWatch({ control });
  useEffect(() => {
    if (isWorth(values)) keep(name, values);
    else drop(name);
  }, [name, values, isWorth]);
}
