import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useResourceContext, useSplatPathBase } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { type Location, useBeforeUnload, useBlocker, useNavigate } from 'react-router-dom';
import { useConsoleText } from '../console-text';

interface Props {
  /** Whether the form has tabs, whose addresses begin with its own. */
  tabs: boolean;
  /** Whether the page itself leads on now: what was entered is saved, or somebody else's to save. */
  leadsOn: (isSubmitting: boolean) => boolean;
  /** Something was entered in a form that held nothing new. */
  onEntered: () => void;
}

function Question({ tabs, leadsOn, onEntered }: Props) {
  const client = useQueryClient();
  const resource = useResourceContext();
  const { isSubmitting } = useFormState();
  const form = useSplatPathBase();
  const navigate = useNavigate();
  const text = useConsoleText();
  const titleId = useId();
  const [held, setHeld] = useState<Location>();
  const leaving = useRef(false);
  useEffect(onEntered, [onEntered]);

  /** A page that deletes the record of the form leads on while that is taken. */
  const wouldBeLost = () =>
    !leaving.current &&
    !leadsOn(isSubmitting) &&
    client.isMutating({ mutationKey: [resource, 'delete'] }) === 0;

  const isTab = (path: string) =>
    tabs && (path === form || path.startsWith(`${form}/`)) && path !== `${form}/show`;

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const holds =
      nextLocation.pathname !== currentLocation.pathname && !isTab(nextLocation.pathname) && wouldBeLost();
    // Kept here: the step of the history that closes a drawer makes the router forget what it has held back.
    if (holds) setHeld(nextLocation);
    return holds;
  });
  useBeforeUnload((event) => {
    if (wouldBeLost()) event.preventDefault();
  });

  function stay(): void {
    blocker.reset?.();
    setHeld(undefined);
  }

  function leave(): void {
    leaving.current = true;
    if (blocker.proceed) blocker.proceed();
    else if (held) navigate(held, { state: held.state });
  }

  // No layer with an entry of the history (src/shared/layers.ts): a step to it would be taken for the one that was held back.
  return (
    <Dialog open={held !== undefined} onClose={stay} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{text('Leave without saving?')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{text('What you entered here is lost.')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={stay}>
          {text('Stay')}
        </Button>
        <Button variant="contained" color="error" onClick={leave}>
          {text('Leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Asks before what was entered in the form around it is lost: on the way to another page of the console by a question, on any
 * other by that of the browser. Tabs of the form are no other page.
 *
 * react-admin's `warnWhenUnsavedChanges` was tried: it asks by a box of the browser's own, and holds back the page that a
 * form leads on to when it was taken, after which the step that closes the question for the reason stays on the form.
 */
export function AsksBeforeLeft(props: Props) {
  const { dirtyFields } = useFormState();
  return Object.keys(dirtyFields).length > 0 && <Question {...props} />;
}
