import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import type { registerFormSchema } from '../../contract/user';
import { call } from '../shared/api';
import { CountryField } from '../shared/CountryField';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { PasswordField } from '../shared/PasswordField';
import { SubmitButton } from '../shared/SubmitButton';
import { storeEmail } from '../shared/session';
import { toast } from '../shared/toasts';
import { useComparedField } from '../shared/use-compared-field';
import { useIsHere } from '../shared/use-is-here';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { useAccountTitle } from './account-title';
import { isOfDocuments, useDocumentsInForce } from './documents-in-force';
import { codeSent } from './resend-wait';
import { resolvers } from './resolvers';
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

/** What another registration of the same person begins with. */
const keptFields = ['firstName', 'lastName', 'phoneNumber', 'country'] as const;

type Kept = Partial<Record<string, unknown>>;

/** The fields of a registration that was sent just now: kept in the history of the tab, for whoever comes back to use another address. */
const keptOf = (values: Kept) =>
  Object.fromEntries(keptFields.map((name) => [name, String(values[name] ?? '')]));

const pair = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
};

/** Sign up. The server then sends a code to the address, known to it or not. */
export default function RegisterPage() {
  useAccountTitle(screens.register);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const wait = useWait();
  const { state }: { state: Kept | null } = useLocation();
  const form = useForm({
    resolver: resolvers.register,
    mode: 'onTouched',
    defaultValues: { ...empty, ...(state && keptOf(state)) },
  });
  const { control } = form;
  const documents = useDocumentsInForce();
  useComparedField(form, 'password', 'confirmPassword');

  async function register(values: z.output<typeof registerFormSchema>) {
    const { confirmPassword, terms, ...registration } = values;
    try {
      const acceptedDocuments = await documents.read();
      await call('register', { body: { ...registration, ...(acceptedDocuments && { acceptedDocuments }) } });
    } catch (error) {
      if (isOfDocuments(error)) {
        // A new version came while the form was filled in: what was ticked was the one before.
        documents.forget();
        form.setValue('terms', false, { shouldDirty: true, shouldValidate: true });
      }
      showFormErrors(error, form, wait);
      return;
    }
    toast({ description: toasts.registered, variant: 'success' });
    storeEmail(registration.email);
    codeSent('verify_email', registration.email);
    if (!isHere.current) return;
    const kept = keptOf(values);
    // For the browser's way back as well.
    await navigate({}, { replace: true, state: kept });
    navigate(screens.verifyEmail, { state: kept });
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
      <SubmitButton control={control} wait={wait} size="large" fullWidth>
        Sign up
      </SubmitButton>
    </AuthForm>
  );
}
