import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { Login } from '../../contract/auth';
import { screens } from '../../contract/paths';
import { ApiError } from '../shared/api-error';
import { authProvider } from '../shared/auth-provider';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { lazyResolver } from '../shared/lazy-resolver';
import { PasswordField } from '../shared/PasswordField';
import { SubmitButton } from '../shared/SubmitButton';
import { storeEmail } from '../shared/session';
import { toast } from '../shared/toasts';
import { readSession } from '../shared/token';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { useAccountTitle } from './account-title';
import { sentenceCase } from './sentence-case';

const resolver = lazyResolver(async () => (await import('./login-resolver')).loginResolver);

/** Sign in. Where it leads is the guest guard's to say: it sees the session begin. */
export default function LoginPage() {
  useAccountTitle('Login');
  const navigate = useNavigate();
  const wait = useWait();
  const form = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });

  async function signIn(credentials: Login) {
    try {
      await authProvider.login(credentials);
      // A host whose tokens cannot be read has no area to lead to.
      if (!readSession()) navigate(screens.home);
    } catch (error) {
      if (error instanceof ApiError && error.has('email_not_verified')) {
        storeEmail(credentials.email);
        toast({ description: error.message, variant: 'warning' });
        navigate(screens.verifyEmail);
        return;
      }
      showFormErrors(error, form, wait);
    }
  }

  return (
    <AuthForm
      title="Log in"
      intro="Welcome back. Sign in to see your account."
      onSubmit={form.handleSubmit(signIn)}
      footer={
        <>
          New here?{' '}
          <Link component={RouterLink} to={screens.register} sx={sentenceCase}>
            sign up
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
      <Stack spacing={1}>
        <PasswordField
          name="password"
          control={form.control}
          label="Password"
          autoComplete="current-password"
        />
        <Typography variant="body2" sx={{ textAlign: 'right' }}>
          <Link component={RouterLink} to={screens.resetPassword} sx={sentenceCase}>
            forgot password?
          </Link>
        </Typography>
      </Stack>
      <SubmitButton control={form.control} wait={wait} size="large" fullWidth>
        Log in
      </SubmitButton>
    </AuthForm>
  );
}
