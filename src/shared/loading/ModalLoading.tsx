import Backdrop from '@mui/material/Backdrop';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import { useEffect } from 'react';
import { useLayer } from '../layers';
import { useTrouble } from './connection';
import { TroubleText } from './TroubleText';

interface Props {
  /** What is going on, for those who do not see it. */
  label: string;
  onGiveUp: () => void;
  /** The address asks for the modal: the step of the history that brought it here is the way back. */
  inAddress?: boolean;
}

/** Stands in for a modal whose code is on its way, or says why it does not come; Escape or a click gives up on it. */
export function ModalLoading({ label, onGiveUp, inAddress = false }: Props) {
  const trouble = useTrouble();
  useLayer(!inAddress, onGiveUp);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onGiveUp();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onGiveUp]);

  return (
    <Backdrop open onClick={onGiveUp} sx={{ zIndex: 'modal' }}>
      {trouble ? (
        <Paper
          role="alert"
          sx={{ p: 3, m: 2, maxWidth: 420, display: 'grid', justifyItems: 'start', gap: 1 }}
        >
          <TroubleText trouble={trouble} />
          <Button color="inherit" onClick={onGiveUp} sx={{ ml: -2.5 }}>
            Not now
          </Button>
        </Paper>
      ) : (
        <CircularProgress aria-label={label} sx={{ color: '#fff' }} />
      )}
    </Backdrop>
  );
}
