import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** When the `step` of a form changes: the focus goes to the first of its fields that has an error, else to the first. */
export function useFocusOnStep<Values extends FieldValues, Output>(
  { getFieldState, setFocus }: UseFormReturn<Values, unknown, Output>,
  step: string,
  fields: readonly FieldPath<Values>[],
): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const field = fields.find((name) => getFieldState(name).invalid) ?? fields[0];
    if (field) setFocus(field);
  }, [step, fields, getFieldState, setFocus]);
}
