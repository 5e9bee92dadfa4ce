import Box from '@mui/material/Box';
import { enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits';
import { refusals, toasts as texts } from '../../contract/messages';
import { ApiError } from './api';
import { ToastCard } from './ToastCard';

export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning';

export interface ToastContent {
  title?: string;
  description: string;
  variant?: ToastVariant;
}

declare module 'notistack' {
  interface VariantOverrides {
    default: { title?: string };
    success: { title?: string };
    warning: { title?: string };
    error: { title?: string };
  }
}

// notistack drops the toast in view when the next one comes; ours wait behind it.
const waiting: ToastContent[] = [];
let showing: ToastContent | null = null;
let mounted = false;

function showNext(): void {
  if (!mounted || showing) return;
  const next = waiting.shift();
  if (!next) return;
  showing = next;
  enqueueSnackbar({
    message: next.description,
    variant: next.variant === 'destructive' ? 'error' : (next.variant ?? 'default'),
    ...(next.title ? { title: next.title } : {}),
    onExited: () => {
      showing = null;
      showNext();
    },
  });
}

function same(a: ToastContent, b: ToastContent): boolean {
  return a.title === b.title && a.description === b.description && a.variant === b.variant;
}

/** Shows a toast once the ones before it have gone. The same toast is not shown twice in a row. */
export function toast(content: ToastContent): void {
  const last = waiting.at(-1) ?? showing;
  if (last && same(last, content)) return;
  waiting.push(content);
  showNext();
}

/** Shows each error of a failed call as a destructive toast titled 'Error'. */
export function toastErrors(error: unknown): void {
  const messages = error instanceof ApiError ? error.errors.map((item) => item.message) : [refusals.internal];
  for (const description of messages) toast({ title: texts.errorTitle, description, variant: 'destructive' });
}

const cards = { default: ToastCard, success: ToastCard, warning: ToastCard, error: ToastCard };

/** Where toasts appear: one at a time, 5 s each; F8 moves the focus here. Mounted once, by the app. */
export function ToastViewport() {
  const [region, setRegion] = useState<HTMLElement | null>(null);

  useEffect(() => {
    if (!region) return;
    mounted = true;
    showNext();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      mounted = false;
      showing = null;
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
      sx={{
        outline: 'none',
        '&:focus-visible .averin-toast': (theme) => ({
          outline: `2px solid ${theme.palette.primary.main}`,
          outlineOffset: 2,
        }),
      }}
    >
      {region && (
        <SnackbarProvider
          Components={cards}
          domRoot={region}
          maxSnack={limits.toastLimit}
          autoHideDuration={limits.toastDuration}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        />
      )}
    </Box>
  );
}
