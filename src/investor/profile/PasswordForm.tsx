import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toasts } from '../../../contract/messages';
import { type PasswordChangeForm, passwordChangeFormSchema } from '../../../contract/user';
import { call } from '../../shared/api';
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
  useComparedField(form, 'oldPassword', 'newPassword');
  useComparedField(form, 'newPassword', 'confirmPassword');

  async function change({ oldPassword, newPassword }: PasswordChangeForm) {
    try {
      await call('changePassword', { body: { oldPassword, newPassword } });
      form.reset();
      toast({ description: toasts.passwordChanged, variant: 'success' });
      queryClient.invalidateQueries({ queryKey: sessionsKey });
    } catch (error) {
      showFormErrors(error, form, wait);
    }
  }

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit(change)}>
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
