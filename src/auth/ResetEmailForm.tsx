import Link from '@mui/material/Link';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import type { ResetEmailForm as Values } from '../../contract/auth';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { call } from '../shared/api';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { SubmitButton } from '../shared/SubmitButton';
import { storeEmail } from '../shared/session';
import { toast } from '../shared/toasts';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { codeSent } from './resend-wait';
import { resolvers } from './resolvers';

/** First step of a reset: the address the code goes to. The answer is the same for unknown addresses. */
export function ResetEmailForm({ onSent }: { onSent: (email: string) => void }) {
  const wait = useWait();
  const form = useForm({
    resolver: resolvers.resetEmail,
    mode: 'onTouched',
    defaultValues: { email: '' },
  });

  async function send({ email }: Values) {
    try {
      await call('resendOtp', { body: { email, activity: 'reset_password' } });
    } catch (error) {
      showFormErrors(error, form, wait);
      return;
    }
    toast({ description: toasts.resetOtpSent, variant: 'success' });
    storeEmail(email);
    codeSent('reset_password', email);
    onSent(email);
  }

  return (
    <AuthForm
      title="Reset your password"
      intro="Enter your email. If it has an account, we send a six-digit code to it."
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
