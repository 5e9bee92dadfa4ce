import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
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
import type { Review } from '../../../contract/review';
import { formatDate, formatDollars } from '../../shared/format';
import { textOrMissing } from '../list/columns';
import { nameOrEmail } from '../list/person';
import type { SeenReview } from '../provider/base-review';
import { personPath } from '../record-paths';

interface Props {
  investor: SeenReview['investor'];
  /** On other hosts they may be gone. */
  user: Review['transaction']['user'] | null | undefined;
}

/** Who the investor is, what they have, and what became of all they did so far. */
export function InvestorHistory({ investor, user }: Props) {
  // There the status stands beneath the type, so that no amount is cut.
  const narrow = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'));
  const { _id, memberSince, frozenAt, balance, held, history } = investor;
  const name = textOrMissing(nameOrEmail(user));
  const nameSx = { fontWeight: 600, overflowWrap: 'anywhere' } as const;
  return (
    <Card component="section" aria-label="Investor" sx={{ p: { xs: 2, sm: 2.5 } }}>
      {_id === undefined ? (
        <Typography sx={nameSx}>{name}</Typography>
      ) : (
        <Link component={RouterLink} to={personPath(_id)} sx={nameSx}>
          {name}
        </Link>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {user?.email}
        {memberSince && `, since ${formatDate(memberSince)}`}
      </Typography>
      {frozenAt && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          Withdrawals of this investor are frozen since {formatDate(frozenAt)}.
        </Alert>
      )}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 3,
          my: 1.5,
          fontVariantNumeric: 'tabular-nums',
          overflowWrap: 'anywhere',
        }}
      >
        {balance !== undefined && (
          <Typography variant="body2">
            Balance <strong>{formatDollars(balance)}</strong>
          </Typography>
        )}
        {held !== undefined && (
          <Typography variant="body2">
            Reserved <strong>{formatDollars(held)}</strong>
          </Typography>
        )}
      </Box>
      <TableContainer>
        <Table
          size="small"
          aria-label="Transactions of the investor so far"
          sx={{ fontVariantNumeric: 'tabular-nums', '& th, & td': { px: 0.5 } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>Type</TableCell>
              {!narrow && <TableCell>Status</TableCell>}
              <TableCell align="right">Count</TableCell>
              <TableCell align="right">Sum</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {history.map(({ trxType, status, count, sum }) => (
              <TableRow key={`${trxType} ${status}`}>
                <TableCell>
                  {trxType}
                  {narrow && (
                    <Typography variant="caption" color="textSecondary" component="div">
                      {status}
                    </Typography>
                  )}
                </TableCell>
                {!narrow && <TableCell>{status}</TableCell>}
                <TableCell align="right">{count}</TableCell>
                <TableCell align="right">{formatDollars(sum)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}
