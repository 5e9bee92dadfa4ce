import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { currencyName } from '../../../contract/currencies';
import { limits } from '../../../contract/limits';
import { formatDollars } from '../../shared/format';
import { StatusChip } from '../../shared/StatusChip';
import { useHold } from '../../shared/use-hold';
import { fittedSx, fittingSx } from '../amounts/fitted';
import type { TransactionRow, TransactionsView } from './transaction-page';
import { dateText, planText } from './transaction-text';

function TransactionCard({ row, onOpen }: { row: TransactionRow; onOpen: (id: string) => void }) {
  const amount = formatDollars(row.amount);
  const hold = useHold(row);
  return (
    <Card component="li" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle2" color="textSecondary">
          {row.sn}. {row.trxType}
        </Typography>
        <StatusChip status={row.status} />
      </Stack>
      <Box sx={fittingSx}>
        <Typography variant="h3" component="p" sx={[{ my: 0.75 }, fittedSx(amount, 'h3')]}>
          {amount}
        </Typography>
      </Box>
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', flexWrap: 'wrap', columnGap: 1, color: 'text.secondary' }}
      >
        <Typography variant="body2">
          {currencyName(row.crypto)}
          {row.plan && `, ${planText(row.plan)} plan`}
        </Typography>
        <Typography variant="body2" noWrap>
          {dateText(row.createdAt)}
        </Typography>
      </Stack>
      {hold && (
        <Typography variant="body2" color="textSecondary">
          Not before {hold.until}
        </Typography>
      )}
      <Button
        size="small"
        fullWidth
        aria-label={`Details of transaction ${row.sn}`}
        onClick={() => onOpen(row._id)}
        sx={{ mt: 1.5, mb: -0.5, borderTop: 1, borderColor: 'divider', borderRadius: 0 }}
      >
        Details
      </Button>
    </Card>
  );
}

/** The transactions as a list of cards, for narrow screens. */
export function TransactionCards({ page, request, onRequest, loading, onOpen }: TransactionsView) {
  const pages = Math.ceil(page.total / limits.pageSize);
  return (
    <Stack sx={{ gap: 2 }}>
      <Box
        component="ul"
        aria-busy={loading}
        sx={{ display: 'grid', gap: 1.5, listStyle: 'none', m: 0, p: 0, opacity: loading ? 0.6 : 1 }}
      >
        {page.rows.map((row) => (
          <TransactionCard key={row._id} row={row} onOpen={onOpen} />
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
