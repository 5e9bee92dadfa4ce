import { useState } from 'react';
import { screens } from '../../contract/paths';
import { useAccountTitle } from './account-title';
import { ResetEmailForm } from './ResetEmailForm';
import { ResetOtpForm } from './ResetOtpForm';

/** Ask for a reset code, then trade it for the right to set a new password. */
export default function ResetPasswordPage() {
  useAccountTitle(screens.resetPassword);
  const [email, setEmail] = useState<string | null>(null);
  return email === null ? (
    <ResetEmailForm onSent={setEmail} />
  ) : (
    <ResetOtpForm email={email} onOtherEmail={() => setEmail(null)} />
  );
}
