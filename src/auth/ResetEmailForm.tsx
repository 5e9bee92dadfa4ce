import Link from '@mui/material/Link';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { ResetEmailForm as Values } from '../../contract/auth';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { call } from '../shared/api';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { SubmitButton } from '../shared/SubmitButton';
import { storeEmail } from '../shared/session';
import { toast } from '../shared/toasts';
import { useIsHere } from '../shared/use-is-here';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { codeSent, isTooSoon } from './resend-wait';
import { resetStep } from './reset-steps';
import { resolvers } from './resolvers';

const intros = {
  first: 'Enter your email. If it has an account, we send a six-digit code to it.',
  again:
    'A new password begins with a code from us. For your safety a code that was entered is forgotten when the page is loaded again: enter your email, and we send another one.',
};

interface Props {
  /** Whether the person comes from the page for a new password, without what it needs. */
  again: boolean;
}

/** First step of a reset: the address the code goes to. The answer is the same for unknown addresses. */
export function ResetEmailForm({ again }: Props) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const wait = useWait();
  const form = useForm({
    resolver: resolvers.resetEmail,
    mode: 'onTouched',
    defaultValues: { email: '' },
  });

  async function send({ email }: Values) {
    // A code is on its way already, and another one would be refused.
    if (isTooSoon('reset_password', email)) {
      navigate(resetStep('code'));
      return;
    }
    try {
      await call('resendOtp', { body: { email, activity: 'reset_password' } });
    } catch (error) {
      showFormErrors(error, form, wait);
      return;
    }
    toast({ description: toasts.resetOtpSent, variant: 'success' });
    storeEmail(email);
    codeSent('reset_password', email);
    if (isHere.current) navigate(resetStep('code'));
  }

  return (
    <AuthForm
      title="Reset your password"
      intro={again ? intros.again : intros.first}
      onSubmit={form.handleSubmit(send)}
      footer={
        <>
          Remembered it?{' '}
          <Link component={RouterLink} to={screens.login}>
            Log in
          </Link>
        </>
      }
    >
      <FormField
        name="email"
        control={form.control}
        label="Email"
        type="email"
        autoComplete="username"
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none' } }}
      />
      <SubmitButton control={form.control} wait={wait} size="large" fullWidth>
        Send code
      </SubmitButton>
    </AuthForm>
  );
}
