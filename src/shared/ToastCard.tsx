import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type CustomContentProps, closeSnackbar, SnackbarContent } from 'notistack';
import { type PointerEvent, type Ref, useRef, useState } from 'react';
import { limits } from '../../contract/limits';
import type { Onward } from './toasts';

const looks = {
  default: { Icon: InfoOutlined, color: 'primary.main' },
  info: { Icon: InfoOutlined, color: 'primary.main' },
  success: { Icon: CheckCircleOutlined, color: 'success.main' },
  warning: { Icon: WarningAmberOutlined, color: 'warning.main' },
  error: { Icon: ErrorOutlined, color: 'error.main' },
};

interface Props extends CustomContentProps {
  title?: string;
  onward?: Onward;
  ref?: Ref<HTMLDivElement>;
}

/** One toast: icon, optional title, text, a close button; a sideways swipe of 50 px dismisses it. */
export function ToastCard({ id, message, variant, title, onward, style, ref }: Props) {
  // Not in the state: a quick swipe ends before a rendering that would tell its end of it.
  const start = useRef<number | null>(null);
  const [shift, setShift] = useState(0);
  const { Icon, color } = looks[variant];

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    // Capturing a press on the close button would take its click away.
    if (event.target instanceof Element && event.target.closest('button')) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    start.current = event.clientX;
  }

  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    const swiped = start.current !== null && Math.abs(event.clientX - start.current) >= limits.toastSwipe;
    if (swiped) closeSnackbar(id);
    letGo();
  }

  function letGo() {
    start.current = null;
    setShift(0);
  }

  return (
    <SnackbarContent ref={ref ?? null} style={{ ...style, width: '100%', maxWidth: 420 }}>
      <Paper
        variant="outlined"
        className="averin-toast"
        role={variant === 'error' ? 'alert' : 'status'}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => start.current !== null && setShift(event.clientX - start.current)}
        onPointerUp={onPointerUp}
        onPointerCancel={letGo}
        style={{ transform: `translateX(${shift}px)` }}
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1.5,
          width: '100%',
          p: 1.5,
          pl: 2,
          touchAction: 'pan-y',
          boxShadow: '0 16px 40px -16px rgba(8,20,16,.35)',
        }}
      >
        <Icon aria-hidden sx={{ color, mt: 0.5, fontSize: 22 }} />
        <Box sx={{ flex: 1, minWidth: 0, py: 0.5, overflowWrap: 'anywhere' }}>
          {title && <Typography variant="subtitle2">{title}</Typography>}
          <Typography variant="body2">{message}</Typography>
          {onward && (
            <Button
              size="small"
              sx={{ ml: -1 }}
              onClick={() => {
                closeSnackbar(id);
                onward.go();
              }}
            >
              {onward.label}
            </Button>
          )}
        </Box>
        <IconButton size="small" aria-label="Dismiss" onClick={() => closeSnackbar(id)}>
          <Close fontSize="small" />
        </IconButton>
      </Paper>
    </SnackbarContent>
  );
}
