import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toasts } from '../../../contract/messages';
import { type PasswordChangeForm, passwordChangeFormSchema } from '../../../contract/user';
import { call } from '../../shared/api';
import { isWithoutAnswer } from '../../shared/api-error';
import { showFormErrors } from '../../shared/form-errors';
import { PasswordField } from '../../shared/PasswordField';
import { SubmitButton } from '../../shared/SubmitButton';
import { toast } from '../../shared/toasts';
import { useComparedField } from '../../shared/use-compared-field';
import { useWait } from '../../shared/wait/use-wait';
import { fieldGrid } from './field-grid';
import { sessionsKey } from './own-sessions';

/** A new password for the signed-in person. The server ends the other sessions with it. */
export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(passwordChangeFormSchema),
    mode: 'onTouched',
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { control } = form;
  const wait = useWait();
  const [unanswered, setUnanswered] = useState(false);
  useComparedField(form, 'oldPassword', 'newPassword');
  useComparedField(form, 'newPassword', 'confirmPassword');

  async function change({ oldPassword, newPassword }: PasswordChangeForm) {
    try {
      await call('changePassword', { body: { oldPassword, newPassword } });
      setUnanswered(false);
      form.reset();
      toast({ description: toasts.passwordChanged, variant: 'success' });
      queryClient.invalidateQueries({ queryKey: sessionsKey });
    } catch (error) {
      if (isWithoutAnswer(error)) setUnanswered(true);
      showFormErrors(error, form, wait);
    }
  }

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit(change)}>
      {unanswered && (
        <Alert severity="warning">
          No answer came, and your password may be changed all the same. If the old one is refused now, the
          new one is in force.
        </Alert>
      )}
      <Box sx={fieldGrid}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="oldPassword"
          control={control}
          label="Old password"
          autoComplete="current-password"
        />
        <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
        <PasswordField
          name="newPassword"
          control={control}
          label="New password"
          autoComplete="new-password"
        />
        <PasswordField
          name="confirmPassword"
          control={control}
          label="Confirm password"
          autoComplete="new-password"
        />
      </Box>
      <SubmitButton control={control} wait={wait} sx={{ alignSelf: { sm: 'flex-start' } }}>
        Change password
      </SubmitButton>
    </Stack>
  );
}
