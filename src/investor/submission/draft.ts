import { useEffect, useState } from 'react';
import { type Control, type DeepPartialSkipArrayKey, type FieldValues, useWatch } from 'react-hook-form';
import { entryOf } from './kept';

/**
 * Keeps what is filled in and not sent under a name, as typed, as long as it is worth it: a reload and a closed dialog lose
 * nothing. `worth` gives what of it is to be kept, null for nothing, and is one and the same function as long as it would give
 * the same. Gives the way to drop it once it is of no more use.
 */
export function useKeepDraft<Values extends FieldValues, Output>(
  name: string,
  control: Control<Values, unknown, Output>,
  worth: (values: DeepPartialSkipArrayKey<Values>) => object | null,
): () => void {
  const [entry] = useState(() => entryOf(name));
  const values = useWatch({ control });
  useEffect(() => {
    const draft = worth(values);
    if (draft) entry.keep(draft);
    else entry.drop();
  }, [entry, values, worth]);
  return entry.drop;
}
