import { useState } from 'react';
import { useDocumentTitle } from '../shared/document-title';
import { ResetEmailForm } from './ResetEmailForm';
import { ResetOtpForm } from './ResetOtpForm';

/** Ask for a reset code, then trade it for the right to set a new password. */
export default function ResetPasswordPage() {
  useDocumentTitle('Reset Password');
  const [sent, setSent] = useState<{ email: string; at: number } | null>(null);
  return sent ? (
    <ResetOtpForm email={sent.email} sentAt={sent.at} onOtherEmail={() => setSent(null)} />
  ) : (
    <ResetEmailForm onSent={(email) => setSent({ email, at: Date.now() })} />
  );
}
