import Box from '@mui/material/Box';
import TableContainer from '@mui/material/TableContainer';
import {
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  useListContext,
  useRecordContext,
} from 'ra-core';
import { useMemo } from 'react';
import { DataTable } from 'react-admin';
import { pinned as pinnedClass } from '../theme/table-defaults';
import { type Column, columnKey } from './columns';
import { foldedAt } from './FoldedText';
import { LinkedCell } from './LinkedCell';
import { SerialColumn } from './SerialColumn';
import { whileFetched } from './unread-list';

/** A table of more columns than this gives long names less room. */
const roomFor = 7;

/** The first lines of all cells are one line, in the middle of a row that has no other. */
const fromTop = { verticalAlign: 'top', paddingBlock: '12px' } as const;

interface Props<R extends RaRecord> {
  label: string;
  columns: readonly Column<R>[];
  /** Rows are being fetched that are not those at hand. */
  loading: boolean;
  /** Rows can be chosen, for what is done with several at once. */
  selectable: boolean;
  /** Whether this one can; all if not given. */
  isRowSelectable?: (record: R) => boolean;
}

function Cell<R extends RaRecord>({ column, dense }: { column: Column<R>; dense: boolean }) {
  const record = useRecordContext<R>();
  if (!record) return null;
  const { cut, folded } = column;
  const shown = <LinkedCell column={column} record={record} />;
  if (cut === undefined) return shown;
  const content = column.render(record);
  return (
    <Box
      component="span"
      {...(typeof content === 'string' ? { title: content } : {})}
      sx={{
        ...(folded
          ? { display: 'block', overflow: 'hidden' }
          : { ...foldedAt(2), display: { sm: '-webkit-box' }, width: { sm: 'max-content' } }),
        // A name that is written from right to left ends at its left.
        unicodeBidi: 'plaintext',
        // What is cut here would cut the ring around a link, but within it.
        '& a:focus-visible': { outlineOffset: { sm: -2 } },
        maxWidth: dense ? { sm: cut, xl: 2 * cut } : { sm: 1.75 * cut, xl: 3 * cut },
      }}
    >
      {shown}
    </Box>
  );
}

/** A column of react-admin's table as a list describes it. */
function TableColumn<R extends RaRecord>({ column, dense }: { column: Column<R>; dense: boolean }) {
  const { label, sortBy, align, pinned } = column;
  return (
    <DataTable.Col
      label={label}
      {...(sortBy === undefined ? {} : { source: sortBy })}
      align={align ?? 'left'}
      {...(pinned ? { className: pinnedClass } : {})}
    >
      <Cell column={column} dense={dense} />
    </DataTable.Col>
  );
}

/**
 * The list as it is shown: rows that have come count as being fetched until they are rendered (use-is-loading.ts), so that
 * they are rendered once.
 */
function useShownList(loading: boolean) {
  const list: ListControllerResult = useListContext();
  return useMemo(() => (loading ? whileFetched(list) : list), [list, loading]);
}

/** The list as a table; rows are no links, what can be done in them are buttons and controls of their own. */
export function ResourceTable<R extends RaRecord>({
  label,
  columns,
  loading,
  selectable,
  isRowSelectable,
}: Props<R>) {
  const dense = columns.length > roomFor;
  const tall = columns.some((column) => column.tall);
  const value = useShownList(loading);
  return (
    <ListContextProvider value={value}>
      {/* What scrolls is within, with the bars that this hands down (src/shared/theme-components.ts). */}
      <TableContainer sx={{ overflow: 'visible' }}>
        <DataTable<R>
          aria-label={label}
          aria-busy={loading}
          rowClick={false}
          // The box of a row stands before its number.
          bulkActionButtons={false}
          {...(isRowSelectable && { isRowSelectable })}
          // A column says itself after how many pixels its texts end.
          sx={{
            '& .RaDataTable-table td': {
              whiteSpace: 'nowrap',
              '@media print': { whiteSpace: 'normal' },
              ...(tall && fromTop),
            },
          }}
        >
          <SerialColumn selectable={selectable} />
          {columns.map((column) => (
            <TableColumn key={columnKey(column)} column={column} dense={dense} />
          ))}
        </DataTable>
      </TableContainer>
    </ListContextProvider>
  );
}
