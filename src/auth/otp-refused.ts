import type { UseFormReturn } from 'react-hook-form';
import type { OtpForm } from '../../contract/auth';
import { ApiError } from '../shared/api-error';
import { showFormErrors } from '../shared/form-errors';
import type { Wait } from '../shared/wait/use-wait';

/**
 * Shows why a code was refused, and empties its field: the same code does not become right. A code that was tried too
 * often leads to the button that sends another, if it can be pressed. A code that was not looked at stays.
 */
export function showOtpRefused(
  error: unknown,
  form: UseFormReturn<OtpForm>,
  wait: Wait,
  resend: HTMLButtonElement | null,
): void {
  const refused = error instanceof ApiError && error.status === 422;
  if (refused) form.resetField('otp');
  showFormErrors(error, form, wait);
  if (!refused || !error.has('otp_used_up')) return;
  const focused = resend === null || resend.disabled;
  form.setError('otp', { type: 'server', message: error.message }, { shouldFocus: focused });
  if (!focused) resend.focus();
}
