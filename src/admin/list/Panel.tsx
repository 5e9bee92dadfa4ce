import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';

export interface PanelPlace {
  /** The button that opened it, and the id of that. */
  anchor: HTMLElement;
  labelledBy: string;
  onClose: () => void;
}

/**
 * A small panel beneath its button. It comes with what it holds: placed before that, when it is empty, it would reach below
 * a low window.
 */
export function Panel({ anchor, labelledBy, onClose, children }: PanelPlace & { children: ReactNode }) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': labelledBy,
          variant: 'outlined',
          sx: { mt: 0.5, p: 2, width: 296, boxShadow: '0 12px 32px -12px rgba(8,20,16,.28)' },
        },
      }}
    >
      {children}
    </Popover>
  );
}
