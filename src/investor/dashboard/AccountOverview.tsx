import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { holdings } from '../../../contract/chart';
import { formatDollars } from '../../shared/format';
import { FigureButton } from '../entries/FigureButton';
import { SectionHeading } from './SectionHeading';
import type { ShownAccount } from './shown-account';

const rows = holdings.filter(({ overview }) => overview);

/** The Account Overview table: dollars per currency, each of which opens its entries. */
export function AccountOverview({ account, loading }: ShownAccount) {
  return (
    <section aria-labelledby="overview">
      <SectionHeading id="overview">OVERVIEW</SectionHeading>
      <Card sx={{ pb: 0.5 }}>
        <Typography component="h3" variant="h4" id="account-overview" sx={{ px: 3, pt: 2.5, pb: 1 }}>
          Account Overview
        </Typography>
        <TableContainer>
          <Table
            aria-labelledby="account-overview"
            sx={{
              '& td, & th': { px: { xs: 1, sm: 3 } },
              // In line with the title, with as much room for amounts on a phone.
              '& tr > :not(:last-child)': { pl: 3 },
              '& tr > :last-child': { pr: 3 },
              '& tr:last-child > th[scope=row]': { borderBottom: 0 },
              // Rows leave more room to tap.
              '& button::after': { inset: '-12px -16px' },
            }}
          >
            <TableHead>
              <TableRow>
                <TableCell>Crypto</TableCell>
                <TableCell align="right">Amount</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(({ field, label }) => (
                <TableRow key={field}>
                  <TableCell component="th" scope="row" sx={{ fontSize: '1rem', fontWeight: 560 }}>
                    {label}
                  </TableCell>
                  <TableCell align="right" sx={{ fontSize: '1rem', whiteSpace: 'nowrap' }}>
                    {account && (
                      <FigureButton figure={field} about={label} text={formatDollars(account[field])} />
                    )}
                    {!account && (loading ? <Skeleton width={96} sx={{ ml: 'auto' }} /> : '–')}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </Card>
    </section>
  );
}
