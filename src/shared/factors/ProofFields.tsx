import FormHelperText from '@mui/material/FormHelperText';
import { useEffect } from 'react';
import { FormField } from '../FormField';
import { OtpField } from '../OtpField';
import type { Proof, Way } from './use-proof';

/** What a person is asked to do, by the way a factor is shown. */
export const wayTexts: Readonly<Record<Way, string>> = {
  totp: 'Enter the six digits that your authenticator app shows now.',
  passkey: 'Use the passkey of your account: your fingerprint, face, PIN or security key.',
  recovery: 'Enter one of the recovery codes that you saved. Each works once.',
};

/** What leads to a way from another one. */
export const wayLinks: Readonly<Record<Way, string>> = {
  totp: 'Use the code of your app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

/** The field of a second factor, if it has one, and why a passkey was not taken. */
export function ProofFields({ proof }: { proof: Proof }) {
  const { control, setFocus } = proof.form;
  // Here and not with the form: a dialog brings its content later than itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way has another field.
  useEffect(() => setFocus('code'), [setFocus, proof.way]);
  return (
    <>
      {proof.way === 'totp' && <OtpField name="code" control={control} label="Code of your app" />}
      {proof.way === 'recovery' && (
        <FormField
          name="code"
          control={control}
          label="Recovery code"
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
      )}
      {proof.passkeyRefusal && (
        <FormHelperText error role="alert">
          {proof.passkeyRefusal}
        </FormHelperText>
      )}
    </>
  );
}
