import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { refusalOf, toastFailure } from './failure';
import { reasonLength } from './reason';

interface Props {
  /** The question. */
  title: string;
  /** What it does. */
  children: ReactNode;
  /** What the button says. */
  confirm: string;
  /** Does it. Rejects when the host refuses. */
  onConfirm: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks whether something is to be done, and why; the dialog stays until the host has answered. */
export default function ReasonDialog({ title, children, confirm, onConfirm, onCancel }: Props) {
  const titleId = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !reason.trim()) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      toastFailure(error);
      setRefusal(refusalOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      onClose={() => {
        if (!busy) onCancel();
      }}
    >
      {/* display: contents lets the dialog lay out title, content and buttons as its own children. */}
      <form noValidate onSubmit={submit} style={{ display: 'contents' }}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography variant="body2" component="div">
              {children}
            </Typography>
            <TextField
              autoFocus
              label="Reason"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              autoComplete="off"
              helperText="Required. Kept in the audit log."
              slotProps={{ htmlInput: { maxLength: reasonLength, 'aria-required': true } }}
            />
            {refusal && <Alert severity="error">{refusal}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={!reason.trim()} loading={busy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
