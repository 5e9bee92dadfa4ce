import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../../../contract/paths';
import type { Transaction } from '../../../../contract/transaction';
import { formatDollars } from '../../../shared/format';
import { LoadFailure } from '../../../shared/LoadFailure';
import { useHold } from '../../../shared/use-hold';
import { useNewestTransactions } from '../newest-transactions';
import { ActivityCard, LoadingLines, Quiet } from './ActivityCard';
import { TransactionLine } from './TransactionLine';

/** What waits for a decision; of a withdrawal that has to wait, until when and why. */
function PendingLine({ transaction }: { transaction: Transaction }) {
  const hold = useHold(transaction);
  return (
    <TransactionLine
      transaction={transaction}
      note={transaction.trxType === 'WITHDRAWAL' ? 'Reserved' : 'Not counted yet'}
      below={hold && `Not before ${hold.shortly}${hold.why && ` (${hold.why.toLowerCase()})`}`}
    />
  );
}

/** Deposits and withdrawals that wait for a decision, and what is reserved for the withdrawals; `held` in dollars. */
export function PendingItems({ held }: { held: number }) {
  const query = useNewestTransactions('PENDING');
  const { data } = query;
  const more = data ? data.total - data.rows.length : 0;
  return (
    <ActivityCard
      title="Pending"
      beside={
        held > 0 && (
          <Typography variant="body2" color="textSecondary">
            {formatDollars(held)} reserved
          </Typography>
        )
      }
    >
      <LoadFailure query={query} />
      {query.isPending && <LoadingLines count={2} label="Loading what is pending" />}
      {data?.total === 0 && <Quiet>Nothing is waiting for a decision.</Quiet>}
      {data && data.total > 0 && (
        <Box component="ul" aria-label="Pending" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.rows.map((transaction) => (
            <PendingLine key={transaction._id} transaction={transaction} />
          ))}
        </Box>
      )}
      {more > 0 && (
        <Typography variant="body2" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Link component={RouterLink} to={screens.transactions}>
            {more} more pending
          </Link>
        </Typography>
      )}
    </ActivityCard>
  );
}
