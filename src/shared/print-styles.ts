/** For the `data-print` of an element. */
export const printing = {
  /** A control, or what is of use on a screen only. */
  off: 'off',
  /** A button whose text says something: it is printed as text. */
  text: 'text',
  /** Over the page when it is printed: it is printed, and the page is not. */
  alone: 'alone',
} as const;

const is = (value: keyof typeof printing) => `[data-print=${value}]`;

/** How paper differs from a screen: no controls, nothing that has to be scrolled, dark on white in every theme. */
export const printStyles = {
  '@page': { margin: '14mm' },
  [`${is('off')}, :is(button, .MuiButton-root):not(${is('text')}), .MuiDialog-root:not(${is('alone')}), .MuiPagination-root`]:
    {
      display: 'none !important',
    },
  // A drawer or dialog locks the scrolling of the page, and hangs over one screen of it.
  'html, body': { overflow: 'visible !important', height: 'auto !important' },
  [`body:has(${is('alone')}) > #root`]: { display: 'none' },
  [`${is('alone')}, ${is('alone')} .MuiPaper-root`]: {
    position: 'static !important',
    width: 'auto !important',
    height: 'auto !important',
    maxHeight: 'none !important',
    transform: 'none !important',
  },
  [`${is('alone')} *, .MuiCard-root, .MuiTableContainer-root`]: { overflow: 'visible !important' },
  [`${is('alone')} .MuiBackdrop-root`]: { display: 'none' },
  'body *': {
    color: '#000 !important',
    background: 'none !important',
    boxShadow: 'none !important',
    borderColor: '#bbb !important',
  },
  'tr, li, dl, article': { breakInside: 'avoid' },
  thead: { display: 'table-header-group' },
  'main, main > *': { padding: '0 !important', maxWidth: 'none !important' },
} as const;
