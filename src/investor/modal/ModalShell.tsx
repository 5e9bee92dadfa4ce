import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useLayer } from '../../shared/layers';
import type { Wait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { WaitStatus } from '../../shared/wait/WaitStatus';
import { LoadingOverlay } from './LoadingOverlay';
import { MoreBelow } from './MoreBelow';

/** Id of the element of index.html that modals render into. */
const modalRootId = 'modal-root';

interface ModalShellProps {
  header?: string;
  children: ReactNode;
  cancelText?: string;
  confirmText?: string;
  /** Whether the confirm button can be pressed. */
  canConfirm: boolean;
  /** Until when the server takes no more of this form: the confirm button counts down. */
  wait?: Wait | undefined;
  /** Leaves the confirm button out. */
  hideConfirm?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Escape was pressed. */
  onClose: () => void;
  /** What is going on, while something is: covers the modal with a loading overlay. */
  loading?: string | undefined;
  /** Offers 'Cancel' on the loading overlay. */
  onAbort?: () => void;
}

/**
 * Once what was under way has ended and the modal stays, its overlay is gone with the focus, which nothing in the form could
 * take until then: the first field that was refused gets it, else the confirm button.
 */
function useFocusAfter(loading: boolean, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!loading) return;
    return () => {
      if (!form.current || form.current.contains(document.activeElement)) return;
      const places = form.current.querySelectorAll<HTMLElement>(
        '[aria-invalid="true"], button[type="submit"]',
      );
      for (const place of places) {
        place.focus();
        // Nothing on a hidden tab takes it.
        if (document.activeElement === place) return;
      }
    };
  }, [loading, form]);
}

/** A modal with a form in it: the confirm button, or Enter in a field, confirms. */
export function ModalShell(props: ModalShellProps) {
  const titleId = useId();
  const { header, loading, wait, cancelText = 'Cancel', confirmText = 'Submit' } = props;
  const canConfirm = props.canConfirm && !wait?.seconds && !loading;
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useLayer(true, () => (loading ? props.onAbort?.() : props.onClose()));
  useFocusAfter(Boolean(loading), form);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canConfirm && !props.hideConfirm) props.onConfirm();
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      container={() => document.getElementById(modalRootId)}
      {...(header ? { 'aria-labelledby': titleId } : {})}
      // A click beside the modal would throw away what was typed; Escape is a decision.
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' && !loading) props.onClose();
      }}
    >
      {/* The dialog locks the scrolling of its container, which is not the page here. */}
      <GlobalStyles styles={{ body: { overflow: 'hidden' } }} />
      {/* display: contents lets the dialog lay out title, content and buttons as its own children. */}
      <form ref={form} noValidate onSubmit={submit} inert={Boolean(loading)} style={{ display: 'contents' }}>
        {header && <DialogTitle id={titleId}>{header}</DialogTitle>}
        <DialogContent ref={content}>
          {props.children}
          <div ref={end} />
        </DialogContent>
        <MoreBelow scrolled={content} end={end} />
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <Button variant="text" color="inherit" onClick={props.onCancel}>
            {cancelText}
          </Button>
          {!props.hideConfirm && (
            <WaitButton type="submit" variant="contained" wait={wait} silent disabled={!canConfirm}>
              {confirmText}
            </WaitButton>
          )}
        </DialogActions>
      </form>
      {wait && <WaitStatus wait={wait} what="try again" />}
      {loading && <LoadingOverlay text={loading} {...(props.onAbort ? { onAbort: props.onAbort } : {})} />}
    </Dialog>
  );
}
