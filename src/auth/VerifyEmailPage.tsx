import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import type { OtpForm } from '../../contract/auth';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { call } from '../shared/api';
import { isWithoutAnswer } from '../shared/api-error';
import { startSession } from '../shared/auth-provider';
import { OtpField } from '../shared/OtpField';
import { currentOwner } from '../shared/personal-storage';
import { SubmitButton } from '../shared/SubmitButton';
import { toast, toastErrors } from '../shared/toasts';
import { useIsHere } from '../shared/use-is-here';
import { useStoredEmail } from '../shared/use-stored-email';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { useAccountTitle } from './account-title';
import { AccountMade } from './Notice';
import { showOtpRefused } from './otp-refused';
import { PerhapsDone } from './PerhapsDone';
import { ResendButton } from './ResendButton';
import { resolvers } from './resolvers';

const noAddress = 'There is no email address to verify in this browser. Register, or log in, first.';

/** Turns a registration into an account with the code from the mail, and signs in. */
export default function VerifyEmailPage() {
  useAccountTitle(screens.verifyEmail);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { state } = useLocation();
  const email = useStoredEmail();
  const wait = useWait();
  const [unanswered, setUnanswered] = useState(false);
  const [made, setMade] = useState(false);
  const resend = useRef<HTMLButtonElement>(null);
  const form = useForm({
    resolver: resolvers.otp,
    mode: 'onTouched',
    defaultValues: { otp: '' },
  });

  async function verify({ otp }: OtpForm) {
    if (!email) {
      toast({ description: noAddress, variant: 'warning' });
      return;
    }
    const before = currentOwner();
    let token: string;
    try {
      token = await call('verifyEmail', { body: { email, otp } });
    } catch (error) {
      if (isWithoutAnswer(error)) setUnanswered(true);
      showOtpRefused(error, form, wait, resend.current);
      return;
    }
    try {
      startSession(token, before);
    } catch (error) {
      setMade(true);
      toastErrors(error);
      return;
    }
    toast({ description: toasts.otpVerified, variant: 'success' });
    if (isHere.current) navigate(screens.dashboard, { replace: true });
  }

  if (made) return <AccountMade secret="your password" />;

  return (
    <AuthForm
      title="Verify your email"
      intro={
        email === null || email === '' ? (
          noAddress
        ) : (
          <>
            Enter the six-digit code we sent to{' '}
            {email === undefined ? (
              'your address'
            ) : (
              <Box component="strong" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
                {email}
              </Box>
            )}
            . It is valid for 10 minutes.
          </>
        )
      }
      onSubmit={form.handleSubmit(verify)}
      footer={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
          {/* A code goes to the address of a registration: another address is another registration, of the same person. */}
          <Link component={RouterLink} to={screens.register} state={state}>
            {email === null || email === '' ? 'Sign up' : 'Use another email'}
          </Link>
          <Link component={RouterLink} to={screens.home}>
            Back to the front page
          </Link>
        </Stack>
      }
    >
      {unanswered && (
        <PerhapsDone done="your address may be verified" refused="the code" secret="your password" />
      )}
      <OtpField name="otp" control={form.control} />
      <SubmitButton control={form.control} wait={wait} size="large" fullWidth>
        Verify
      </SubmitButton>
      <ResendButton email={email ?? null} activity="verify_email" ref={resend} />
    </AuthForm>
  );
}
