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
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout>;
    const unsubscribe = subscribe({
      name: source,
      exact: true,
      formState: { values: true },
      callback: () => {
        // A password manager fills both at once: a check between the two would end last and find them different.
        clearTimeout(soon);
        soon = setTimeout(() => {
          if (getFieldState(compared).isTouched) trigger(compared);
        });
      },
    });
    return () => {
      clearTimeout(soon);
      unsubscribe();
    };
  }, [subscribe, getFieldState, trigger, source, compared]);
}
