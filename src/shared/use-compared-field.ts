import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Checks `compared` again whenever `source` changes, once the person has been at it: its message depends on both, and
 * react-hook-form renews that of the field being typed in alone.
 */
export function useComparedField<Values extends FieldValues, Output>(
  { subscribe, getFieldState, trigger }: UseFormReturn<Values, unknown, Output>,
  source: FieldPath<Values>,
  compared: FieldPath<Values>,
): void {
  useEffect(
    () =>
      subscribe({
        name: source,
        exact: true,
        formState: { values: true },
        callback: () => {
          if (getFieldState(compared).isTouched) trigger(compared);
        },
      }),
    [subscribe, getFieldState, trigger, source, compared],
  );
}
