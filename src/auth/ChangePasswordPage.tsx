import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, Link as RouterLink, useNavigate, useSearchParams } from 'react-router-dom';
import type { PasswordResetForm } from '../../contract/auth';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { call } from '../shared/api';
import { isWithoutAnswer } from '../shared/api-error';
import { showFormErrors } from '../shared/form-errors';
import { PasswordField } from '../shared/PasswordField';
import { SubmitButton } from '../shared/SubmitButton';
import { toast } from '../shared/toasts';
import { useComparedField } from '../shared/use-compared-field';
import { useIsHere } from '../shared/use-is-here';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { useAccountTitle } from './account-title';
import { PerhapsDone } from './PerhapsDone';
import { resetStep } from './reset-steps';
import { resolvers } from './resolvers';
import { UsernameField } from './UsernameField';

/**
 * A new password after a reset. The token in the address is used once and leaves the address bar at once. It is kept nowhere
 * else: whoever reads what this browser stores could set the password. So a reload needs another code.
 */
export default function ChangePasswordPage() {
  useAccountTitle(screens.changePassword);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  const wait = useWait();
  const [unanswered, setUnanswered] = useState(false);
  const form = useForm({
    resolver: resolvers.passwordReset,
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  });
  useComparedField(form, 'password', 'confirmPassword');

  useEffect(() => {
    if (token) navigate(screens.changePassword, { replace: true });
  }, [token, navigate]);

  if (!token) return <Navigate to={resetStep('again')} replace />;
  const resetToken = token;

  async function change({ password }: PasswordResetForm) {
    try {
      await call('resetPassword', { body: { password, token: resetToken } });
      toast({ description: toasts.passwordReset, variant: 'success' });
      if (isHere.current) navigate(screens.login, { replace: true });
    } catch (error) {
      if (isWithoutAnswer(error)) setUnanswered(true);
      showFormErrors(error, form, wait);
    }
  }

  return (
    <AuthForm
      title="Choose a new password"
      intro="All devices that are signed in to your account will be signed out."
      onSubmit={form.handleSubmit(change)}
      footer={
        <Link component={RouterLink} to={screens.resetPassword}>
          Ask for a new code
        </Link>
      }
    >
      {unanswered && <PerhapsDone done="your password may be changed" refused="it" secret="the new one" />}
      <UsernameField />
      <PasswordField
        name="password"
        control={form.control}
        label="New password"
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPassword"
        control={form.control}
        label="Confirm password"
        autoComplete="new-password"
      />
      <SubmitButton control={form.control} wait={wait} size="large" fullWidth>
        Change password
      </SubmitButton>
    </AuthForm>
  );
}
