import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../../contract/currencies';
import type { TrxType } from '../../../../contract/enums';
import type { Transaction } from '../../../../contract/transaction';
import { formatDate, formatDollars } from '../../../shared/format';
import { StatusChip } from '../../../shared/StatusChip';
import { transactionLink } from '../../transactions/transaction-link';

const names: Readonly<Record<TrxType, string>> = { DEPOSIT: 'Deposit', WITHDRAWAL: 'Withdrawal' };

interface Props {
  transaction: Transaction;
  /** Said below the amount instead of the status. */
  note?: string;
  /** Said below the date. */
  below?: string | undefined;
}

/** One transaction as a line of a list, with a link to it: what, in which currency, when, how much, how it stands. */
export function TransactionLine({ transaction, note, below }: Props) {
  const { _id, trxType, crypto, amount, status, createdAt } = transaction;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'center',
        // Where both have no room side by side, the amount stands below.
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0, flex: '1 1 7em' }}>
        <Link
          component={RouterLink}
          to={transactionLink(_id)}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600, py: 0.5 }}
        >
          {names[trxType]}, {currencyName(crypto)}
        </Link>
        <Typography variant="body2" color="textSecondary">
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </Typography>
        {below && (
          <Typography variant="body2" color="textSecondary">
            {below}
          </Typography>
        )}
      </Box>
      <Box sx={{ textAlign: 'right', maxWidth: '100%', ml: 'auto', overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {formatDollars(amount)}
        </Typography>
        {note ? (
          <Typography variant="body2" color="textSecondary">
            {note}
          </Typography>
        ) : (
          <StatusChip status={status} />
        )}
      </Box>
    </Box>
  );
}
