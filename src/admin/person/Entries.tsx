import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { AccountField } from '../../../contract/account';
import { entryKindNames } from '../../../contract/entry-names';
import { formatDollars, formatMoment, signedDollars } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { useLayer } from '../../shared/layers';
import { printing } from '../../shared/print-styles';
import { sameAmount, statementOf } from '../../shared/statement';
import { figureNames } from '../accounts/figures';
import { PageFailure } from '../layout/PageFailure';
import { useConsoleProvider } from '../provider/console-calls';
import { transactionPath } from '../record-paths';

const pageSize = 50;
/** On phones the time stands beneath what it was. */
const wideOnly = { display: { xs: 'none', sm: 'table-cell' } };

interface Props {
  userId: string;
  field: AccountField;
  /** Dollars: what the account says. */
  figure: number;
  onClose: () => void;
}

/**
 * The entries that compose a figure, the newest first, with the figure after each. MUI's table: react-admin's reads the order,
 * choice and pages of a list, which these rows do not have.
 */
export function Entries({ userId, field, figure, onClose }: Props) {
  const titleId = useId();
  const provider = useConsoleProvider();
  const query = useInfiniteQuery({
    queryKey: ['accounts', 'entries', userId, field],
    queryFn: ({ pageParam: first, signal }) =>
      provider.listEntries({ userId, field, first, count: pageSize, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ data, total = data.length }, pages) => {
      const read = pages.reduce((count, page) => count + page.data.length, 0);
      return data.length > 0 && read < total ? read : undefined;
    },
    gcTime: 0,
  });
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const { sum } = statementOf(entries, query.data?.pages.at(-1)?.total ?? entries.length);
  const matches = sameAmount(sum, figure);

  useLayer(true, onClose);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      aria-labelledby={titleId}
      data-print={printing.alone}
      onClose={onClose}
    >
      <DialogTitle id={titleId}>
        {figureNames[field]}: {formatDollars(figure)}
      </DialogTitle>
      <DialogContent>
        <PageFailure what="entries" query={query} />
        {query.isPending && <LoadingScreen />}
        {query.data && !matches && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            The entries come to {formatDollars(sum)}: the account has changed meanwhile, or the books are
            wrong.
          </Alert>
        )}
        {query.data && entries.length === 0 && <Typography>Nothing has moved this figure.</Typography>}
        {entries.length > 0 && (
          <TableContainer>
            <Table
              size="small"
              aria-label="Entries"
              sx={{ fontVariantNumeric: 'tabular-nums', '& th, & td': { px: 0.75 } }}
            >
              <TableHead>
                <TableRow>
                  <TableCell sx={wideOnly}>When</TableCell>
                  <TableCell>What</TableCell>
                  <TableCell align="right">Amount</TableCell>
                  <TableCell align="right">Figure after</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {entries.map(({ _id, createdAt, kind, amount, figureAfter, reason, trxId }) => (
                  <TableRow key={_id}>
                    <TableCell sx={{ ...wideOnly, whiteSpace: 'nowrap' }}>
                      {formatMoment(createdAt)}
                    </TableCell>
                    <TableCell sx={{ overflowWrap: 'anywhere' }}>
                      {trxId ? (
                        <Link component={RouterLink} to={transactionPath(trxId)}>
                          {entryKindNames[kind]}
                        </Link>
                      ) : (
                        entryKindNames[kind]
                      )}
                      <Typography
                        variant="caption"
                        component="div"
                        color="textSecondary"
                        sx={{ display: { sm: 'none' } }}
                      >
                        {formatMoment(createdAt)}
                      </Typography>
                      {reason && (
                        <Typography variant="caption" component="div" color="textSecondary">
                          {reason}
                        </Typography>
                      )}
                    </TableCell>
                    <TableCell align="right">{signedDollars(amount)}</TableCell>
                    <TableCell align="right">{formatDollars(figureAfter)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        )}
      </DialogContent>
      <DialogActions>
        {query.hasNextPage && (
          <Button onClick={() => query.fetchNextPage()} loading={query.isFetchingNextPage}>
            Show more
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
