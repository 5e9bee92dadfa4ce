import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { colors } from '../../shared/theme-palette';

/** Covers a modal while a request is under way; `onAbort`, when given, is offered as 'Cancel'. */
export function LoadingOverlay({ text, onAbort }: { text: string; onAbort?: () => void }) {
  const overlay = useRef<HTMLDivElement>(null);

  // What had the focus is inert now; without a new place it would be lost for keyboard and screen reader. That place is no
  // button: a second Enter would press it.
  useEffect(() => overlay.current?.focus(), []);

  return (
    <Stack
      ref={overlay}
      role="status"
      tabIndex={-1}
      sx={{
        outline: 'none',
        position: 'absolute',
        inset: 0,
        zIndex: 1,
        alignItems: 'center',
        justifyContent: 'center',
        gap: 2,
        borderRadius: 'inherit',
        backdropFilter: 'blur(2px)',
        bgcolor: (theme) => theme.alpha(colors(theme).background.paper, 0.86),
      }}
    >
      <CircularProgress size={36} thickness={4} aria-hidden />
      <Typography sx={{ fontWeight: 560 }}>{text}</Typography>
      {onAbort && (
        <Button variant="outlined" color="inherit" onClick={onAbort}>
          Cancel
        </Button>
      )}
    </Stack>
  );
}
