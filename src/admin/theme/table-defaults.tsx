import type { Theme } from '@mui/material/styles';
import { StockRows } from '../list/ListStates';
import { TableRows } from '../list/TableRows';
import { HeadCellRoot } from './adapters';

/** A table of more columns than this, the serial number or the box among them, is set smaller. */
const roomFor = 8;
/** One of more than this closer still: all of them are on a screen of 1,280 pixels. */
const roomCloser = 10;

/** The table scrolls inside its card in both directions, under a header that stays. */
function tableStyle(part: string) {
  return ({ theme }: { theme: Theme }) => ({
    '--edge': theme.palette.divider,
    [`& .${part}-tableWrapper`]: {
      overflow: 'auto',
      scrollbarWidth: 'thin' as const,
      [theme.breakpoints.up('sm')]: { maxHeight: 'max(420px, calc(100dvh - 236px))' },
    },
    [`& .${part}-table`]: {
      borderCollapse: 'separate' as const,
      '& th, & td': { padding: '2px 12px', height: 46, fontSize: '0.875rem' },
      [`&:has(th:nth-of-type(${roomFor + 1}))`]: {
        '& th, & td': { paddingInline: 8, fontSize: '0.8125rem' },
      },
      [`&:has(th:nth-of-type(${roomCloser + 1}))`]: {
        [theme.breakpoints.down('xl')]: {
          '& th, & td': { paddingInline: 5, letterSpacing: '-0.005em' },
          '& th:first-of-type, & td:first-of-type': { paddingLeft: 12 },
          '& th:last-of-type, & td:last-of-type': { paddingRight: 12 },
          '& .MuiChip-root': { fontSize: '0.75rem' },
        },
      },
      // Texts are told on several lines where one has no room; what names, counts or acts stays on one.
      '& td :is(.RaReferenceField-link, .MuiButton-root), & td.MuiTableCell-alignRight, & td:has(.MuiButton-root)':
        {
          whiteSpace: 'nowrap' as const,
        },
      '& th': { height: 48, lineHeight: 1.25, whiteSpace: 'normal' as const },
      '& th:first-of-type, & td:first-of-type': { paddingLeft: 16, color: theme.palette.text.secondary },
      '& th:last-of-type, & td:last-of-type': { paddingRight: 16 },
      // The arrow stands in the padding: a dozen columns have no room to keep free for it.
      '& .MuiTableSortLabel-root': { position: 'relative' as const, verticalAlign: 'middle' },
      '& .MuiTableSortLabel-icon': { position: 'absolute' as const, margin: 0, fontSize: 15, left: '100%' },
      '& .MuiTableCell-alignRight .MuiTableSortLabel-root': { flexDirection: 'row' as const },
      '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { left: 'auto', right: '100%' },
    },
  });
}

/** MUI's cells are of any element; their types do not say so. */
const headCell: object = { component: HeadCellRoot };

const empty = <StockRows />;

/** How react-admin's tables are by default. */
export const tableDefaults: NonNullable<Theme['components']> = {
  RaDataTable: {
    defaultProps: { body: TableRows, empty },
    styleOverrides: { root: tableStyle('RaDataTable') },
  },
  RaDataTableHeadCell: { defaultProps: headCell },
  RaDatagrid: { defaultProps: { empty }, styleOverrides: { root: tableStyle('RaDatagrid') } },
};
