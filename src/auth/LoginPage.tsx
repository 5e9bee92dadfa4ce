import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { Login } from '../../contract/auth';
import type { SignInStep } from '../../contract/factors';
import { screens } from '../../contract/paths';
import { ApiError, signInStepOf } from '../shared/api-error';
import { authProvider } from '../shared/auth-provider';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { LoadingScreen } from '../shared/LoadingScreen';
import { lazyPart } from '../shared/loading/lazy-part';
import { PasswordField } from '../shared/PasswordField';
import { SubmitButton } from '../shared/SubmitButton';
import { lastSessionEnd, storeEmail } from '../shared/session';
import { toast } from '../shared/toasts';
import { useIsHere } from '../shared/use-is-here';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { useAccountTitle } from './account-title';
import { resolvers } from './resolvers';
import { sentenceCase } from './sentence-case';

const SecondStep = lazyPart(() => import('./SecondStep'));

const welcome = 'Welcome back. Sign in to see your account.';

/** Sign in. Where it leads is the guest guard's to say: it sees the session begin. */
export default function LoginPage() {
  useAccountTitle(screens.login);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const wait = useWait();
  /** Set once the password was right and a second factor is asked for. */
  const [step, setStep] = useState<SignInStep | null>(null);
  /** Under the heading: what somebody comes from. */
  const [intro, setIntro] = useState(() =>
    lastSessionEnd() === 'refused' ? 'Your session has ended. Sign in to see your account.' : welcome,
  );
  const form = useForm({
    resolver: resolvers.login,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });

  async function signIn(credentials: Login) {
    try {
      await authProvider.login(credentials);
    } catch (error) {
      const next = signInStepOf(error);
      if (next) {
        // The ticket stands for the password, which is not needed any more.
        form.reset({ email: credentials.email, password: '' });
        setStep(next);
        return;
      }
      if (error instanceof ApiError && error.has('email_not_verified')) {
        storeEmail(credentials.email);
        toast({ description: error.message, variant: 'warning' });
        if (isHere.current) navigate(screens.verifyEmail);
        return;
      }
      showFormErrors(error, form, wait);
    }
  }

  if (step) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SecondStep
          step={step}
          onRestart={(reason = welcome) => {
            setIntro(reason);
            setStep(null);
          }}
        />
      </Suspense>
    );
  }

  return (
    <AuthForm
      title="Log in"
      intro={intro}
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
        <Typography variant="body2" sx={{ textAlign: 'right', lineHeight: 1.75 }}>
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
