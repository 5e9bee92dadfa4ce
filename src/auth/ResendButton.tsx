import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OtpActivity } from '../../contract/enums';
import { toasts } from '../../contract/messages';
import { call } from '../shared/api';
import { toast, toastErrors } from '../shared/toasts';
import { sentenceCase } from './sentence-case';
import { useCooldown } from './use-cooldown';

interface Props {
  /** Where the code goes; without an address the button does nothing (specification, section 2). */
  email: string | null;
  activity: OtpActivity;
  /** When the last code was sent, in ms since 1970; 0 if none was on the way here. */
  lastSentAt: number;
}

/** Sends a new code, at most once a minute; the wait is shown in seconds. */
export function ResendButton({ email, activity, lastSentAt }: Props) {
  const [seconds, restart] = useCooldown(lastSentAt);
  const [busy, setBusy] = useState(false);

  async function resend() {
    if (!email) return;
    setBusy(true);
    try {
      await call('resendOtp', { body: { email, activity } });
      restart();
      toast({ description: toasts.otpResent, variant: 'success' });
    } catch (error) {
      toastErrors(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outlined"
      size="large"
      fullWidth
      disabled={busy || seconds > 0}
      onClick={resend}
      // The wait is worth reading although the button is off.
      sx={{ fontVariantNumeric: 'tabular-nums', '&.Mui-disabled': { color: 'text.secondary' } }}
    >
      <Box component="span" sx={sentenceCase}>
        resend{' '}
        <Box component="span" sx={{ textTransform: 'uppercase' }}>
          otp
        </Box>
        {seconds > 0 && ` in ${seconds} s`}
      </Box>
    </Button>
  );
}
