import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { FormDialog } from '../shared/FormDialog';
import { toastErrors } from '../shared/toasts';
import { useWait } from '../shared/wait/use-wait';
import { WaitButton } from '../shared/wait/WaitButton';

interface Props {
  title: string;
  children: ReactNode;
  confirm: string;
  /** Does it; rejects when the server refuses, and is asked again. Whoever asks closes the dialog. */
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onCancel }: Props) {
  const [busy, setBusy] = useState(false);
  const wait = useWait();

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      wait.after(error);
      toastErrors(error);
    }
    setBusy(false);
  }

  return (
    <FormDialog
      title={title}
      busy={busy}
      lightly
      onSubmit={submit}
      onLeave={onCancel}
      actions={
        <>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <WaitButton type="submit" variant="contained" autoFocus wait={wait} loading={busy}>
            {confirm}
          </WaitButton>
        </>
      }
    >
      <Typography color="textSecondary">{children}</Typography>
    </FormDialog>
  );
}
