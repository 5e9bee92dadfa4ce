import Backdrop from '@mui/material/Backdrop';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect } from 'react';

interface Props {
  /** What is going on, for those who do not see it. */
  label: string;
  onGiveUp: () => void;
}

/** Stands in for a modal whose code is on its way; Escape or a click gives up on it. */
export function ModalLoading({ label, onGiveUp }: Props) {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onGiveUp();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onGiveUp]);

  return (
    <Backdrop open onClick={onGiveUp} sx={{ zIndex: 'modal' }}>
      <CircularProgress aria-label={label} sx={{ color: '#fff' }} />
    </Backdrop>
  );
}
