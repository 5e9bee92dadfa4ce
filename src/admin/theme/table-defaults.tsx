import type { Theme } from '@mui/material/styles';
import { asLink } from '../../shared/theme-components';
import { colors } from '../../shared/theme-palette';
import { StockRows } from '../list/ListStates';
import { lineColor, TableRows } from '../list/TableRows';
import { useTellTable } from '../list/table-columns';
import { tableHeight } from '../list/table-height';
import { CellRoot, HeadCellRoot, longText } from './adapters';

/** A table of more columns than this, the serial number or the box among them, is set smaller. */
const roomFor = 8;
/** One of more than this closer still: all of them are on a screen of 1,280 pixels. */
const roomCloser = 10;

/** A button within a record among others, whose words are its name: as a link. */
export const actionStyle = {
  ...asLink,
  minWidth: 24,
  minHeight: 28,
  padding: 0,
  fontFamily: 'inherit',
  fontSize: 'inherit',
  lineHeight: 'inherit',
  whiteSpace: 'nowrap' as const,
  '&:hover': { ...asLink['&:hover'], backgroundColor: 'transparent' },
  '& > .MuiTouchRipple-root': { display: 'none' },
};

/** The same of those of react-admin, too, which are icons alone on a phone, and large. */
const actionsStyle = {
  '& td :is(.MuiButton-text, .MuiIconButton-sizeLarge[aria-label])': {
    ...actionStyle,
    '& + .MuiButtonBase-root': { marginLeft: 14 },
    '&[aria-label] > :is(.MuiButton-startIcon, .MuiSvgIcon-root)': { display: 'none' },
    '&.MuiIconButton-root::after': { content: 'attr(aria-label)' },
    '&.MuiIconButton-root[data-label]::after': { content: 'attr(data-label)' },
  },
};

/** The class of a column that stays in view at the end of the row. */
export const pinned = 'pinned';
/** The last column, where there are buttons in it; what unfolds beneath a row is no column. */
const acting =
  '&:has(td:last-of-type:not([colspan]) .MuiButton-text) :is(th, td):last-of-type:not([colspan])';

/** The table scrolls inside its card in both directions, under a header that stays. */
function tableStyle(part: string) {
  return ({ theme }: { theme: Theme }) => ({
    '--edge': colors(theme).divider,
    display: 'flex',
    flexDirection: 'column' as const,
    // What can be done with the chosen rows is seen below them, and comes before them in the document.
    readingFlow: 'flex-visual' as const,
    [`& .${part}-tableWrapper`]: {
      overflow: 'auto',
      scrollbarWidth: 'thin' as const,
      [theme.breakpoints.up('sm')]: { maxHeight: tableHeight },
      // All rows and columns are on paper: a browser makes smaller what is too wide for it.
      '@media print': { overflow: 'visible', maxHeight: 'none' },
    },
    [`& .${part}-table`]: {
      borderCollapse: 'separate' as const,
      '& th, & td': { padding: '2px 12px', height: 46, fontSize: '0.875rem' },
      // A row that can be unfolded has a second one beneath it, which is empty until it is.
      [`& .${part}-expandRow > td`]: { height: 'auto' },
      [`&:has(th:nth-of-type(${roomFor + 1}))`]: {
        '& th, & td': { paddingInline: 8, fontSize: '0.8125rem' },
        '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
        '& th:last-of-type, & td:last-of-type': { paddingRight: 16 },
      },
      [`&:has(th:nth-of-type(${roomCloser + 1}))`]: {
        [theme.breakpoints.down('xl')]: {
          '& th, & td': { paddingInline: 5, letterSpacing: '-0.005em' },
          '& th:first-of-type, & td:first-of-type': { paddingLeft: 12 },
          '& th:last-of-type, & td:last-of-type': { paddingRight: 12 },
          '& .MuiChip-root': { fontSize: '0.75rem' },
        },
      },
      // A field says its text as the cell would.
      '& td :is(.MuiTypography-body2, .RaReferenceField-link)': {
        fontSize: 'inherit',
        lineHeight: 'inherit',
      },
      // Texts are told on several lines where one has no room; what names, counts or acts stays on one.
      '& td .RaReferenceField-link, & td.MuiTableCell-alignRight, & td:has(.MuiButton-root)': {
        whiteSpace: 'nowrap' as const,
      },
      [`& td:is(.${longText}, :has(> .${longText}))`]: { minWidth: '14em' },
      ...actionsStyle,
      '& .MuiCheckbox-root:not(.MuiCheckbox-sizeSmall) .MuiSvgIcon-root': { fontSize: '1.25rem' },
      [theme.breakpoints.up('sm')]: {
        // What can be done stays in view at the end of the row, whatever scrolls beneath it in both directions.
        [`& .${pinned}, ${acting}`]: {
          position: 'sticky' as const,
          right: 0,
          textAlign: 'right' as const,
          backgroundColor: colors(theme).background.paper,
          boxShadow: '-1px 0 0 var(--edge)',
          '&.MuiTableCell-head': { zIndex: 3 },
        },
      },
      '@media print': {
        // Nothing is chosen or done on paper, and nothing stays in view there.
        [`& .MuiCheckbox-root, & .${pinned}, ${acting}`]: { display: 'none' },
        '& th': { position: 'static' },
        '& td .RaReferenceField-link': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      },
      '& th': { height: 48, lineHeight: 1.25, whiteSpace: 'normal' as const },
      '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
      '& th:last-of-type, & td:last-of-type': { paddingRight: 16 },
      // The arrow stands in the padding: a dozen columns have no room to keep free for it.
      '& .MuiTableSortLabel-root': { position: 'relative' as const, verticalAlign: 'baseline' },
      '& .MuiTableSortLabel-icon': { position: 'absolute' as const, margin: 0, fontSize: 15, left: '100%' },
      '& .MuiTableCell-alignRight .MuiTableSortLabel-root': { flexDirection: 'row' as const },
      '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { left: 'auto', right: '100%' },
    },
  });
}

/** MUI's cells are of any element; their types do not say so. */
const headCell: object = { component: HeadCellRoot };
const cell: object = { component: CellRoot };

/** A `Datagrid` has no choice of columns, and tells of none. */
function EmptyTable() {
  useTellTable();
  return <StockRows />;
}

const empty = <StockRows />;

/** How react-admin's tables are by default. */
export const tableDefaults: NonNullable<Theme['components']> = {
  RaDataTable: {
    defaultProps: { body: TableRows, empty: <EmptyTable /> },
    styleOverrides: { root: tableStyle('RaDataTable') },
  },
  // What stands for the texts of a table that takes more than a second to come.
  RaPlaceholder: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&&': {
          maxWidth: 160,
          height: '0.9em',
          overflow: 'hidden',
          borderRadius: 4,
          backgroundColor: lineColor(theme),
        },
      }),
    },
  },
  RaDataTableHeadCell: { defaultProps: headCell },
  RaDataTableCell: { defaultProps: cell },
  RaDatagrid: { defaultProps: { empty }, styleOverrides: { root: tableStyle('RaDatagrid') } },
};
