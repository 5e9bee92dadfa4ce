import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { registerFormSchema } from '../../contract/user';
import { call } from '../shared/api';
import { CountryField } from '../shared/CountryField';
import { useDocumentTitle } from '../shared/document-title';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { PasswordField } from '../shared/PasswordField';
import { SubmitButton } from '../shared/SubmitButton';
import { storeEmail } from '../shared/session';
import { toast } from '../shared/toasts';
import { useComparedField } from '../shared/use-compared-field';
import { AuthForm } from './AuthForm';
import type { CodeSent } from './code-sent';
import { TermsField } from './TermsField';

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  country: '',
  password: '',
  confirmPassword: '',
  terms: false,
};

const pair = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
};

/** Sign up. The server then sends a code to the address, known to it or not. */
export default function RegisterPage() {
  useDocumentTitle('Register');
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(registerFormSchema),
    mode: 'onTouched',
    defaultValues: empty,
  });
  const { control } = form;
  useComparedField(form, 'password', 'confirmPassword');

  async function register(values: z.output<typeof registerFormSchema>) {
    const { confirmPassword, terms, ...registration } = values;
    try {
      await call('register', { body: registration });
    } catch (error) {
      showFormErrors(error, form);
      return;
    }
    toast({ description: toasts.registered, variant: 'success' });
    storeEmail(registration.email);
    navigate(screens.verifyEmail, { state: { codeSentAt: Date.now() } satisfies CodeSent });
  }

  return (
    <AuthForm
      title="Create your account"
      intro="We send a six-digit code to your email to confirm it is yours."
      onSubmit={form.handleSubmit(register)}
      footer={
        <>
          Already registered?{' '}
          <Link component={RouterLink} to={screens.login}>
            Log in
          </Link>
        </>
      }
    >
      <Box sx={pair}>
        <FormField name="firstName" control={control} label="First name" autoComplete="given-name" />
        <FormField name="lastName" control={control} label="Last name" autoComplete="family-name" />
      </Box>
      <FormField
        name="email"
        control={control}
        label="Email"
        type="email"
        autoComplete="email"
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none' } }}
      />
      <Box sx={pair}>
        <FormField name="phoneNumber" control={control} label="Phone number" type="tel" autoComplete="tel" />
        <CountryField name="country" control={control} />
      </Box>
      <Box sx={pair}>
        <PasswordField name="password" control={control} label="Password" autoComplete="new-password" />
        <PasswordField
          name="confirmPassword"
          control={control}
          label="Confirm password"
          autoComplete="new-password"
        />
      </Box>
      <TermsField control={control} />
      <SubmitButton control={control} size="large" fullWidth>
        Sign up
      </SubmitButton>
    </AuthForm>
  );
}
