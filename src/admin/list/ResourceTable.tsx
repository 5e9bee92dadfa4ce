import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type RaRecord, RecordContextProvider, useListContext } from 'ra-core';
import type { Column } from './columns';
import { LinkedCell } from './LinkedCell';
import { SelectPage, SelectRow } from './selection';
import { useSerialNumber } from './serial-number';

/** A table of more columns than this is set smaller and gives long names less room. */
const roomFor = 7;

const pinnedSx = {
  position: 'sticky',
  right: 0,
  bgcolor: 'background.paper',
  boxShadow: '-1px 0 0 var(--edge)',
};

interface Props<R extends RaRecord> {
  label: string;
  columns: readonly Column<R>[];
  /** Rows are being fetched that are not those at hand: a loader takes their place. */
  loading: boolean;
  /** Rows can be chosen, for what is done with several at once. */
  selectable: boolean;
}

function HeadCell<R extends RaRecord>({ label, sortBy, align, pinned }: Column<R>) {
  const { sort, setSort } = useListContext();
  const active = sortBy !== undefined && sort.field === sortBy;
  const direction = active && sort.order === 'DESC' ? 'desc' : 'asc';
  const content = sortBy ? (
    <TableSortLabel
      active={active}
      direction={direction}
      onClick={() => setSort({ field: sortBy, order: active && direction === 'asc' ? 'DESC' : 'ASC' })}
    >
      {label}
    </TableSortLabel>
  ) : (
    label
  );
  return (
    <TableCell
      align={align ?? 'left'}
      sortDirection={active ? direction : false}
      // Above the cells that scroll beneath it in both directions.
      sx={pinned ? { ...pinnedSx, zIndex: 3 } : {}}
    >
      {content}
    </TableCell>
  );
}

interface BodyCellProps<R extends RaRecord> {
  column: Column<R>;
  record: R;
  dense: boolean;
}

function BodyCell<R extends RaRecord>({ column, record, dense }: BodyCellProps<R>) {
  const { align = 'left', cut, pinned } = column;
  const content = column.render(record);
  const shown = <LinkedCell column={column} record={record} />;
  return (
    <TableCell align={align} sx={pinned ? pinnedSx : {}}>
      {cut === undefined ? (
        shown
      ) : (
        <Box
          component="span"
          {...(typeof content === 'string' ? { title: content } : {})}
          sx={{
            display: 'block',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            maxWidth: dense ? { sm: cut, xl: 2 * cut } : { sm: 1.75 * cut, xl: 3 * cut },
          }}
        >
          {shown}
        </Box>
      )}
    </TableCell>
  );
}

function LoadingRows({ rows, columns }: { rows: number; columns: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return Array.from({ length: rows }, (_, index) => index).map((row) => (
    <TableRow key={row}>
      {cells.map((cell) => (
        <TableCell key={cell}>
          <Skeleton width={cell === 0 ? 20 : `${60 + ((row * 7 + cell * 13) % 35)}%`} />
        </TableCell>
      ))}
    </TableRow>
  ));
}

/**
 * The list as a table. It scrolls inside its card in both directions, under a header that stays; rows are no
 * links, what can be done in them are buttons and controls of their own.
 */
export function ResourceTable<R extends RaRecord>({ label, columns, loading, selectable }: Props<R>) {
  const { data = [], perPage } = useListContext<R>();
  const serialOf = useSerialNumber();
  const dense = columns.length > roomFor;
  return (
    <Card>
      <TableContainer sx={{ maxHeight: { sm: 'max(420px, calc(100dvh - 236px))' }, scrollbarWidth: 'thin' }}>
        <Table
          stickyHeader
          size="small"
          aria-label={label}
          aria-busy={loading}
          sx={{
            '--edge': (theme) => theme.palette.divider,
            '& th, & td': {
              px: dense ? 1 : 1.5,
              py: 0.25,
              height: 46,
              fontSize: dense ? '0.8125rem' : '0.875rem',
            },
            '& td': { whiteSpace: 'nowrap' },
            '& th': { height: 48, bgcolor: 'background.paper', lineHeight: 1.25, whiteSpace: 'normal' },
            '& th:first-of-type, & td:first-of-type': { pl: 2, color: 'text.secondary' },
            '& th:last-of-type, & td:last-of-type': { pr: 2 },
            // The arrow stands in the padding: a dozen columns have no room to keep free for it.
            '& .MuiTableSortLabel-root': { position: 'relative', verticalAlign: 'middle' },
            '& .MuiTableSortLabel-icon': { position: 'absolute', m: 0, fontSize: 15, left: '100%' },
            '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': {
              left: 'auto',
              right: '100%',
            },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {selectable && <SelectPage />}S/N
                </Box>
              </TableCell>
              {columns.map((column) => (
                <HeadCell key={column.label} {...column} />
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {loading ? (
              <LoadingRows rows={Math.min(perPage, 12)} columns={columns.length + 1} />
            ) : (
              data.map((record, index) => (
                <RecordContextProvider key={record.id} value={record}>
                  <TableRow hover>
                    <TableCell>
                      {selectable && <SelectRow id={record.id} serial={serialOf(index)} />}
                      {serialOf(index)}
                    </TableCell>
                    {columns.map((column) => (
                      <BodyCell key={column.label} column={column} record={record} dense={dense} />
                    ))}
                  </TableRow>
                </RecordContextProvider>
              ))
            )}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}
