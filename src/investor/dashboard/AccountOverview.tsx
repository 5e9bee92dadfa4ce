import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Account } from '../../../contract/account';
import { overviewRows } from '../../../contract/currencies';
import { formatDollars } from '../../shared/format';
import { SectionHeading } from './SectionHeading';

/** The Account Overview table: dollars per currency. */
export function AccountOverview({ account }: { account: UseQueryResult<Account> }) {
  const { data, isPending } = account;
  return (
    <section aria-labelledby="overview">
      <SectionHeading id="overview">OVERVIEW</SectionHeading>
      <Card sx={{ pb: 0.5 }}>
        <Typography component="h3" variant="h4" id="account-overview" sx={{ px: 3, pt: 2.5, pb: 1 }}>
          Account Overview
        </Typography>
        <Table
          aria-labelledby="account-overview"
          sx={{ '& td, & th': { px: 3 }, '& tr:last-child > th[scope=row]': { borderBottom: 0 } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>Crypto</TableCell>
              <TableCell align="right">Amount</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {overviewRows.map(({ field, label }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row" sx={{ fontSize: '1rem', fontWeight: 560 }}>
                  {label}
                </TableCell>
                <TableCell align="right" sx={{ fontSize: '1rem' }}>
                  {data && formatDollars(data[field])}
                  {!data && (isPending ? <Skeleton width={96} sx={{ ml: 'auto' }} /> : '–')}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Card>
    </section>
  );
}
