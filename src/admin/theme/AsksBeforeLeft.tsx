import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useSplatPathBase } from 'ra-core';
import { useId } from 'react';
import { useFormState } from 'react-hook-form';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { useConsoleText } from '../console-text';

function Question() {
  const client = useQueryClient();
  const form = useSplatPathBase();
  const text = useConsoleText();
  const titleId = useId();

  /** A page leads on while its write is being taken: what was entered is saved by then, or its record deleted. */
  const wouldBeLost = () => client.isMutating() === 0;

  const { state, proceed, reset } = useBlocker(
    ({ nextLocation: { pathname } }) =>
      pathname !== form && !pathname.startsWith(`${form}/`) && wouldBeLost(),
  );
  useBeforeUnload((event) => {
    if (wouldBeLost()) event.preventDefault();
  });

  // No layer with an entry of the history (src/shared/layers.ts): a step to it would be taken for the one that was held back.
  return (
    <Dialog
      open={state === 'blocked'}
      onClose={() => reset?.()}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{text('Leave without saving?')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{text('What you entered here is lost.')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => reset?.()}>
          {text('Stay')}
        </Button>
        <Button variant="contained" color="error" onClick={() => proceed?.()}>
          {text('Leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Asks before what was entered in the form around it is lost: on the way to another page of the console by a question, on any
 * other by that of the browser. Tabs of the form, which have addresses of their own, are no other page.
 *
 * react-admin's `warnWhenUnsavedChanges` was tried: it asks by a box of the browser's own, and holds back the page that a
 * form leads on to when it was taken, after which the step that closes the question for the reason stays on the form.
 */
export function AsksBeforeLeft() {
  const { dirtyFields } = useFormState();
  return Object.keys(dirtyFields).length > 0 && <Question />;
}
