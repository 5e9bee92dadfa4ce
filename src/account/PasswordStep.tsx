import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { FactorKind } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { validation } from '../../contract/messages';
import { z } from '../../contract/zod';
import { showFormErrors } from '../shared/form-errors';
import { PasswordField } from '../shared/PasswordField';
import { SubmitButton } from '../shared/SubmitButton';
import { useWait } from '../shared/wait/use-wait';
import { kindTexts } from './factor-kinds';
import { PageHeading } from './PageHeading';
import { startSetup, type View } from './views';

const passwordFormSchema = z.object({
  password: z.string().min(1, validation.required).max(limits.passwordMax),
});

interface Props {
  kind: FactorKind;
  onStarted: (view: View) => void;
  onCancel: () => void;
}

/** Before the first factor: whoever sits at a browser that somebody left signed in does not know the password. */
export function PasswordStep({ kind, onStarted, onCancel }: Props) {
  const form = useForm({
    resolver: zodResolver(passwordFormSchema),
    mode: 'onTouched',
    defaultValues: { password: '' },
  });
  const { control, setFocus } = form;
  const wait = useWait();
  useEffect(() => setFocus('password'), [setFocus]);

  async function begin({ password }: z.output<typeof passwordFormSchema>) {
    try {
      onStarted(await startSetup(kind, password));
    } catch (error) {
      showFormErrors(error, form, wait);
    }
  }

  return (
    <>
      <PageHeading lead="First enter the password of your account.">{kindTexts[kind].add}</PageHeading>
      <Card>
        <CardContent>
          <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit(begin)}>
            <PasswordField
              name="password"
              control={control}
              label="Password"
              autoComplete="current-password"
            />
            <Stack direction="row" spacing={1.5}>
              <SubmitButton control={control} wait={wait}>
                Continue
              </SubmitButton>
              <Button color="inherit" onClick={onCancel}>
                Cancel
              </Button>
            </Stack>
          </Stack>
        </CardContent>
      </Card>
    </>
  );
}
