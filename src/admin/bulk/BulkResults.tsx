import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useReference } from 'ra-core';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { BulkRow } from '../../../contract/preview';
import { proposalPath, transactionPath } from '../record-paths';
import { describeTransaction, type TransactionRecord } from '../transactions/transaction-record';
import { resultNames, sortedRows } from './bulk-outcome';

/** Lines that are shown at once. */
const pageSize = 50;

/** 'Deposit of $500.00 in Bitcoin by Ada Lovelace'; told apart by its id as long as that is not known. */
function Name({ id }: { id: string }) {
  const { referenceRecord } = useReference<TransactionRecord>({ reference: 'transactions', id });
  return referenceRecord ? describeTransaction(referenceRecord) : `Transaction …${id.slice(-8)}`;
}

/** What became of each transaction, those that need a look first. */
export function BulkResults({ results }: { results: readonly BulkRow[] }) {
  const [shown, setShown] = useState(pageSize);
  const sorted = sortedRows(results);
  return (
    <section aria-label="Results">
      <Box
        component="ul"
        aria-label="Result of each"
        // What scrolls must be reachable by keyboard.
        tabIndex={0}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          maxHeight: 'max(240px, 40vh)',
          overflowY: 'auto',
          overflowWrap: 'anywhere',
          fontSize: '0.875rem',
        }}
      >
        {sorted.slice(0, shown).map(({ _id, result, status, message, proposalId }) => (
          <Box component="li" key={_id} sx={{ py: 0.75 }}>
            <Link component={RouterLink} to={transactionPath(_id)} title={_id}>
              <Name id={_id} />
            </Link>
            :{' '}
            {proposalId ? (
              <Link component={RouterLink} to={proposalPath(proposalId)}>
                {resultNames[result]}
              </Link>
            ) : (
              resultNames[result]
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
