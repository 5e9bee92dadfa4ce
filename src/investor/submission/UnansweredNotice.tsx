import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../contract/currencies';
import type { Crypto } from '../../../contract/enums';
import { screens } from '../../../contract/paths';
import { formatDate, formatDollars } from '../../shared/format';
import type { Wait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import type { PendingSubmission, SubmissionKind } from './pending-submission';

interface Props {
  kind: SubmissionKind;
  /** What was sent. */
  sent: PendingSubmission<{ amount: string; crypto: Crypto }>;
  /** Until when it cannot be sent again. */
  wait: Wait;
  /** Sends the same once more. */
  onSendAgain: () => void;
  onGiveUp: () => void;
  /** The person goes to look at the transactions. */
  onLeave: () => void;
}

/**
 * Stands above a form that was sent without an answer: what happened, and the ways on. Whatever the account holds
 * meanwhile, it may hold for this very request, so nothing but the server's answer decides on it.
 */
export function UnansweredNotice({ kind, sent, wait, onSendAgain, onGiveUp, onLeave }: Props) {
  const [givingUp, setGivingUp] = useState(false);
  const question = useRef<HTMLDivElement>(null);

  // The buttons that had the focus are gone; the question is read out in their place.
  useEffect(() => {
    if (givingUp) question.current?.focus();
  }, [givingUp]);

  const look = (
    <>
      Look for it in{' '}
      <Link component={RouterLink} to={screens.transactions} color="inherit" onClick={onLeave}>
        your transactions
      </Link>{' '}
      before you enter it anew: what you enter then counts on top of it.
    </>
  );
  if (givingUp) {
    return (
      <Alert severity="warning" ref={question} tabIndex={-1} role="group" aria-label="Give up on it?">
        It may have arrived all the same. {look}
        <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
          <Button size="small" variant="contained" color="error" onClick={onGiveUp}>
            Yes, give up
          </Button>
          <Button size="small" color="inherit" onClick={() => setGivingUp(false)}>
            Keep it
          </Button>
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert severity="warning">
      <Typography variant="inherit" sx={{ fontWeight: 600 }}>
        It is not known whether this arrived
      </Typography>
      Your {kind}{' '}
      {sent.values
        ? `of ${formatDollars(sent.values.amount)} in ${currencyName(sent.values.crypto)} was sent`
        : `was sent on ${formatDate(new Date(sent.firstSent).toISOString())}`}
      , and no answer says what became of it.{' '}
      {sent.values ? (
        'Sending it again is safe: it is never counted twice.'
      ) : (
        <>It cannot be sent again from here. {look}</>
      )}
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        {sent.values && (
          <WaitButton size="small" variant="contained" autoFocus wait={wait} silent onClick={onSendAgain}>
            Send again
          </WaitButton>
        )}
        <Button size="small" color="inherit" autoFocus={!sent.values} onClick={() => setGivingUp(true)}>
          Give up
        </Button>
      </Stack>
    </Alert>
  );
}
