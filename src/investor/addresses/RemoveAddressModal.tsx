import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { KeptAddress } from '../../../contract/address-book';
import { call } from '../../shared/api';
import { ApiError, isWithoutAnswer } from '../../shared/api-error';
import { toast, toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { ModalShell } from '../modal/ModalShell';
import { stopped, useStoppable } from '../modal/use-stoppable';

interface Props {
  kept: KeptAddress;
  /** No answer says whether the address has gone. */
  onUnanswered: () => void;
  /** The modal is done with; `removed` says whether the address has gone. */
  onClose: (removed: boolean) => void;
}

async function remove(addressId: string, signal: AbortSignal): Promise<void> {
  try {
    await call('removeAddress', { params: { addressId }, signal });
  } catch (error) {
    // Removed in another tab meanwhile: then it has gone.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Asks before an address is kept no longer. */
export function RemoveAddressModal({ kept, onUnanswered, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const wait = useWait();
  const sending = useStoppable();

  async function confirm() {
    setBusy(true);
    const signal = sending.begin();
    try {
      await remove(kept._id, signal);
      toast({ description: 'Address removed', variant: 'success' });
      onClose(true);
    } catch (error) {
      if (signal.aborted || isWithoutAnswer(error)) onUnanswered();
      wait.after(error);
      if (signal.aborted) toast(stopped);
      else toastErrors(error);
      setBusy(false);
    }
  }

  return (
    <ModalShell
      header={`Remove ${kept.label}?`}
      cancelText="Keep it"
      confirmText="Remove"
      canConfirm
      wait={wait}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
      onClose={() => onClose(false)}
      loading={busy ? 'Removing the address' : undefined}
      onAbort={sending.stop}
    >
      <Typography color="textSecondary">
        <Box component="span" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
          {kept.address}
        </Box>{' '}
        leaves your address book. Withdrawals that were asked for already still go to it.
      </Typography>
    </ModalShell>
  );
}
