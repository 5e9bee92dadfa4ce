import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../contract/currencies';
import { formatDollars } from '../../shared/format';
import { confirmedPath } from '../record-paths';
import { dayText } from './days';
import type { FlowDay } from './flow-chart';

/** An amount with the way to the transactions that it is the sum of. */
function Amount({ amount, to }: { amount: number; to: string }) {
  if (amount === 0) return formatDollars(amount);
  return (
    <Link component={RouterLink} to={to}>
      {formatDollars(amount)}
    </Link>
  );
}

/** The chart in figures, the newest day first, each with the way to what was confirmed then; days without any are left out. */
export function FlowTable({ days }: { days: readonly FlowDay[] }) {
  // There the currency stands beneath the day, so that no amount is cut.
  const narrow = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'));
  return (
    <TableContainer tabIndex={0} sx={{ maxHeight: 300 }}>
      <Table
        size="small"
        stickyHeader
        aria-label="Deposits and withdrawals by day"
        sx={{ fontVariantNumeric: 'tabular-nums', '& td, & th': { px: { xs: 0.5, sm: 2 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>Day</TableCell>
            {!narrow && <TableCell>Currency</TableCell>}
            <TableCell align="right">In</TableCell>
            <TableCell align="right">Out</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {days.toReversed().flatMap(({ day, byCurrency }) =>
            byCurrency.map(({ crypto, flow }) => (
              <TableRow key={`${day} ${crypto}`}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>
                  <Link
                    component={RouterLink}
                    to={confirmedPath(day, day)}
                    aria-label={`${dayText(day)}: Transactions confirmed on this day`}
                  >
                    {dayText(day)}
                  </Link>
                  {narrow && (
                    <Typography variant="caption" color="textSecondary" component="div">
                      {currencyName(crypto)}
                    </Typography>
                  )}
                </TableCell>
                {!narrow && <TableCell>{currencyName(crypto)}</TableCell>}
                <TableCell align="right">
                  <Amount amount={flow.in} to={confirmedPath(day, day, { trxType: 'DEPOSIT', crypto })} />
                </TableCell>
                <TableCell align="right">
                  <Amount amount={flow.out} to={confirmedPath(day, day, { trxType: 'WITHDRAWAL', crypto })} />
                </TableCell>
              </TableRow>
            )),
          )}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
