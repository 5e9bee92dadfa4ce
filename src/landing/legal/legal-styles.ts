/*
 * Styles of the legal pages: a column of text that is comfortable to read, its contents beside it where there is room.
 * Colours are the theme's variables, since the page is rendered before anybody has chosen light or dark.
 */
const colour = (name: string) => `var(--mui-palette-${name})`;
const ink = colour('text-primary');
const quiet = colour('text-secondary');
const line = colour('divider');
const accent = colour('primary-main');
const wide = '@media (min-width: 56.25rem)';

export const legalStyles = {
  html: { scrollPaddingTop: '24px !important' },
  ':focus-visible': { outlineColor: `${accent} !important` },
  '.MuiLink-root': { textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)' },
  '.skip': {
    position: 'absolute',
    left: 16,
    top: -80,
    zIndex: 20,
    padding: '12px 20px',
    background: accent,
    color: colour('primary-contrastText'),
    borderRadius: 10,
    '&:focus': { top: 12 },
  },
  '.bar': {
    borderBottom: `1px solid ${line}`,
    '& > div': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: 32,
      rowGap: 4,
      minHeight: 68,
      paddingBlock: 8,
    },
  },
  '.documents': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 24,
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: 44,
      color: quiet,
      fontSize: '0.9375rem',
      textDecoration: 'none',
    },
    '& a:hover': { color: ink, textDecoration: 'underline' },
    '& a[aria-current]': { color: ink, boxShadow: `inset 0 -2px ${accent}` },
  },
  '.sheet': {
    paddingBlock: 'clamp(40px, 6vw, 88px)',
    [wide]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 68ch) 220px',
      justifyContent: 'space-between',
      alignItems: 'start',
      columnGap: 64,
    },
    '& main:focus': { outline: 'none' },
    '& main': { fontSize: '1.0625rem', lineHeight: 1.7, overflowWrap: 'anywhere' },
    '& main p, & main ul': { margin: '0 0 1em' },
    '& main ul': { paddingLeft: '1.25em', '& li': { marginBottom: '0.4em', paddingLeft: '0.25em' } },
    '& main li::marker': { color: quiet },
    '& main section': { marginTop: '2.75em', '& > h2': { display: 'flex', marginBottom: '0.6em' } },
  },
  '.lead': {
    marginTop: '0.9em !important',
    fontSize: '1.25rem',
    lineHeight: 1.55,
    color: quiet,
    textWrap: 'pretty',
  },
  '.facts': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 48,
    rowGap: 12,
    margin: '28px 0',
    paddingBlock: 16,
    borderBlock: `1px solid ${line}`,
    fontSize: '0.9375rem',
    lineHeight: 1.5,
    '& dt': { color: quiet, fontSize: '0.8125rem' },
    '& dd': { margin: 0, fontWeight: 560 },
  },
  '.note': {
    padding: '14px 18px',
    borderRadius: 10,
    border: `1px solid ${line}`,
    background: colour('warning-light'),
    fontSize: '0.9375rem',
    lineHeight: 1.6,
  },
  '.number': {
    flex: 'none',
    minWidth: '1.6em',
    color: quiet,
    fontVariantNumeric: 'tabular-nums',
  },
  '.contents': {
    display: 'none',
    [wide]: { display: 'block', position: 'sticky', top: 32 },
    '& ol': { listStyle: 'none', margin: '8px 0 0', padding: 0, borderLeft: `1px solid ${line}` },
    '& li a': {
      display: 'block',
      padding: '5px 0 5px 16px',
      color: quiet,
      fontSize: '0.875rem',
      fontWeight: 450,
      lineHeight: 1.45,
      textDecoration: 'none',
    },
    '& li a:hover': { color: ink, textDecoration: 'underline' },
  },
  '.foot': {
    borderTop: `1px solid ${line}`,
    paddingBlock: 28,
    color: quiet,
    fontSize: '0.875rem',
    lineHeight: 1.57,
    '& p': { margin: '0 0 8px', maxWidth: '90ch' },
  },
  '@media print': {
    'html, body': { background: 'none !important', colorScheme: 'light !important' },
    'body *': { color: '#000 !important', background: 'none !important', boxShadow: 'none !important' },
    '.documents, .contents, .skip': { display: 'none !important' },
    '.sheet': { display: 'block !important', paddingBlock: '0 !important' },
    '.bar > div, .sheet, .foot > div': { paddingInline: '0 !important', maxWidth: 'none !important' },
    '.sheet main': { fontSize: '11pt !important', lineHeight: '1.5 !important' },
    'main section > h2': { breakAfter: 'avoid' },
    'main p, main li': { orphans: 3, widows: 3 },
  },
} as const;
