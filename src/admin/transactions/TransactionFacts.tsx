import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { holdOf } from '../../shared/hold';
import { describeTransaction, type TransactionRecord } from './transaction-record';

/** What a decision about a transaction is made on; addresses and ids in full. */
export function TransactionFacts({ record }: { record: TransactionRecord }) {
  const { user, status, wallet, transactionId } = record;
  const hold = holdOf(record);
  const facts = [
    ['Investor', user?.email],
    ['Status now', status],
    ['Transaction id', transactionId],
    ['To address', wallet],
    ['Not before', hold && `${hold.until}${hold.why && ` (${hold.why.toLowerCase()})`}`],
  ] as const;
  return (
    <div>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {describeTransaction(record)}
      </Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'auto minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 0.5,
          m: 0,
          mt: 1,
          pb: 2,
          borderBottom: 1,
          borderColor: 'divider',
          fontSize: '0.875rem',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        {facts.map(
          ([name, fact]) =>
            fact && (
              <Box key={name} sx={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </Box>
            ),
        )}
      </Box>
    </div>
  );
}
