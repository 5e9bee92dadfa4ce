import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Modal from '@mui/material/Modal';
import Paper from '@mui/material/Paper';
import { useEffect } from 'react';
import { useLayer } from '../layers';
import { takeFocus } from '../take-focus';
import { useTrouble } from './connection';
import { TroubleText } from './TroubleText';

interface Props {
  /** What is going on, for those who do not see it. */
  label: string;
  onGiveUp: () => void;
  /** The address asks for the modal: the step of the history that brought it here is the way back. */
  inAddress?: boolean;
}

/**
 * Stands in for a modal whose code is on its way, or says why it does not come; Escape or a click beside it gives up on it. It lies
 * over a dialog that asks for the modal.
 */
export default function ModalLoading({ label, onGiveUp, inAddress = false }: Props) {
  const trouble = useTrouble();
  useLayer(!inAddress, onGiveUp);
  useEffect(() => {
    const before = document.activeElement;
    return () => takeFocus(before);
  }, []);

  return (
    // The modal that comes has taken the focus by the time that this one would give it back.
    <Modal open disableRestoreFocus onClose={onGiveUp} sx={{ display: 'grid', placeItems: 'center' }}>
      <Box tabIndex={-1} sx={{ position: 'relative', outline: 0 }}>
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
      </Box>
    </Modal>
  );
}
