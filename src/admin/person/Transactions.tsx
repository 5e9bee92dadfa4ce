import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useGetList } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount, formatDollars, formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { StatusChip } from '../../shared/StatusChip';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { textOrMissing } from '../list/columns';
import { transactionPath, transactionsPath } from '../record-paths';
import { currencyText, type TransactionRecord } from '../transactions/transaction-record';

const shown = 10;

/** On phones type and currency stand below the moment, and the status below the amount: nothing is out of sight. */
const wideSx = { display: { xs: 'none', sm: 'table-cell' } } as const;
const narrowSx = { display: { sm: 'none' } } as const;

/**
 * The newest transactions of an investor, and the way to all of them. MUI's table: react-admin's reads the order, choice and
 * pages of a list, which these few rows do not have.
 */
export function Transactions({ userId }: { userId: string }) {
  const query = useGetList<TransactionRecord>('transactions', {
    filter: { userId },
    sort: { field: 'createdAt', order: 'DESC' },
    pagination: { page: 1, perPage: shown },
  });
  const { data = [], total = 0 } = query;
  return (
    <Section
      title="Transactions"
      wide
      action={
        total > 0 && (
          <Link component={RouterLink} to={transactionsPath({ userId })} variant="body2">
            All {formatCount(total)}
          </Link>
        )
      }
    >
      <PageFailure what="transactions" query={query} />
      {query.isPending && <LoadingScreen />}
      {query.data && data.length === 0 && <Typography color="textSecondary">None yet.</Typography>}
      {data.length > 0 && (
        <TableContainer>
          <Table
            size="small"
            aria-label="Transactions"
            sx={{ fontVariantNumeric: 'tabular-nums', '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
          >
            <TableHead>
              <TableRow>
                <TableCell>{data.some(({ createdAt }) => createdAt) ? 'When' : 'Id'}</TableCell>
                <TableCell sx={wideSx}>Type</TableCell>
                <TableCell align="right">Amount</TableCell>
                <TableCell sx={wideSx}>Crypto Currency</TableCell>
                <TableCell sx={wideSx}>Status</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map(({ id, createdAt, trxType, amount, crypto, status }) => (
                <TableRow key={id}>
                  <TableCell sx={{ whiteSpace: { sm: 'nowrap' } }}>
                    <Link component={RouterLink} to={transactionPath(String(id))}>
                      {createdAt ? formatMoment(createdAt) : String(id)}
                    </Link>
                    <Typography variant="caption" color="textSecondary" component="div" sx={narrowSx}>
                      {textOrMissing(trxType)}, {currencyText(crypto)}
                    </Typography>
                  </TableCell>
                  <TableCell sx={wideSx}>{textOrMissing(trxType)}</TableCell>
                  <TableCell align="right">
                    {formatDollars(amount)}
                    <Box sx={narrowSx}>{status && <StatusChip status={status} />}</Box>
                  </TableCell>
                  <TableCell sx={wideSx}>{currencyText(crypto)}</TableCell>
                  <TableCell sx={wideSx}>{status && <StatusChip status={status} />}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Section>
  );
}
