import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, type SubmitEventHandler, useId } from 'react';
import { useLayer } from './layers';

interface Props {
  title: string;
  width?: 'xs' | 'sm';
  /** While it works the dialog cannot be left. */
  busy: boolean;
  /** A click beside the dialog leaves it as well; not where it would throw away what was typed. */
  lightly?: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onLeave: () => void;
  /** The buttons. */
  actions: ReactNode;
  children: ReactNode;
}

/** The frame of dialogs that send something: a form with its title, its content and its buttons. */
export function FormDialog({
  title,
  width = 'xs',
  busy,
  lightly = false,
  onSubmit,
  onLeave,
  actions,
  children,
}: Props) {
  const titleId = useId();
  const leave: DialogProps['onClose'] = (_, how) => {
    if (!busy && (lightly || how === 'escapeKeyDown')) onLeave();
  };
  useLayer(true, () => {
    if (!busy) onLeave();
  });
  return (
    <Dialog open fullWidth maxWidth={width} aria-labelledby={titleId} onClose={leave}>
      {/* display: contents lets the dialog lay out title, content and buttons as its own children. */}
      <form noValidate onSubmit={onSubmit} style={{ display: 'contents' }}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        {/* Buttons that have no room beside each other stand one below the other, before their texts break. */}
        <DialogActions sx={{ flexWrap: 'wrap' }}>{actions}</DialogActions>
      </form>
    </Dialog>
  );
}
