import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { BulkResult } from '../../../contract/enums';
import type { BulkRow } from '../../../contract/preview';
import { formatCount } from '../../shared/format';
import { proposalPath, transactionPath } from '../record-paths';

/** Lines that are shown at once. */
const pageSize = 50;

/** What needs a look comes first. */
const order: readonly BulkResult[] = [
  'failed',
  'duplicate',
  'on_hold',
  'frozen',
  'stale',
  'sent',
  'changed',
  'unchanged',
];
const names: Readonly<Record<BulkResult, string>> = {
  failed: 'failed',
  duplicate: 'left as it is: a duplicate',
  on_hold: 'left as it is: it still waits',
  frozen: 'left as it is: the account is frozen',
  stale: 'changed by someone else meanwhile',
  sent: 'sent for approval',
  changed: 'changed',
  unchanged: 'unchanged',
};

/** What became of each transaction, those that need a look first. */
export function BulkResults({ results }: { results: readonly BulkRow[] }) {
  const [shown, setShown] = useState(pageSize);
  const sorted = order.flatMap((result) => results.filter((row) => row.result === result));
  const counts = order.flatMap((result) => {
    const count = results.filter((row) => row.result === result).length;
    return count > 0 ? [`${formatCount(count)} ${names[result]}`] : [];
  });
  return (
    <section aria-label="Results">
      <Typography sx={{ fontWeight: 600, mb: 0.5 }}>{counts.join(', ')}</Typography>
      <Box
        component="ul"
        aria-label="Result of each"
        // What scrolls must be reachable by keyboard.
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 240, overflowY: 'auto', fontSize: '0.875rem' }}
      >
        {sorted.slice(0, shown).map(({ _id, result, status, message, proposalId }) => (
          <Box component="li" key={_id} sx={{ py: 0.25 }}>
            <Link component={RouterLink} to={transactionPath(_id)} title={_id}>
              …{_id.slice(-8)}
            </Link>{' '}
            {proposalId ? (
              <Link component={RouterLink} to={proposalPath(proposalId)}>
                {names[result]}
              </Link>
            ) : (
              names[result]
            )}
            {status && `, ${status}`}
            {message && `: ${message}`}
          </Box>
        ))}
      </Box>
      {sorted.length > shown && (
        <Button size="small" onClick={() => setShown(shown + pageSize)}>
          Show more
        </Button>
      )}
    </section>
  );
}
