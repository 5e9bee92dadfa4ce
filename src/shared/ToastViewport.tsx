import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits';
import { printing } from './print-styles';
import { ToastCard } from './ToastCard';
import { connectViewport, type Onward, type ToastContent } from './toasts';

/** What our toasts have besides those of the library. */
type Extras = { title?: string; onward?: Onward };

declare module 'notistack' {
  interface VariantOverrides {
    default: Extras;
    success: Extras;
    warning: Extras;
    error: Extras;
  }
}

function show({ title, description, variant, onward }: ToastContent, onGone: () => void): () => void {
  const key = enqueueSnackbar({
    message: description,
    variant: variant === 'destructive' ? 'error' : (variant ?? 'default'),
    ...(title ? { title } : {}),
    ...(onward ? { onward } : {}),
    onExited: onGone,
  });
  return () => closeSnackbar(key);
}

// On a phone, upright or not, and in any window in which a dialog reaches as far, a toast at the bottom would lie over the
// buttons of the dialog, and at the top over the button of the menu: it stands beneath that, unless a dialog covers it, whose
// first field may be as high.
const lowWindow = '(max-width: 1199px) and (max-height: 899px)';
const belowBar = { vertical: 'top', horizontal: 'center' } as const;
const inCorner = { vertical: 'bottom', horizontal: 'right' } as const;

const container = '& .notistack-SnackbarContainer';
const underMenu = 'body:has(header [aria-controls]):not(:has(.MuiDialog-root))';
/** Pixels from the top that a toast reaches down to, with two lines in it and beneath the bar. */
const reach = 160;
const onPhone = { [container]: { mt: -1.5 }, [`${underMenu} ${container}`]: { mt: 6 } };

const cards = { default: ToastCard, success: ToastCard, warning: ToastCard, error: ToastCard };

/** Where toasts appear: one at a time, 5 s each; F8 moves the focus here. Mounted once, by the app. */
export default function ToastViewport() {
  const { breakpoints } = useTheme();
  const small = useMediaQuery(`${breakpoints.down('sm')}, ${lowWindow}`);
  const [region, setRegion] = useState<HTMLElement | null>(null);

  useEffect(() => {
    if (!region) return;
    const disconnect = connectViewport(show);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      disconnect();
      window.removeEventListener('keydown', onKey);
    };
  }, [region]);

  return (
    <Box
      ref={setRegion}
      component="section"
      aria-label="Notifications (F8)"
      aria-live="polite"
      tabIndex={-1}
      data-print={printing.off}
      sx={{
        outline: 'none',
        ...(small && onPhone),
        '&:focus-visible .averin-toast': {
          outline: '2px solid',
          outlineColor: 'primary.main',
          outlineOffset: 2,
        },
      }}
    >
      {/* A field that takes the focus, since it was refused, stands clear of what says so. */}
      {small && <GlobalStyles styles={{ html: { scrollPaddingTop: reach } }} />}
      {region && (
        <SnackbarProvider
          Components={cards}
          domRoot={region}
          maxSnack={limits.toastLimit}
          autoHideDuration={limits.toastDuration}
          anchorOrigin={small ? belowBar : inCorner}
        />
      )}
    </Box>
  );
}
