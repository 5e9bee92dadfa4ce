import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Session } from '../../../contract/auth';
import { call } from '../../shared/api';
import { ApiError, isWithoutAnswer } from '../../shared/api-error';
import { authProvider } from '../../shared/auth-provider';
import { leave } from '../../shared/leaving';
import { toast, toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { ModalShell } from '../modal/ModalShell';
import { stopped, useStoppable } from '../modal/use-stoppable';

/** What is to end: one sign-in, or all but the one of this browser. */
export type Ending = Session | 'others';

interface Props {
  ending: Ending;
  /** No answer says whether anything has ended. */
  onUnanswered: () => void;
  /** The modal is done with; `ended` says whether anything has ended. */
  onClose: (ended: boolean) => void;
}

function textsOf(ending: Ending) {
  if (ending === 'others') {
    return {
      header: 'Sign out everywhere else?',
      text: 'Every device but this one has to sign in again.',
      done: 'Signed out everywhere else',
    };
  }
  if (ending.current) {
    return { header: 'Sign out here?', text: 'This is the device you are using now.', done: undefined };
  }
  return {
    header: `Sign out ${ending.device}?`,
    text: 'That device has to sign in again. If it is not yours, change your password as well.',
    done: `Signed out ${ending.device}`,
  };
}

async function end(ending: Ending, signal: AbortSignal): Promise<void> {
  if (ending === 'others') {
    await call('endOtherSessions', { signal });
    return;
  }
  try {
    await call('endSession', { params: { sessionId: ending._id }, signal });
  } catch (error) {
    // Somebody else ended it meanwhile: then it has ended.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Asks before a session ends. To end the one of this browser is to log out. */
export function EndSessionModal({ ending, onUnanswered, onClose }: Props) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const wait = useWait();
  const sending = useStoppable();
  const { header, text, done } = textsOf(ending);

  async function confirm() {
    if (done === undefined) {
      leave(async () => navigate(await authProvider.logout()));
      return;
    }
    setBusy(true);
    const signal = sending.begin();
    try {
      await end(ending, signal);
      toast({ description: done, variant: 'success' });
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
      header={header}
      confirmText="Sign out"
      canConfirm
      wait={wait}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
      onClose={() => onClose(false)}
      loading={busy ? 'Signing out' : undefined}
      onAbort={sending.stop}
    >
      <Typography color="textSecondary">{text}</Typography>
    </ModalShell>
  );
}
