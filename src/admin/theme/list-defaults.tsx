import type { Theme } from '@mui/material/styles';
import { type ComponentProps, Suspense } from 'react';
import type { ListActionsProps } from 'react-admin';
import { limits } from '../../../contract/limits';
import { lazyPart } from '../../shared/loading/lazy-part';
import { BehindShell } from '../../shared/loading/shell';
import { colors } from '../../shared/theme-palette';
import { panelClass } from '../layout/Section';
import { FilterRow, withMenu } from '../list/FilterRow';
import { allName } from '../list/filters';
import { ListPages, pagesRoom } from '../list/ListPages';
import { StockRows, unreadClass } from '../list/ListStates';
import { lineColor } from '../list/TableRows';
import { exportRecords } from './export-records';
import { ListContent } from './ListContent';
import { ListRoot } from './ListRoot';
import { toolsOf } from './tools-of';

/** Fetched with a page of react-admin's own parts. */
const StockTools = lazyPart(() => import('./StockTools'));
const ToolbarRoot = lazyPart(() => import('./ToolbarRoot'));

function Toolbar(props: ComponentProps<'div'>) {
  return (
    <Suspense>
      <ToolbarRoot {...props} />
    </Suspense>
  );
}

/** react-admin tells its tools of a list about the list. */
function Tools(props: ListActionsProps) {
  return (
    <Suspense>
      <StockTools {...props} />
    </Suspense>
  );
}

/** Adds the word to a button that react-admin shows on phones by its icon alone. */
function withWord({ typography, spacing }: Theme) {
  return {
    '& > .MuiSvgIcon-root': { fontSize: '1.125rem' },
    '&::after': {
      ...typography.button,
      fontSize: '0.8125rem',
      content: 'attr(aria-label)',
      marginLeft: spacing(1),
    },
  };
}

/** As a card of its own. */
const floating = ({ shape, shadows, spacing }: Theme) => ({
  marginTop: spacing(1),
  paddingInline: spacing(1.5),
  border: 0,
  borderRadius: shape.borderRadius,
  boxShadow: shadows[2],
});

/**
 * What can be done with the chosen rows of a list's own table stands beside the pages, below the card of the rows. Pages beside which
 * one chooses how long they are leave no room for it.
 */
const besidePages = (theme: Theme) => ({
  '&& .RaList-content.MuiPaper-root:has(+ .MuiTablePagination-root):not(:has(+ .MuiTablePagination-root .MuiTablePagination-input)):has(> .RaDataTable-root:last-child > * > .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed))':
    {
      overflow: 'visible',
      '& > .RaDataTable-root': {
        '&, & > .RaDataTable-tableWrapper': { borderRadius: 'inherit' },
        '& > :has(> .RaBulkActionsToolbar-toolbar)': {
          bottom: theme.spacing(1),
          alignSelf: 'flex-start',
          maxWidth: `calc(100% - ${pagesRoom.width}px)`,
          marginBottom: -(pagesRoom.height + 8),
          // From the edge of the card, whose line is before it.
          marginLeft: -1,
          '& > .RaBulkActionsToolbar-toolbar': floating(theme),
        },
      },
    },
});

/** The form hands on to its parent how long it waits before it sends the filters, and what it is; its own type leaves that out. */
const asRow: object = { debounce: 300, formComponent: FilterRow };

/** The roots of lists and of toolbars are of any element; their types do not say so. */
const countedRoot: object = { as: ListRoot };
const placedRoot: object = { component: Toolbar };

/** What lists of pages and those that go on and on have in common. */
const ofAnyList = {
  ...countedRoot,
  perPage: limits.pageSize,
  exporter: exportRecords,
  actions: <Tools />,
  component: ListContent,
  // Rows, their absence and a failure are told in one place, that of the rows.
  empty: false,
  offline: false,
  authLoading: <BehindShell />,
};

/**
 * How react-admin's lists are by default. Its own styles differ by width, and what says so counts more than what does not:
 * hence the doubled `&`.
 */
