import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormDialog } from '../shared/FormDialog';
import { toastErrors } from '../shared/toasts';
import { useWait } from '../shared/wait/use-wait';
import { WaitButton } from '../shared/wait/WaitButton';
import { useKeptText } from './kept-typed';
import { RefusalNotice } from './proposals/WaitingNotice';
import { ReasonField } from './ReasonField';
import { seenReason } from './reason';

interface Props {
  /** What is asked of what: the reason of a session that ended is there again when the same is asked anew. */
  name: string;
  /** The question. */
  title: string;
  /** What it does. */
  children: ReactNode;
  /** What the button says. */
  confirm: string;
  /** Does it. Rejects when the host refuses; whoever asks closes the dialog, or leaves it open to be asked again. */
  onConfirm: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks whether something is to be done, and why; the dialog stays until the host has answered. */
export default function ReasonDialog({ name, title, children, confirm, onConfirm, onCancel }: Props) {
  const [typed, setTyped] = useKeptText(name);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const wait = useWait();
  const reason = seenReason(typed);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !reason) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await onConfirm(reason);
    } catch (error) {
      wait.after(error);
      toastErrors(error);
      setRefusal(error);
    }
    setBusy(false);
  }

  return (
    <FormDialog
      title={title}
      busy={busy}
      lightly={!reason}
      onSubmit={submit}
      onLeave={onCancel}
      actions={
        <>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <WaitButton type="submit" variant="contained" wait={wait} disabled={!reason} loading={busy}>
            {confirm}
          </WaitButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" component="div">
          {children}
        </Typography>
        <ReasonField autoFocus value={typed} onChange={setTyped} />
        <RefusalNotice error={refusal} />
      </Stack>
    </FormDialog>
  );
}
