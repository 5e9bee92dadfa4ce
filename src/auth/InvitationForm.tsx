import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { userTypeNames } from '../../contract/messages';
import { screens } from '../../contract/paths';
import type { InvitationForm as Fields, Invited } from '../../contract/people';
import { call } from '../shared/api';
import { ApiError, isWithoutAnswer } from '../shared/api-error';
import { startSession } from '../shared/auth-provider';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { PasswordField } from '../shared/PasswordField';
import { currentOwner } from '../shared/personal-storage';
import { SubmitButton } from '../shared/SubmitButton';
import { toastErrors } from '../shared/toasts';
import { useComparedField } from '../shared/use-compared-field';
import { useWait } from '../shared/wait/use-wait';
import { AuthForm } from './AuthForm';
import { PerhapsDone } from './PerhapsDone';
import { resolvers } from './resolvers';
import { UsernameField } from './UsernameField';

interface Props {
  token: string;
  /** The invitation is accepted, and the session of this token begins, if it can. */
  onAccepted: (token: string) => void;
  /** The invitation cannot be accepted any more. */
  onInvalid: (message: string) => void;
}

/** Of an invitation that is refused once its acceptance had no answer. */
const perhapsAccepted =
  'No answer came before, and your account may be made: log in with the password you chose then.';

/** Names and a password of whoever is invited. */
export function InvitationForm({ token, onAccepted, onInvalid }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  const wait = useWait();
  const form = useForm({
    resolver: resolvers.invitation,
    mode: 'onTouched',
    defaultValues: { firstName: '', lastName: '', password: '', confirmPassword: '' },
  });
  useComparedField(form, 'password', 'confirmPassword');

  useEffect(() => {
    const reading = new AbortController();
    call('readInvitation', { body: { token }, signal: reading.signal }).then(setInvited, (error: unknown) => {
      if (isInvalid(error)) onInvalid(error.message);
      // Any other failure says itself when the form is sent; what the invitation is to is only missing until then.
    });
    return () => reading.abort();
  }, [token, onInvalid]);

  async function accept({ firstName, lastName, password }: Fields) {
    const before = currentOwner();
    let session: string;
    try {
      session = await call('acceptInvitation', { body: { token, firstName, lastName, password } });
    } catch (error) {
      if (isInvalid(error)) {
        onInvalid(unanswered ? perhapsAccepted : error.message);
        return;
      }
      if (isWithoutAnswer(error)) setUnanswered(true);
      showFormErrors(error, form, wait);
      return;
    }
    onAccepted(session);
    try {
      startSession(session, before);
    } catch (error) {
      toastErrors(error);
    }
  }

  const { control } = form;
  return (
    <AuthForm
      title="Accept your invitation"
      intro={
        invited ? (
          <>
            Your role is{' '}
            <Box component="strong" sx={{ color: 'text.primary' }}>
              {userTypeNames[invited.type]}
            </Box>
            . You will sign in with{' '}
            <Box component="strong" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
              {invited.email}
            </Box>{' '}
            and the password you choose here.
          </>
        ) : (
          'Choose the password that you will sign in with.'
        )
      }
      onSubmit={form.handleSubmit(accept)}
      footer={
        <Link component={RouterLink} to={screens.home}>
          Back to the front page
        </Link>
      }
    >
      {unanswered && (
        <PerhapsDone
          done="your account may be made"
          refused="the invitation"
          secret="the password you chose"
        />
      )}
      <UsernameField email={invited?.email} />
      <FormField name="firstName" control={control} label="First name" autoComplete="given-name" />
      <FormField name="lastName" control={control} label="Last name" autoComplete="family-name" />
      <PasswordField name="password" control={control} label="Password" autoComplete="new-password" />
      <PasswordField
        name="confirmPassword"
        control={control}
        label="Confirm password"
        autoComplete="new-password"
      />
      <SubmitButton control={control} wait={wait} size="large" fullWidth>
        Accept
      </SubmitButton>
    </AuthForm>
  );
}

function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.has('invalid_invitation');
}
