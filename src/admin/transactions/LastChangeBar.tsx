import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import { printing } from '../../shared/print-styles';
import { WaitButton } from '../../shared/wait/WaitButton';
import { focusAfterReset } from '../list/focus';
import { describeTransaction } from './transaction-record';
import type { LastChange } from './use-status-change';

interface Props {
  last: LastChange;
  /** A change is being sent. */
  busy: boolean;
  onUndo: (last: LastChange) => void;
  onDismiss: () => void;
  undoRef: Ref<HTMLButtonElement>;
}

/**
 * The last change of a status, to be taken back. It stays until it is dismissed: a toast that goes after five seconds
 * is gone before everybody has read it.
 */
export default function LastChangeBar({ last, busy, onUndo, onDismiss, undoRef }: Props) {
  const { record, from } = last;
  return (
    <Box
      component="section"
      aria-label="Last change"
      data-print={printing.off}
      sx={{
        position: 'sticky',
        bottom: 64,
        zIndex: 'appBar',
        display: 'flex',
        // Below the pages, and what is done with chosen transactions. At the end of the page it has as much room beneath as it
        // floats above the edge of the window: it covers neither of them there.
        mt: { xs: 2, lg: 1 },
        mb: { xs: 4, lg: 6.5 },
        pointerEvents: 'none',
      }}
    >
      <Paper
        variant="outlined"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          width: { xs: '100%', sm: 'auto' },
          maxWidth: { sm: 660 },
          minHeight: 44,
          pl: 2,
          pr: 0.5,
          pointerEvents: 'auto',
          boxShadow: '0 12px 32px -16px rgba(8,20,16,.4)',
        }}
      >
        <Typography variant="caption" sx={{ flex: 1, minWidth: 0, py: 0.75 }}>
          {describeTransaction(record)}: {from} to <strong>{record.status}</strong>
        </Typography>
        <WaitButton ref={undoRef} size="small" wait={undefined} onClick={() => onUndo(last)} loading={busy}>
          Undo
        </WaitButton>
        <IconButton
          size="small"
          aria-label="Dismiss the last change"
          onClick={(event) => {
            onDismiss();
            focusAfterReset(event);
          }}
        >
          <Close fontSize="small" />
        </IconButton>
      </Paper>
    </Box>
  );
}
