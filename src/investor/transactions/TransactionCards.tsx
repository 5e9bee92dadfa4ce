import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { currencyName } from '../../../contract/currencies';
import { limits } from '../../../contract/limits';
import { formatDollars } from '../../shared/format';
import { StatusChip } from './StatusChip';
import type { PageRequest, TransactionRow, TransactionsView } from './transaction-page';
import { dateText, planText } from './transaction-text';

const orders: Record<string, { label: string; sort: PageRequest['sort'] }> = {
  newest: { label: 'Newest first', sort: { field: 'createdAt', order: 'DESC' } },
  oldest: { label: 'Oldest first', sort: { field: 'createdAt', order: 'ASC' } },
  largest: { label: 'Largest amount first', sort: { field: 'amount', order: 'DESC' } },
  status: { label: 'By status', sort: { field: 'status', order: 'ASC' } },
};

/** The name of an order in the list above; one chosen in the grid may not be there. */
function orderOf({ field, order }: PageRequest['sort']): string {
  return (
    Object.keys(orders).find(
      (name) => orders[name]?.sort.field === field && orders[name]?.sort.order === order,
    ) ?? ''
  );
}

function TransactionCard({ row }: { row: TransactionRow }) {
  return (
    <Card component="li" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle2" color="textSecondary">
          {row.sn}. {row.trxType}
        </Typography>
        <StatusChip status={row.status} />
      </Stack>
      <Typography
        variant="h3"
        component="p"
        sx={{ my: 0.75, fontVariantNumeric: 'tabular-nums lining-nums' }}
      >
        {formatDollars(row.amount)}
      </Typography>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, color: 'text.secondary' }}>
        <Typography variant="body2">
          {currencyName(row.crypto)}
          {row.plan && `, ${planText(row.plan)} plan`}
        </Typography>
        <Typography variant="body2" noWrap>
          {dateText(row.createdAt)}
        </Typography>
      </Stack>
    </Card>
  );
}

/** The transactions as a list of cards, for narrow screens. */
export function TransactionCards({ page, request, onRequest, loading }: TransactionsView) {
  const pages = Math.ceil(page.total / limits.pageSize);
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        select
        size="small"
        label="Order"
        value={orderOf(request.sort)}
        onChange={(event) => {
          const chosen = orders[event.target.value];
          if (chosen) onRequest({ page: 0, sort: chosen.sort });
        }}
      >
        {Object.entries(orders).map(([name, { label }]) => (
          <MenuItem key={name} value={name}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Box
        component="ul"
        aria-busy={loading}
        sx={{ display: 'grid', gap: 1.5, listStyle: 'none', m: 0, p: 0, opacity: loading ? 0.6 : 1 }}
      >
        {page.rows.map((row) => (
          <TransactionCard key={row._id} row={row} />
        ))}
      </Box>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={request.page + 1}
          onChange={(_, chosen) => onRequest({ ...request, page: chosen - 1 })}
          sx={{ alignSelf: 'center' }}
        />
      )}
    </Stack>
  );
}
