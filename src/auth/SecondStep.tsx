import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { SignInStep } from '../../contract/factors';
import { call } from '../shared/api';
import { ApiError } from '../shared/api-error';
import { authProvider } from '../shared/auth-provider';
import { ProofFields, wayLinks, wayTexts } from '../shared/factors/ProofFields';
import { useProof } from '../shared/factors/use-proof';
import { clearErrors } from '../shared/toasts';
import { WaitButton } from '../shared/wait/WaitButton';
import { AuthForm } from './AuthForm';

interface Props {
  step: SignInStep;
  /** Back to the password, with what to say there when the person has not asked for it. */
  onRestart: (reason?: string) => void;
}

const over =
  'That sign-in took too long, or too many codes were wrong. Please begin again with your password.';

/** Second step of a sign-in, after the password: the second factor. */
export default function SecondStep({ step: { ticket, kinds }, onRestart }: Props) {
  const [leaving] = useState(() => new AbortController());
  const { signal } = leaving;

  /** A ticket that has ended can do nothing more. */
  async function whileOpen<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onRestart(over);
      throw error;
    }
  }

  const proof = useProof({
    kinds,
    signal,
    startPasskey: () => whileOpen(() => call('startPasskeySignIn', { body: { ticket }, signal })),
    send: (shown) => whileOpen(() => authProvider.finishLogin(ticket, shown, signal)),
  });
  const { way, busy, wait } = proof;

  return (
    <AuthForm
      title="Confirm it is you"
      intro={wayTexts[way]}
      onSubmit={proof.submit}
      footer={
        <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
          {proof.others.map((other) => (
            <Link
              key={other}
              component="button"
              type="button"
              variant="body1"
              onClick={() => proof.change(other)}
              disabled={busy}
            >
              {wayLinks[other]}
            </Link>
          ))}
          <Link
            component="button"
            type="button"
            variant="body1"
            // Also while an answer is waited for, which may never come: nobody is signed in by one that comes after that.
            onClick={() => {
              leaving.abort();
              clearErrors();
              onRestart();
            }}
          >
            Start again
          </Link>
        </Stack>
      }
    >
      <ProofFields proof={proof} />
      <WaitButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        // Where there is no field the focus starts here.
        autoFocus={way === 'passkey'}
        wait={wait}
        disabled={!proof.canSubmit}
        loading={busy}
      >
        {way === 'passkey' ? 'Use a passkey' : 'Log in'}
      </WaitButton>
      {way === 'totp' && proof.hasPasskey && (
        <Button variant="outlined" size="large" fullWidth onClick={proof.askPasskey}>
          Use a passkey
        </Button>
      )}
    </AuthForm>
  );
}
