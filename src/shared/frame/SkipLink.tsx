import Link from '@mui/material/Link';
import type { RefObject } from 'react';

/** The first stop of the Tab key: leads past the menu. Seen only while it has the focus. */
export function SkipLink({ content }: { content: RefObject<HTMLElement | null> }) {
  return (
    <Link
      component="button"
      type="button"
      onClick={() => content.current?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        minHeight: 44,
        px: 2,
        borderRadius: 1,
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
        '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
      }}
    >
      Skip to the content
    </Link>
  );
}
