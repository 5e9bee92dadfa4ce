import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { type FactorAdded, factorName } from '../../contract/factors';
import * as fields from '../../contract/fields';
import { z } from '../../contract/zod';
import { call } from '../shared/api';
import { ApiError, isWithoutAnswer } from '../shared/api-error';
import { CopyButton } from '../shared/CopyButton';
import { FormField } from '../shared/FormField';
import { showFormErrors } from '../shared/form-errors';
import { OtpField } from '../shared/OtpField';
import { QrCode } from '../shared/QrCode';
import { SubmitButton } from '../shared/SubmitButton';
import { useWait } from '../shared/wait/use-wait';
import { kindTexts } from './factor-kinds';
import { PageHeading } from './PageHeading';
import type { TotpSetup } from './views';

const totpFormSchema = z.object({ name: factorName, code: fields.otp });

/** A secret in groups of four, as it is easier to type. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

interface Props {
  setup: TotpSetup;
  onAdded: (added: FactorAdded) => void;
  /** No answer says whether it was added. */
  onUnanswered: () => void;
  onLeave: () => void;
  /** It cannot be finished any more: too late, or the factors have changed meanwhile. */
  onOver: () => void;
}

/** The secret for an authenticator app, and the first code that the app makes of it. */
export function TotpStep({ setup: { setupId, secret, uri }, onAdded, onUnanswered, onLeave, onOver }: Props) {
  const form = useForm({
    resolver: zodResolver(totpFormSchema),
    mode: 'onTouched',
    defaultValues: { name: kindTexts.totp.name, code: '' },
  });
  const { control } = form;
  const wait = useWait();

  async function add({ name, code }: z.output<typeof totpFormSchema>) {
    try {
      onAdded(await call('addFactor', { body: { setupId, name, proof: { kind: 'totp', code } } }));
    } catch (error) {
      showFormErrors(error, form, wait);
      if (!(error instanceof ApiError)) return;
      if (isWithoutAnswer(error)) onUnanswered();
      if (error.has('conflict')) onOver();
      if (!error.has('invalid_factor')) return;
      form.resetField('code');
      form.setError('code', { type: 'server', message: error.message }, { shouldFocus: true });
    }
  }

  return (
    <>
      <PageHeading focused lead="You need an app for one-time codes on your phone, or a password manager.">
        {kindTexts.totp.add}
      </PageHeading>
      <Card>
        <CardContent>
          <Stack component="form" noValidate spacing={3} onSubmit={form.handleSubmit(add)}>
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
              <QrCode value={uri} size={168} title="QR code for your authenticator app" />
              <Stack sx={{ gap: 1, minWidth: 0, flex: 1 }}>
                <Typography>
                  <strong>1.</strong> Scan this code with the app.
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  If you cannot scan it, type this key into the app:
                </Typography>
                <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
                  <Typography
                    data-testid="totp-secret"
                    sx={{
                      fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
                      fontSize: '0.9375rem',
                      pt: 1,
                    }}
                  >
                    {grouped(secret)}
                  </Typography>
                  <CopyButton value={secret} label="Copy key" copiedText="Key copied" />
                </Box>
                <Typography variant="body2">
                  <Link href={uri}>Open an app on this device</Link>
                </Typography>
              </Stack>
            </Stack>
            <Typography>
              <strong>2.</strong> Enter the six digits that the app shows now.
            </Typography>
            <OtpField name="code" control={control} label="Code of your app" />
            <FormField
              name="name"
              control={control}
              label="Name"
              autoComplete="off"
              helperText="To tell it from others, for example by your phone."
            />
            <Stack direction="row" spacing={1.5}>
              <SubmitButton control={control} wait={wait}>
                Add
              </SubmitButton>
              <Button color="inherit" onClick={onLeave}>
                Cancel
              </Button>
            </Stack>
          </Stack>
        </CardContent>
      </Card>
    </>
  );
}
