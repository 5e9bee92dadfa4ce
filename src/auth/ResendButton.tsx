import Box from '@mui/material/Box';
import { type MouseEvent, type Ref, useState } from 'react';
import type { OtpActivity } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { toasts } from '../../contract/messages';
import { call } from '../shared/api';
import { takeFocus } from '../shared/take-focus';
import { toast, toastErrors } from '../shared/toasts';
import { WaitButton } from '../shared/wait/WaitButton';
import { WaitStatus } from '../shared/wait/WaitStatus';
import { clockText } from '../shared/wait/wait-text';
import { useResendWait } from './resend-wait';
import { sentenceCase } from './sentence-case';

interface Props {
  /** Where the code goes; without an address the button does nothing. */
  email: string | null;
  activity: OtpActivity;
  ref: Ref<HTMLButtonElement>;
}

/** Sends a new code, at most once a minute and as often as the server allows; the wait is shown. */
export function ResendButton({ email, activity, ref }: Props) {
  const wait = useResendWait(activity, email);
  const [busy, setBusy] = useState(false);

  async function resend({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const { form } = currentTarget;
    if (!email) return;
    setBusy(true);
    try {
      await call('resendOtp', { body: { email, activity } });
      wait.begin(limits.otpResendAfter / 1000);
      toast({ description: toasts.otpResent, variant: 'success' });
      // The button stays off for a while; the code is what comes next.
      takeFocus(form?.querySelector('input'));
    } catch (error) {
      wait.after(error);
      toastErrors(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <WaitButton
        ref={ref}
        variant="outlined"
        size="large"
        fullWidth
        wait={undefined}
        disabled={wait.seconds > 0}
        loading={busy}
        onClick={resend}
        // The wait is worth reading although the button is off.
        sx={{ fontVariantNumeric: 'tabular-nums', '&.Mui-disabled': { color: 'text.secondary' } }}
      >
        <Box component="span" sx={sentenceCase}>
          resend{' '}
          <Box component="span" sx={{ textTransform: 'uppercase' }}>
            otp
          </Box>
          {wait.seconds > 0 && ` in ${clockText(wait.seconds)}`}
        </Box>
      </WaitButton>
      <WaitStatus wait={wait} what="ask for another code" />
    </>
  );
}
