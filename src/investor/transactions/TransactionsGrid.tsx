import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { DataGrid, type GridColDef, type GridSortModel } from '@mui/x-data-grid';
import { useCallback, useMemo, useRef, useState } from 'react';
import { currencyName } from '../../../contract/currencies';
import { limits } from '../../../contract/limits';
import { ownTransactionList } from '../../../contract/list-query';
import { formatDollars } from '../../shared/format';
import { holdOf } from '../../shared/hold';
import { StatusChip } from '../../shared/StatusChip';
import { colors } from '../../shared/theme-palette';
import { useHold } from '../../shared/use-hold';
import { useWidestText } from '../amounts/use-widest-text';
import { firstPage, type TransactionRow, type TransactionsView } from './transaction-page';
import { dateText, planText } from './transaction-text';

/** How the cells are set. */
const face = { fontSize: '0.9375rem', fontVariantNumeric: 'tabular-nums' };

/** Pixels at both sides of an amount: it is never cut, whatever else has to give way. */
const amountPadding = 44;

/** Pixels of a row, and of one that says until when it waits. */
const rowHeights = { plain: 56, held: 84 };

/**
 * The grid's measures are pixels, for letters of 16: by how much they grow with those that are set in the browser, not at all where
 * that is not known.
 */
function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/** How it stands, and beneath it until when it has to wait. */
function Status({ row }: { row: TransactionRow }) {
  const hold = useHold(row);
  if (!hold) return <StatusChip status={row.status} />;
  return (
    <Stack sx={{ alignItems: 'flex-start', justifyContent: 'center', height: '100%' }}>
      <StatusChip status={row.status} />
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ lineHeight: 1.3, whiteSpace: 'normal', mt: 0.5 }}
      >
        Not before <span style={{ whiteSpace: 'nowrap' }}>{hold.shortly}</span>
      </Typography>
    </Stack>
  );
}

const sortable = new Set<string>(ownTransactionList.sortable);

// docs/rules.md, "Transactions of an investor".
const dataColumns: GridColDef<TransactionRow>[] = (
  [
    { field: 'sn', headerName: 's/n', width: 72 },
    { field: 'trxType', headerName: 'trxType', flex: 1, minWidth: 128 },
    {
      field: 'amount',
      headerName: 'amount',
      flex: 1,
      align: 'right',
      headerAlign: 'right',
      valueFormatter: (amount: number) => formatDollars(amount),
    },
    { field: 'plan', headerName: 'plan', flex: 1, minWidth: 112, valueFormatter: planText },
    {
      field: 'status',
      headerName: 'status',
      flex: 1,
      minWidth: 136,
      renderCell: ({ row }) => <Status row={row} />,
    },
    { field: 'crypto', headerName: 'currency', flex: 1, minWidth: 136, valueFormatter: currencyName },
    { field: 'createdAt', headerName: 'date', flex: 1, minWidth: 128, valueFormatter: dateText },
  ] satisfies GridColDef<TransactionRow>[]
).map((column) => ({ ...column, sortable: sortable.has(column.field) }));

/** A column of buttons: each shows the details of its row. */
function detailsColumn(width: number, onOpen: (id: string) => void): GridColDef<TransactionRow> {
  return {
    field: 'details',
    width,
    align: 'center',
    headerAlign: 'center',
    sortable: false,
    renderCell: ({ row }) => (
      <IconButton
        aria-label={`Details of transaction ${row.sn}`}
        size="small"
        onClick={() => onOpen(row._id)}
        // The grid takes Enter and the space bar for itself.
        onKeyDown={(event) => event.stopPropagation()}
      >
        <ChevronRightOutlined />
      </IconButton>
    ),
  };
}

/** The transactions as a grid that asks for its pages and its order. */
export default function TransactionsGrid({ page, request, onRequest, loading, onOpen }: TransactionsView) {
  const { field, order } = request.sort;
  // The grid takes new columns for a change of all cells, so that only what a click does is new.
  const open = useRef(onOpen);
  open.current = onOpen;
  const amounts = useMemo(() => page.rows.map(({ amount }) => formatDollars(amount)), [page.rows]);
  const [scale] = useState(letterScale);
  const amountWidth = Math.max(128 * scale, useWidestText(amounts, face) + amountPadding);
  const columns = useMemo(() => {
    const data = dataColumns.map(({ width, minWidth, ...column }) => ({
      ...column,
      ...(width && { width: width * scale }),
      ...(minWidth && { minWidth: minWidth * scale }),
      ...(column.field === 'amount' && { minWidth: amountWidth }),
    }));
    return [...data, detailsColumn(88 * scale, (id) => open.current(id))];
  }, [amountWidth, scale]);
  const heightOf = useCallback(
    ({ model }: { model: Partial<TransactionRow> }) =>
      scale * (holdOf(model) ? rowHeights.held : rowHeights.plain),
    [scale],
  );

  // The grid takes a new model object for a change by hand and would report it back, so these are kept.
  const paginationModel = useMemo(() => ({ page: request.page, pageSize: limits.pageSize }), [request.page]);
  const sortModel = useMemo<GridSortModel>(
    () => [{ field, sort: order === 'ASC' ? 'asc' : 'desc' }],
    [field, order],
  );

  function onSort(model: GridSortModel): void {
    const [chosen] = model;
    const sort = chosen?.sort
      ? { field: chosen.field, order: chosen.sort === 'asc' ? ('ASC' as const) : ('DESC' as const) }
      : firstPage.sort;
    onRequest({ ...request, page: 0, sort });
  }

  return (
    <Card>
      <DataGrid
        aria-label="All Transactions"
        columns={columns}
        rows={page.rows}
        getRowId={(row) => row._id}
        loading={loading}
        rowCount={page.total}
        paginationMode="server"
        paginationModel={paginationModel}
        onPaginationModelChange={(model) => onRequest({ ...request, page: model.page })}
        pageSizeOptions={[limits.pageSize]}
        sortingMode="server"
        sortModel={sortModel}
        onSortModelChange={onSort}
        disableColumnFilter
        disableColumnMenu
        disableRowSelectionOnClick
        rowHeight={rowHeights.plain * scale}
        columnHeaderHeight={rowHeights.plain * scale}
        getRowHeight={heightOf}
        // A page has 20 rows: all of them are there for printing and for the browser's search.
        disableVirtualization
        sx={(theme) => ({
          border: 0,
          ...face,
          // The grid mixes its own tone otherwise; it lies on a card.
          '&.MuiDataGrid-root': {
            '--DataGrid-t-color-background-base': colors(theme).background.paper,
            '--DataGrid-t-header-background-base': colors(theme).background.paper,
          },
          '--DataGrid-rowBorderColor': colors(theme).divider,
          '& .MuiDataGrid-columnSeparator': { display: 'none' },
          '& .MuiDataGrid-columnHeaderTitle': {
            fontWeight: 600,
            fontSize: '0.8125rem',
            color: colors(theme).text.secondary,
          },
          '& [data-field="sn"]': { paddingLeft: '24px' },
          // Amounts end at the right, plans begin at the left: without room they read as one.
          '& [data-field="amount"]': { paddingRight: '32px', textOverflow: 'clip' },
        })}
      />
    </Card>
  );
}