export const listDefaults: NonNullable<Theme['components']> = {
  RaList: {
    defaultProps: { ...ofAnyList, pagination: <ListPages /> },
    styleOverrides: {
      root: ({ theme }) => ({
        display: 'block',
        // With something beside it, as far as there is room.
        [theme.breakpoints.up('md')]: {
          '&:has(> :is(.RaList-main, .RaList-noResults) + *)': {
            display: 'flex',
            // Where its tools stand above it.
            flexWrap: 'wrap',
            alignItems: 'flex-start',
            columnGap: theme.spacing(2),
            '& > .RaList-main': { flex: '1 1 0', minWidth: 0 },
          },
        },
        '& .RaList-noActions': { marginTop: 0 },
        // The rows end at the corners of their card; what stays in sight below them does so in the window.
        '&& .RaList-content.MuiPaper-root': { overflow: 'clip' },
        [theme.breakpoints.up('lg')]: besidePages(theme),
        // There are no pages of what could not be read.
        [`& > .RaList-main > .RaList-content:has(.${unreadClass}) ~ .MuiTablePagination-root`]: {
          display: 'none',
        },
      }),
    },
  },
  RaInfiniteList: { defaultProps: ofAnyList },
  RaSimpleList: {
    defaultProps: { empty: <StockRows /> },
    styleOverrides: {
      // In a panel its lines begin where the title does.
      root: ({ theme }) => ({ [`.${panelClass} &`]: { marginInline: theme.spacing(-2) } }),
    },
  },
  RaListToolbar: {
    styleOverrides: {
      root: {
        '&&': { display: 'block', backgroundColor: 'transparent' },
        '& > span:empty': { display: 'none' },
      },
    },
  },
  RaFilterForm: {
    defaultProps: asRow,
    styleOverrides: {
      root: ({ theme }) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        gap: 12,
        marginBottom: 16,
        '& .RaFilterForm-filterFormInput .MuiFormControl-root': { margin: 0 },
        '& .RaFilterForm-clearFix': { display: 'none' },
        // It is taken away where it was added.
        [`&.${withMenu} .RaFilterFormInput-hideButton`]: { display: 'none' },
        [theme.breakpoints.down('sm')]: {
          '& > .filter-field': {
            flex: '1 1 40%',
            minWidth: 0,
            '& .MuiFormControl-root': { width: '100%', minWidth: 0 },
          },
          // Names take a line of their own, so that bounds stand in pairs.
          '& > [data-source="q"], & > [data-source="order"], & > :has(.MuiAutocomplete-root)': {
            flexBasis: '100%',
          },
          '& > [data-source="buttons"]': { flex: 'none' },
        },
        // Once all filters are shown and none is set there is no button: it leaves no gap above the rows.
        '& > [data-source="buttons"]:has(> :empty)': { display: 'none' },
      }),
    },
  },
  RaFilterFormInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&&': { alignItems: 'center', width: 'auto', minHeight: 40 },
        '& .RaFilterFormInput-spacer': { display: 'none' },
        '& .RaFilterFormInput-hideButton': { marginBottom: 0 },
        // What chooses nothing shows all, but for the order: MUI has its label stand there, and marks the empty text by this
        // class.
        '&&:not([data-source="order"]) .MuiSelect-select > .notranslate::after': { content: `"${allName}"` },
        '&:not([data-source="order"]) > :has(.MuiSelect-select > .notranslate)': {
          '& > .MuiInputLabel-root': {
            maxWidth: 'calc(133% - 32px)',
            top: 'calc(9px - 0.5625rem)',
            transform: 'translate(14px, -9px) scale(0.75)',
          },
          '& legend': { maxWidth: '100%' },
        },
        [theme.breakpoints.up('sm')]: {
          '& > .MuiFormControl-root': { minWidth: '9.5rem' },
          // Names of people.
          '& > .MuiAutocomplete-root': { minWidth: '14.5rem' },
        },
      }),
    },
  },
  RaTopToolbar: {
    defaultProps: placedRoot,
    styleOverrides: {
      root: ({ theme }) => ({
        '&&': {
          flexWrap: 'wrap',
          padding: 0,
          gap: 0,
          minHeight: 36,
          marginLeft: 'auto',
          marginRight: -12,
          alignItems: 'center',
          alignSelf: 'center',
          backgroundColor: 'transparent',
          flex: '0 1 auto',
        },
        [`&&&.${toolsOf.record}`]: { marginLeft: 0 },
        // On a phone they stand below the title, where it begins.
        [theme.breakpoints.down('sm')]: {
          [`&&&:is(.${toolsOf.list}, .${toolsOf.record})`]: { marginLeft: -12, justifyContent: 'flex-start' },
        },
        // What adds a record stands behind the title, as in our lists, and what looks at them at the end of the line.
        '&&&:has(> .RaCreateButton-root)': { flexGrow: 1, marginLeft: 0 },
        '&&&:has(> .RaCreateButton-floating)': { flexGrow: 1, marginLeft: -12 },
        '&& > .RaCreateButton-root': { order: -1, marginRight: 'auto' },
        // On a phone it has a line of its own, as in our lists.
        '&& > .RaCreateButton-floating': { order: -2 },
        '&&:has(> .RaCreateButton-floating)::before': { content: '""', flexBasis: '100%', order: -1 },
        // What adds a record is of the colour of what acts; what looks at them otherwise is as text is.
        '& :is(.MuiButton-text, .MuiIconButton-root):not(.RaCreateButton-root, .Mui-disabled)': {
          color: 'inherit',
        },
        '& .MuiIconButton-sizeLarge[aria-label]': {
          padding: theme.spacing(1, 1.5),
          ...withWord(theme),
        },
        // One that is off has no name there, and does nothing.
        '& .MuiIconButton-sizeLarge.Mui-disabled:not([aria-label])': { display: 'none' },
      }),
    },
  },
  RaCreateButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        // On phones it stands with the others, not over the rows.
        '&&.RaCreateButton-floating': {
          position: 'static',
          minHeight: 0,
          width: 'auto',
          height: 44,
          padding: theme.spacing(1, 1.5),
          borderRadius: theme.shape.borderRadius,
          boxShadow: 'none',
          color: colors(theme).primary.main,
          backgroundColor: 'transparent',
          ...withWord(theme),
        },
      }),
    },
  },
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({
        // Below the rows and in sight, as in the transactions: above, they would move away under the finger.
        order: 1,
        position: 'sticky',
        bottom: 0,
        // Over the header of a column that stays in view, too.
        zIndex: 4,
        '& .RaBulkActionsToolbar-toolbar': {
          position: 'static',
          flexWrap: 'wrap',
          justifyContent: 'flex-start',
          gap: theme.spacing(1),
          height: 'auto',
          minHeight: 44,
          padding: theme.spacing(0.5, 2),
          transform: 'none',
          transition: 'none',
          color: colors(theme).text.primary,
          backgroundColor: colors(theme).background.paper,
          borderTop: `1px solid ${colors(theme).divider}`,
          borderRadius: 0,
        },
        [theme.breakpoints.down('sm')]: {
          bottom: theme.spacing(1),
          '& .RaBulkActionsToolbar-toolbar': floating(theme),
        },
        // How many there are, letting go of them, and what can be done with them, in words, as keys come to them.
        '& .RaBulkActionsToolbar-title': {
          display: 'contents',
          '& .MuiTypography-root': { order: -1, fontSize: '0.875rem' },
        },
        '& .RaBulkActionsToolbar-icon': {
          minHeight: 36,
          margin: 0,
          padding: theme.spacing(0.5, 1.75),
          borderRadius: theme.shape.borderRadius,
          color: 'inherit',
          '& > .MuiSvgIcon-root': { display: 'none' },
          '&::after': { ...theme.typography.button, fontSize: '0.8125rem', content: 'attr(aria-label)' },
        },
        '& .RaBulkActionsToolbar-topToolbar.RaBulkActionsToolbar-topToolbar': {
          gap: theme.spacing(1),
          margin: 0,
          '& > :is(.MuiButton-text, .MuiIconButton-root)': {
            minHeight: 36,
            padding: theme.spacing(0.5, 1.5),
            border: `1px solid ${theme.alpha(colors(theme).text.primary, 0.28)}`,
            '&:not(.Mui-disabled)': { color: colors(theme).primary.main },
          },
        },
        '& .RaBulkActionsToolbar-toolbar.RaBulkActionsToolbar-collapsed': { display: 'none' },
      }),
    },
  },
};

/** How MUI's own parts look that react-admin's lists are made of, and that no theme knows by another name. */
export const listParts = (theme: Theme): NonNullable<Theme['components']> => ({
  MuiAvatar: {
    styleOverrides: {
      colorDefault: { color: colors(theme).text.primary, backgroundColor: lineColor(theme) },
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        ...Object(theme.components?.MuiDialogActions?.styleOverrides?.root),
        // The dialog of react-admin's `SavedQueriesList`: as our dialogs.
        '#form-dialog-title ~ & > .MuiButton-root:first-of-type': { color: 'inherit' },
        '#form-dialog-title ~ & > .MuiButton-root:last-of-type': {
          color: colors(theme).primary.contrastText,
          backgroundColor: colors(theme).primary.main,
          '&:hover': { backgroundColor: colors(theme).primary.dark },
        },
      },
    },
  },
});
