import type { Theme, ThemeOptions } from '@mui/material/styles';
import { limits } from '../../contract/limits';
import { printStyles } from './print-styles';
import { colors } from './theme-palette';

/** Soft, low elevation in light; in dark a shadow says little, so the hairline carries the edge. */
const softShadow = {
  light: '0 1px 2px rgba(23,33,29,.04), 0 8px 24px -12px rgba(23,33,29,.12)',
  dark: '0 1px 2px rgba(0,0,0,.4)',
};

const controlHeight = 44;

/** In which title and buttons of a dialog, held in view, would leave no room for what is between them. */
const lowWindow = '@media screen and (max-height: 359px)';

/** What scrolls within a page. */
const scrolling =
  '.MuiTableContainer-root, .RaDataTable-tableWrapper, .MuiDialogContent-root, .MuiDrawer-paper, .MuiMenu-paper, .MuiDataGrid-scrollbar';

/** As the options of a theme have it: to compare it with the components of another type takes the compiler half a minute. */
type ThemeComponents = NonNullable<ThemeOptions['components']>;

/** What a link has besides its underline and the colours. */
const linkStyle = {
  fontWeight: 560,
  textUnderlineOffset: '0.2em',
  textDecorationThickness: '1px',
  '&:hover': { textDecorationColor: 'currentColor' },
} as const;

/** What is to look like a link and is none of MUI's, in its own colour. */
export const asLink = {
  ...linkStyle,
  textDecorationLine: 'underline',
  textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
} as const;

/** What offers choices, over the page. */
const choicesStyle = ({ theme }: { theme: Theme }) => ({
  border: `1px solid ${colors(theme).divider}`,
  boxShadow: '0 12px 32px -12px rgba(8,20,16,.28)',
});
const choiceStyle = { minHeight: 40, fontSize: '0.9375rem' };

const surfaces: ThemeComponents = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { scrollPaddingTop: 96 },
      body: { fontFeatureSettings: "'cv05', 'ss03'", textRendering: 'optimizeLegibility' },
      // Scroll bars within a page hide when nobody is there (docs/rules.md, "Times and sizes").
      [scrolling]: {
        scrollbarWidth: 'thin',
        scrollbarColor: 'transparent transparent',
        transition: `scrollbar-color 0s ${limits.scrollBarsHide}ms`,
      },
      [`:is(${scrolling}):is(:hover, :focus-within)`]: {
        scrollbarColor: `${theme.alpha(colors(theme).text.primary, 0.35)} transparent`,
        transitionDelay: '0s',
      },
      '::selection': { backgroundColor: theme.alpha(colors(theme).primary.main, 0.22) },
      ':focus-visible': { outline: `2px solid ${colors(theme).primary.main}`, outlineOffset: 2 },
      '@media print': printStyles,
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      // MUI lightens dark surfaces by elevation; ours have one tone and a hairline.
      root: { backgroundImage: 'none' },
    },
  },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: Number(theme.shape.borderRadius) * 1.4,
        boxShadow: softShadow.light,
        ...theme.applyStyles('dark', { boxShadow: softShadow.dark }),
      }),
    },
  },
  MuiCardContent: {
    styleOverrides: { root: { padding: 24, '&:last-child': { paddingBottom: 24 } } },
  },
  MuiAppBar: {
    defaultProps: { color: 'inherit', elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: colors(theme).background.paper,
        color: colors(theme).text.primary,
        borderBottom: `1px solid ${colors(theme).divider}`,
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 16,
        border: `1px solid ${colors(theme).divider}`,
        boxShadow: '0 24px 64px -16px rgba(8,20,16,.35)',
        [theme.breakpoints.down('sm')]: { margin: 16, width: 'calc(100% - 32px)' },
        // All of it scrolls.
        [lowWindow]: { margin: 8, maxHeight: 'calc(100% - 16px)' },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.h3,
        padding: '24px 24px 8px',
        // A name may be in it.
        overflowWrap: 'anywhere',
      }),
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: { padding: '8px 24px 16px', [lowWindow]: { flex: 'none', overflowY: 'visible' } },
    },
  },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 24px', gap: 8 } } },
  MuiMenu: {
    // It stands at the end of the page, outside of its landmarks: so it is one.
    defaultProps: { slotProps: { root: { role: 'region', 'aria-label': 'Choices' } } },
    styleOverrides: { paper: choicesStyle },
  },
  MuiMenuItem: { styleOverrides: { root: choiceStyle } },
  // MUI's list of them says another height, later.
  MuiAutocomplete: {
    styleOverrides: { paper: choicesStyle, option: { '&.MuiAutocomplete-option': choiceStyle } },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: ({ theme }) => ({
        backgroundColor: colors(theme).text.primary,
        color: colors(theme).background.paper,
        fontSize: '0.8125rem',
        padding: '6px 10px',
      }),
    },
  },
};

