import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { type ReactNode, Suspense, useId, useState } from 'react';

interface Props {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** What the panel holds; it gets the way to close it. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a small panel beneath itself. */
export function PanelButton({ label, icon, disabled = false, children }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={icon}
        disabled={disabled}
        id={id}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': id,
            variant: 'outlined',
            sx: { mt: 0.5, p: 2, width: 296, boxShadow: '0 12px 32px -12px rgba(8,20,16,.28)' },
          },
        }}
      >
        <Suspense>{children(close)}</Suspense>
      </Popover>
    </>
  );
}
