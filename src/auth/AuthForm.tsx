import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type MouseEvent, type ReactNode, type SubmitEventHandler, useEffect, useRef } from 'react';
import { giveBackTyped } from '../shared/typed-before';

interface Props {
  title: string;
  intro: ReactNode;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
  /** What stands under the form: where else to go. */
  footer?: ReactNode;
}

/**
 * Leaving a field checks it, and what is said of it then would move the link away from under the pointer that is
 * about to follow it.
 */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('.MuiLink-root')) event.preventDefault();
}

/**
 * The frame of every account form: heading, a line of explanation, the fields, and where else to go. The focus starts
 * in the first field.
 */
export function AuthForm({ title, intro, onSubmit, children, footer }: Props) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // When the form listens to its fields, which it does after this.
    queueMicrotask(() => giveBackTyped(current));
    // Who has begun elsewhere on the page goes on there.
    if (document.activeElement !== document.body) return;
    current.querySelector<HTMLElement>('input:not([readonly])')?.focus({ preventScroll: true });
  }, []);

  return (
    <Box onMouseDown={keepFocus}>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Typography component="div" sx={{ color: 'text.secondary', mb: 4 }}>
        {intro}
      </Typography>
      {/* The schemas say what is wrong (docs/rules.md, "Validation messages"); the browser's own bubbles stay out. */}
      <Stack component="form" ref={form} noValidate spacing={2.5} onSubmit={onSubmit}>
        {children}
      </Stack>
      {footer && (
        <Typography component="div" sx={{ mt: 4, color: 'text.secondary' }}>
          {footer}
        </Typography>
      )}
    </Box>
  );
}