const controls: ThemeComponents = {
  MuiTypography: {
    // MUI makes subtitles headings of the sixth level, which breaks the order of the headings.
    defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: controlHeight, paddingInline: 20 },
      sizeSmall: { minHeight: 36, paddingInline: 14 },
      // The system's own colours leave nothing of its fill.
      contained: { '@media (forced-colors: active)': { border: '1px solid' } },
      outlined: ({ theme }) => ({
        borderColor: theme.alpha(colors(theme).text.primary, 0.28),
        '&:hover': { borderColor: colors(theme).text.primary },
      }),
      // What is under way keeps its colour: in the grey of what is off, its ring is hardly seen.
      loading: {
        '& .MuiButton-loadingIndicator': { color: 'var(--variant-textColor, GrayText)' },
        '&.MuiButton-contained': {
          backgroundColor: 'var(--variant-containedBg)',
          '& .MuiButton-loadingIndicator': { color: 'var(--variant-containedColor)' },
        },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: { root: ({ theme }) => ({ borderRadius: theme.shape.borderRadius }) },
  },
  MuiLink: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...linkStyle,
        textDecorationColor: theme.alpha(colors(theme).primary.main, 0.45),
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: colors(theme).background.paper,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.alpha(colors(theme).text.primary, 0.32) },
        // What is wrong or has the focus keeps the colour of that beneath the pointer.
        '&:hover:not(.Mui-error, .Mui-focused) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.alpha(colors(theme).text.primary, 0.6),
        },
        // WebKit shows today in an empty field, and pales it only where it knows a background.
        '& input[type^=date]': { backgroundColor: 'inherit', borderRadius: 'inherit' },
        // The browser's autofill paints its own blue or yellow otherwise.
        '& input:-webkit-autofill': {
          boxShadow: `0 0 0 100px ${colors(theme).background.paper} inset`,
          WebkitTextFillColor: colors(theme).text.primary,
          caretColor: colors(theme).text.primary,
        },
      }),
    },
  },
  // MUI raises it by 9 pixels: larger letters would hang into the text beneath.
  MuiInputLabel: { styleOverrides: { shrink: { top: 'calc(9px - 0.5625rem)' } } },
  MuiFormHelperText: {
    styleOverrides: { root: { marginInline: 2, fontSize: '0.8125rem', lineHeight: 1.4 } },
  },
  // As high as its labels, which stand in its middle.
  MuiTabs: {
    styleOverrides: { root: { minHeight: controlHeight } },
  },
  MuiTab: { styleOverrides: { root: { minHeight: controlHeight } } },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: 8, fontWeight: 600, fontSize: '0.8125rem' },
      sizeSmall: { height: '1.5rem' },
      // A status is a soft tint with strong text: readable in both modes, quiet in a table.
      filled: ({ theme, ownerState }) => {
        const { color } = ownerState;
        if (color !== 'success' && color !== 'warning' && color !== 'error' && color !== 'info') return {};
        const tone = colors(theme)[color];
        return {
          backgroundColor: tone.light,
          color: tone.main,
          '&.MuiChip-clickable:hover': { backgroundColor: tone.light },
        };
      },
    },
  },
  MuiAlert: {
    styleOverrides: {
      // The same soft tints as a status; MUI would derive its own, almost black in dark mode.
      standard: ({ theme, ownerState }) => {
        const tone = colors(theme)[ownerState.severity ?? 'info'];
        return {
          backgroundColor: tone.light,
          color: colors(theme).text.primary,
          '& .MuiAlert-icon': { color: tone.main },
        };
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderColor: colors(theme).divider, fontVariantNumeric: 'tabular-nums' }),
      head: ({ theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 600,
        color: colors(theme).text.secondary,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&:last-child > td': { borderBottom: 0 } } } },
};

/** How our surfaces and controls differ from MUI's own. */
export const themeComponents: ThemeComponents = { ...surfaces, ...controls };
