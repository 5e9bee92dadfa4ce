import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { apiErrorOf } from './api-error';
import { toastErrors } from './toasts';
import type { Wait } from './wait/use-wait';

/**
 * Shows why a form was refused: every error as a toast, and beneath its field when the server named one the form
 * has; the first such field gets the focus. A limit that was hit starts the wait, if the form has one. `fields` are those it
 * has, where some have no value yet.
 */
export function showFormErrors<Values extends FieldValues, Output>(
  error: unknown,
  form: UseFormReturn<Values, unknown, Output>,
  wait?: Wait,
  fields: readonly string[] = Object.keys(form.getValues()),
): void {
  wait?.after(error);
  const names = fields as readonly FieldPath<Values>[];
  let first = true;
  for (const { field, message } of apiErrorOf(error)?.errors ?? []) {
    const name = names.find((candidate) => candidate === field);
    if (!name) continue;
    form.setError(name, { type: 'server', message }, { shouldFocus: first });
    first = false;
  }
  toastErrors(error);
}
