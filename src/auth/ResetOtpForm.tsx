import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { OtpForm } from '../../contract/auth';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { call } from '../shared/api';
import { OtpField } from '../shared/OtpField';
import { SubmitButton } from '../shared/SubmitButton';
import { toast } from '../shared/toasts';
import { useIsHere } from '../shared/use-is-here';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { showOtpRefused } from './otp-refused';
import { ResendButton } from './ResendButton';
import { codeEntered } from './resend-wait';
import { resolvers } from './resolvers';

/** Second step of a reset: the code, which the server trades for a reset token. */
export function ResetOtpForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const wait = useWait();
  const resend = useRef<HTMLButtonElement>(null);
  const form = useForm({
    resolver: resolvers.otp,
    mode: 'onTouched',
    defaultValues: { otp: '' },
  });

  async function verify({ otp }: OtpForm) {
    try {
      const token = await call('verifyPasswordOtp', { body: { email, otp } });
      codeEntered('reset_password');
      toast({ description: toasts.otpVerified, variant: 'success' });
      if (isHere.current)
        navigate(`${screens.changePassword}?${new URLSearchParams({ token })}`, { replace: true });
    } catch (error) {
      showOtpRefused(error, form, wait, resend.current);
    }
  }

  return (
    <AuthForm
      title="Enter the code"
      intro={
        <>
          If{' '}
          <Box component="strong" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
            {email}
          </Box>{' '}
          has an account, a six-digit code is on its way. It is valid for 10 minutes.
        </>
      }
      onSubmit={form.handleSubmit(verify)}
      footer={
        <Link component={RouterLink} to={screens.resetPassword}>
          Use another email
        </Link>
      }
    >
      <OtpField name="otp" control={form.control} />
      <SubmitButton control={form.control} wait={wait} size="large" fullWidth>
        Verify
      </SubmitButton>
      <ResendButton email={email} activity="reset_password" ref={resend} />
    </AuthForm>
  );
}
