import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import type { Transaction } from '../../../../contract/transaction';
import { formatDollars } from '../../../shared/format';
import { useCancelWithdrawal } from './transaction-details';

/** Cancels a pending withdrawal after one more question. */
export function CancelWithdrawal({ transaction }: { transaction: Transaction }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelWithdrawal(transaction);
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
        <Button
          size="small"
          variant="contained"
          color="error"
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Yes, cancel it
        </Button>
        <Button size="small" color="inherit" disabled={cancel.isPending} onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </Stack>
    </Alert>
  );
}
