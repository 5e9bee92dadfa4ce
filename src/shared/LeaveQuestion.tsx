import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker, useNavigate } from 'react-router-dom';
import { holdLeaving } from './leaving';
import { readSession } from './token';

export interface LeaveQuestionProps {
  /** Whether something is lost on the way to that page, or without a path to another site. By default it is. */
  loses?: (path?: string) => boolean;
  /** Somebody is about to close a dialog, which leads to no other page. */
  asked?: boolean;
  onStay?: () => void;
  onLeave?: () => void;
  /** The texts in another language. */
  text?: (english: string) => string;
}

/**
 * Asks before what was entered is lost, and is there while something is: on the way to another page by a question, on the
 * way out of the app by that of the browser, and before a sign-out. Nobody is held back whose session is over.
 */
export function LeaveQuestion({
  loses = () => true,
  asked = false,
  onStay,
  onLeave,
  text = (english) => english,
}: LeaveQuestionProps) {
  const navigate = useNavigate();
  const titleId = useId();
  const [held, setHeld] = useState<Location>();
  const [next, setNext] = useState<() => void>();
  const leaving = useRef(false);
  const holdsFrom = (path?: string) => !leaving.current && readSession() !== null && loses(path);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const { pathname } = nextLocation;
    const holds = pathname !== currentLocation.pathname && holdsFrom(pathname);
    // Kept here: the step of the history that closes a drawer makes the router forget what it has held back.
    if (holds) setHeld(nextLocation);
    return holds;
  });
  useBeforeUnload((event) => {
    if (holdsFrom()) event.preventDefault();
  });

  useEffect(() =>
    holdLeaving((goOn) => {
      const holds = holdsFrom();
      if (holds) setNext(() => goOn);
      return holds;
    }),
  );

  function stay(): void {
    blocker.reset?.();
    setHeld(undefined);
    setNext(undefined);
    onStay?.();
  }

  function leave(): void {
    leaving.current = true;
    if (next) next();
    else if (blocker.proceed) blocker.proceed();
    else if (held) navigate(held, { state: held.state });
    else onLeave?.();
  }

  // No layer with an entry of the history (src/shared/layers.ts): a step to it would be taken for the one that was held back.
  return (
    <Dialog
      open={asked || (held ?? next) !== undefined}
      onClose={stay}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{text('Leave without saving?')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{text('What you entered here is lost.')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={stay}>
          {text('Stay')}
        </Button>
        <Button variant="contained" color="error" onClick={leave}>
          {text('Leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
