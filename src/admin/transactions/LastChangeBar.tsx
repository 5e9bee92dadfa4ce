import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { describeTransaction } from './transaction-record';
import type { LastChange } from './use-status-change';

interface Props {
  last: LastChange;
  /** A change is being sent. */
  busy: boolean;
  onUndo: (last: LastChange) => void;
  onDismiss: () => void;
}

/**
 * The last change of a status, to be taken back. It stays until it is dismissed: a toast that goes after five seconds
 * is gone before everybody has read it.
 */
export default function LastChangeBar({ last, busy, onUndo, onDismiss }: Props) {
  const { record, from } = last;
  return (
    <Box
      component="section"
      aria-label="Last change"
      sx={{
        position: 'sticky',
        bottom: 64,
        zIndex: 'appBar',
        display: 'flex',
        // Beside the pages; where what is done with chosen transactions stands there, below that, or above while it floats.
        mt: { xs: 2, sm: -5.5, lg: 1 },
        mb: { lg: 6.5 },
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
        <Button size="small" onClick={() => onUndo(last)} loading={busy}>
          Undo
        </Button>
        <IconButton size="small" aria-label="Dismiss the last change" onClick={onDismiss}>
          <Close fontSize="small" />
        </IconButton>
      </Paper>
    </Box>
  );
}
