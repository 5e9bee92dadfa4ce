import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type FactorAdded, factorName } from '../../contract/factors';
import { z } from '../../contract/zod';
import { call } from '../shared/api';
import { ApiError, isWithoutAnswer } from '../shared/api-error';
import { FormField } from '../shared/FormField';
import { createPasskey, PasskeyFailure } from '../shared/factors/passkey';
import { showFormErrors } from '../shared/form-errors';
import { currentOwner, isOthers } from '../shared/personal-storage';
import { useWait } from '../shared/wait/use-wait';
import { WaitButton } from '../shared/wait/WaitButton';
import { kindTexts } from './factor-kinds';
import { PageHeading } from './PageHeading';
import type { PasskeySetup } from './views';

const passkeyFormSchema = z.object({ name: factorName });

interface Props {
  setup: PasskeySetup;
  onAdded: (added: FactorAdded) => void;
  /** No answer says whether it was added. */
  onUnanswered: () => void;
  onLeave: () => void;
  /** It cannot be finished any more: too late, or the factors have changed meanwhile. */
  onOver: () => void;
}

/** The name of a passkey, which the browser then makes. */
export function PasskeyStep({ setup: { setupId, options }, onAdded, onUnanswered, onLeave, onOver }: Props) {
  const form = useForm({
    resolver: zodResolver(passkeyFormSchema),
    mode: 'onTouched',
    defaultValues: { name: kindTexts.passkey.name },
  });
  const { control, setFocus } = form;
  const { isSubmitting, isValid } = form.formState;
  const wait = useWait();
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);

  async function add({ name }: z.output<typeof passkeyFormSchema>) {
    setRefusal(null);
    const owner = currentOwner();
    try {
      const response = await createPasskey(options);
      // It was made by somebody else than who would send it now.
      if (isOthers(owner)) return;
      onAdded(await call('addFactor', { body: { setupId, name, proof: { kind: 'passkey', response } } }));
    } catch (error) {
      if (error instanceof PasskeyFailure) {
        setRefusal(error.message);
        return;
      }
      showFormErrors(error, form, wait);
      if (!(error instanceof ApiError)) return;
      if (isWithoutAnswer(error)) onUnanswered();
      if (error.has('conflict')) onOver();
      if (error.has('invalid_factor')) setRefusal(error.message);
    }
  }

  return (
    <>
      <PageHeading lead="Give it a name. Your browser then asks for your fingerprint, face, PIN or security key.">
        {kindTexts.passkey.add}
      </PageHeading>
      <Card>
        <CardContent>
          <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit(add)}>
            <FormField
              name="name"
              control={control}
              label="Name"
              autoComplete="off"
              helperText="To tell it from others, for example by the device."
            />
            {refusal && (
              <FormHelperText error role="alert">
                {refusal}
              </FormHelperText>
            )}
            <Stack direction="row" spacing={1.5}>
              <WaitButton
                type="submit"
                variant="contained"
                wait={wait}
                disabled={!isValid}
                loading={isSubmitting}
              >
                Create passkey
              </WaitButton>
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
