import { useSearchParams } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { useAccountTitle } from './account-title';
import { ResetEmailForm } from './ResetEmailForm';
import { ResetOtpForm } from './ResetOtpForm';
import { awaitedFrom } from './resend-wait';
import { stepOf } from './reset-steps';

/**
 * Ask for a reset code, then trade it for the right to set a new password. The step is in the address, so that a reload and
 * the browser's Back and Forward lead to it again.
 */
export default function ResetPasswordPage() {
  useAccountTitle(screens.resetPassword);
  const [search] = useSearchParams();
  const step = stepOf(search);
  const email = step === 'code' ? awaitedFrom('reset_password') : null;
  return email === null ? <ResetEmailForm again={step === 'again'} /> : <ResetOtpForm email={email} />;
}
