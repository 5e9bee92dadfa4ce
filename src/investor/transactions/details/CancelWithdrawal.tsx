import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import type { Transaction } from '../../../../contract/transaction';
import { formatDollars } from '../../../shared/format';
import { WaitButton } from '../../../shared/wait/WaitButton';
import { useCancelWithdrawal } from './transaction-details';

/** Cancels a pending withdrawal after one more question. */
export function CancelWithdrawal({ transaction }: { transaction: Transaction }) {
  const [asking, setAsking] = useState(false);
  const { cancel, isPending, wait } = useCancelWithdrawal(transaction);
  const question = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone; the question is read out in its place.
  useEffect(() => {
    if (asking) question.current?.focus();
  }, [asking]);

  if (!asking) {
    return (
      <Box>
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          Cancel this withdrawal
        </Button>
      </Box>
    );
  }
  return (
    <Alert severity="warning" ref={question} tabIndex={-1} role="group" aria-label="Cancel this withdrawal?">
      Cancel this withdrawal? It will not be paid, and {formatDollars(transaction.amount)} returns to your
      balance.
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        <WaitButton
          size="small"
          variant="contained"
          color="error"
          wait={wait}
          loading={isPending}
          onClick={cancel}
        >
          Yes, cancel it
        </WaitButton>
        <Button size="small" color="inherit" disabled={isPending} onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </Stack>
    </Alert>
  );
}
