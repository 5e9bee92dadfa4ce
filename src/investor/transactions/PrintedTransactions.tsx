import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { currencyName } from '../../../contract/currencies';
import { formatDollars } from '../../shared/format';
import { usePrinting } from '../../shared/use-printing';
import type { TransactionPage } from './transaction-page';
import { dateText, planText } from './transaction-text';

/** The page of transactions as a table on paper, where the grid's columns have the widths of the screen. */
export function PrintedTransactions({ page }: { page: TransactionPage }) {
  const printing = usePrinting();
  if (!printing) return null;
  const first = page.rows[0]?.sn ?? 0;
  return (
    <>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {first} to {first + page.rows.length - 1} of {page.total}
      </Typography>
      <Table size="small" sx={{ '& td, & th': { px: 0.75 } }}>
        <TableHead>
          <TableRow>
            <TableCell>s/n</TableCell>
            <TableCell>trxType</TableCell>
            <TableCell align="right" sx={{ '&&': { pr: 2.5 } }}>
              amount
            </TableCell>
            <TableCell>plan</TableCell>
            <TableCell>status</TableCell>
            <TableCell>currency</TableCell>
            <TableCell>date</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {page.rows.map((row) => (
            <TableRow key={row._id}>
              <TableCell>{row.sn}</TableCell>
              <TableCell>{row.trxType}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', '&&': { pr: 2.5 } }}>
                {formatDollars(row.amount)}
              </TableCell>
              <TableCell>{planText(row.plan)}</TableCell>
              <TableCell>{row.status}</TableCell>
              <TableCell>{currencyName(row.crypto)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{dateText(row.createdAt)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
