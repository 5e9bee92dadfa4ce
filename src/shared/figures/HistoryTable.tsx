import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatDollars } from '../format';
import { dayOf, type FigureNames, heldIn, type Point } from './figure-history';

/** The chart in figures, the newest day first. */
export function HistoryTable({ points, names }: { points: readonly Point[]; names: FigureNames }) {
  const held = heldIn(points, names);
  return (
    <TableContainer tabIndex={0} sx={{ maxHeight: 300 }}>
      <Table
        size="small"
        stickyHeader
        aria-label="Figures by day"
        sx={{
          fontVariantNumeric: 'tabular-nums',
          '& td, & th': { px: { xs: 1, sm: 2 }, whiteSpace: 'nowrap' },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>From (UTC)</TableCell>
            <TableCell align="right">Balance</TableCell>
            {held.map(({ field, label }) => (
              <TableCell key={field} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {/* The last one says until when the one before it holds. */}
          {points
            .slice(0, -1)
            .toReversed()
            .map(({ at, figures }) => (
              <TableRow key={at.getTime()}>
                <TableCell>{dayOf(at)}</TableCell>
                <TableCell align="right">{formatDollars(figures.balance)}</TableCell>
                {held.map(({ field }) => (
                  <TableCell key={field} align="right">
                    {formatDollars(figures[field])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
