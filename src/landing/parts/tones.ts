/** What is pressed, and what has the focus, on the light page (src/shared/theme-palette.ts). */
export const evergreen = '#0E5A47';

/** The dark bands of the light page: deep evergreen under paper. */
export const deep = {
  surface: '#0A3B2F',
  text: '#F7F5F0',
  quiet: 'rgba(247,245,240,.8)',
  line: 'rgba(247,245,240,.18)',
} as const;
