import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Offender } from '../../../contract/books';
import type { BookCheck } from '../../../contract/enums';
import { limits } from '../../../contract/limits';
import { formatCount, formatDollars } from '../../shared/format';
import { PageFailure } from '../layout/PageFailure';
import { useConsoleProvider } from '../provider/console-calls';
import { personPath, transactionPath } from '../record-paths';

/** Checks whose numbers are counts; those of all others are dollars. */
const counted: ReadonlySet<BookCheck> = new Set([
  'transaction-audit',
  'adjustment-audit',
  'account-versions',
]);

interface Props {
  check: BookCheck;
  checkedAt: string | null;
}

function Row({ row, numberText }: { row: Offender; numberText: (value: number | null) => string }) {
  const { what, found, expected, userId, trxId, entryId } = row;
  return (
    <TableRow>
      <TableCell>{what ?? '-'}</TableCell>
      <TableCell align="right">{numberText(found)}</TableCell>
      <TableCell align="right">{numberText(expected)}</TableCell>
      <TableCell>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {userId && (
            <Link component={RouterLink} to={personPath(userId)}>
              Investor …{userId.slice(-8)}
            </Link>
          )}
          {trxId && (
            <Link component={RouterLink} to={transactionPath(trxId)}>
              Transaction …{trxId.slice(-8)}
            </Link>
          )}
          {entryId !== null && <span>Entry {entryId}</span>}
        </Box>
      </TableCell>
    </TableRow>
  );
}

/**
 * The rows that break an invariant: what the books have, what they should have, and the way to where it is. MUI's table:
 * react-admin's reads the order, choice and pages of a list, which these rows do not have.
 */
export function Offenders({ check, checkedAt }: Props) {
  const [page, setPage] = useState(1);
  const first = (page - 1) * limits.pageSize;
  const provider = useConsoleProvider();
  const query = useQuery({
    queryKey: ['books', check, page, checkedAt],
    queryFn: ({ signal }) => provider.listOffenders({ check, first, count: limits.pageSize, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const numberText = (value: number | null) => {
    if (value === null) return '-';
    return counted.has(check) ? formatCount(value) : formatDollars(value);
  };
  if (query.error) return <PageFailure what="rows" query={query} />;
  if (!query.data) return <Skeleton height={80} aria-label="Reading the rows" role="status" />;
  const { data, total = data.length } = query.data;

  return (
    <Box sx={{ mt: 1 }}>
      <TableContainer>
        <Table size="small" aria-label="Rows that break it" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <TableHead>
            <TableRow>
              <TableCell>What</TableCell>
              <TableCell align="right">Found</TableCell>
              <TableCell align="right">Should be</TableCell>
              <TableCell>Where</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.map((row) => (
              <Row key={row._id} row={row} numberText={numberText} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {total > limits.pageSize && (
        <Pagination
          size="small"
          sx={{ mt: 1 }}
          page={page}
          count={Math.ceil(total / limits.pageSize)}
          onChange={(_, chosen) => setPage(chosen)}
        />
      )}
    </Box>
  );
}
