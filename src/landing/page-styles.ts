import { deep, evergreen } from './parts/tones';

/** Styles of the front page as a whole: who sees which links, smooth scrolling, and what needs a script. */
export const pageStyles = {
  html: { scrollBehavior: 'smooth' },
  '.visually-hidden': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '.skip': {
    position: 'absolute',
    left: 16,
    top: -80,
    zIndex: 20,
    padding: '12px 20px',
    background: evergreen,
    color: '#FFFFFF',
    borderRadius: 10,
    '&:focus': { top: 12 },
  },
  // MUI marks what has the focus by a script, and most of this page has none.
  '.MuiButtonBase-root:focus-visible': {
    outline: `2px solid ${evergreen}`,
    outlineOffset: 2,
  },
  // That colour is hardly seen on the dark bands.
  'footer :focus-visible, #contact-us :focus-visible': { outlineColor: `${deep.text} !important` },
  // mark-session.ts writes the attribute.
  '.for-investors, .for-console, html[data-session] .for-guests': { display: 'none !important' },
  'html[data-session=investor] .for-investors, html[data-session=console] .for-console': {
    display: 'inline-flex !important',
  },
  // Without scripts the carousel is a row to scroll, and its buttons would do nothing.
  '@media (scripting: none)': {
    '.reviews': { overflowX: 'auto !important' },
    '.needs-script': { display: 'none !important' },
  },
} as const;
