import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../shared/FormDialog';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { refusalOf } from '../failure';
import { useKeptText } from '../kept-typed';
import { PageFailure } from '../layout/PageFailure';
import { useConsoleProvider } from '../provider/console-calls';
import { ReasonField } from '../ReasonField';
import { seenReason } from '../reason';

interface Props {
  userId: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Says what an erasure takes and leaves, and from when it is allowed; asks for the person's address and for why. */
export default function EraseDialog({ userId, onDone, onCancel }: Props) {
  const provider = useConsoleProvider();
  const query = useQuery({
    queryKey: ['users', 'erasure', userId],
    queryFn: ({ signal }) => provider.readErasure({ userId, signal }),
    // What stood in the way a moment ago may be gone.
    gcTime: 0,
  });
  const [email, setEmail] = useState('');
  // Not the address: it is asked for to be typed.
  const [typed, setTyped] = useKeptText(`erase:${userId}`);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wait = useWait();
  const reason = seenReason(typed);
  const obstacles = query.data?.obstacles ?? [];
  const allowed = query.data !== undefined && obstacles.length === 0;
  const ready = allowed && email.trim() !== '' && reason !== '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    setRefusal(null);
    try {
      await provider.erasePerson({ userId, email: email.trim(), reason });
      onDone();
    } catch (error) {
      wait.after(error);
      toastErrors(error);
      setRefusal(refusalOf(error));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title="Erase personal data?"
      width="sm"
      busy={busy}
      onSubmit={submit}
      onLeave={onCancel}
      actions={
        <>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <WaitButton
            type="submit"
            variant="contained"
            color="error"
            wait={wait}
            disabled={!ready}
            loading={busy}
          >
            Erase for good
          </WaitButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2">
          Erased: name, email address, phone number, country, date of birth, withdrawal addresses, proof
          images, sessions, second factors, mails, security events, and what the audit log says about the
          person. Nobody can take this back.
        </Typography>
        <Typography variant="body2">
          Kept: transactions with their amounts, the entries of the books, who changed what and when, under
          “Erased Person”.
        </Typography>
        <PageFailure what="person" query={query} />
        {query.isPending && <LoadingScreen />}
        {obstacles.map((obstacle) => (
          <Alert key={obstacle} severity="warning">
            {obstacle}
          </Alert>
        ))}
        {allowed && (
          <>
            <TextField
              label="Email address of the person"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              autoComplete="off"
              autoFocus
              helperText="To make sure that it is the right one."
              slotProps={{ htmlInput: { 'aria-required': true, inputMode: 'email' } }}
            />
            <ReasonField
              value={typed}
              onChange={setTyped}
              help="Required. Kept for good: do not name the person."
            />
          </>
        )}
        {refusal && <Alert severity="error">{refusal}</Alert>}
      </Stack>
    </FormDialog>
  );
}
