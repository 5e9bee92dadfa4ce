import Button from '@mui/material/Button';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { PanelPlace } from './Panel';

interface Props {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** The panel, fetched when somebody opens it. */
  children: (place: PanelPlace) => ReactNode;
}

/** A button that opens a small panel beneath itself. */
export function PanelButton({ label, icon, disabled = false, children }: Props) {
  const labelledBy = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={icon}
        disabled={disabled}
        id={labelledBy}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Suspense>{anchor && children({ anchor, labelledBy, onClose: () => setAnchor(null) })}</Suspense>
    </>
  );
}
