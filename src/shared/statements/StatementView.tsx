import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entryKindNames } from '../../../contract/entry-names';
import {
  currencyLines,
  currencyNote,
  entriesTitle,
  notIntactNote,
  periodName,
} from '../../../contract/statement-text';
import type { Statement, StatementEntry, StatementLine } from '../../../contract/statements';
import { dashboardNames, type FigureNames } from '../figures/figure-history';
import { formatDollars, signedDollars } from '../format';
import { LoadFailure } from '../LoadFailure';
import { lazyCode } from '../loading/lazy-code';
import { printing } from '../print-styles';
import { saveFile } from '../save-file';
import { toastErrors } from '../toasts';
import { WaitButton } from '../wait/WaitButton';
import type { StatementSource } from './statement-source';

const loadCsv = lazyCode(() => import('./statement-csv'));

const tableSx = {
  fontVariantNumeric: 'tabular-nums',
  '& td, & th': { px: { xs: 1, sm: 1.5 } },
  '& tbody tr:last-of-type > *': { border: 0 },
} as const;
/** In a narrow card a row is a list of its figures that are not zero: six columns would be cut off before the closing. */
const stackedSx = {
  // Each figure has the name of its column before it.
  '& thead, & td[data-zero]': { display: 'none' },
  '& tbody, & tr': { display: 'block' },
  '& tbody th, & td:not([data-zero])': {
    display: 'flex',
    // Not as MUI turns cells whose text ends on the right: the name of the column would stand behind its figure.
    flexDirection: 'row',
    justifyContent: 'space-between',
    border: 0,
    px: 0,
  },
  '& td::before': { content: 'attr(data-column)' },
  '& tbody tr': { borderBottom: 1, borderColor: 'divider' },
} as const;
const columns = {
  opening: 'Opening',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  adjustments: 'Posted',
  closing: 'Closing',
} as const;
type Column = keyof typeof columns;
const allColumns = Object.keys(columns) as Column[];
const movements: Column[] = ['deposits', 'withdrawals', 'adjustments'];

const isOfUse = ({ opening, deposits, withdrawals, adjustments, closing }: StatementLine) =>
  [opening, deposits, withdrawals, adjustments, closing].some((value) => value !== 0);

interface LineTableProps {
  label: string;
  /** The heading of the names. */
  first: string;
  rows: { name: string; line: StatementLine }[];
  shown?: readonly Column[];
}

function LineTable({ label, first, rows, shown = allColumns }: LineTableProps) {
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ containerType: 'inline-size', overflowX: 'auto' }}
    >
      <Table
        size="small"
        aria-label={label}
        sx={[tableSx, shown.length > 3 && { '@container (max-width: 40rem)': stackedSx }]}
      >
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            {shown.map((column) => (
              <TableCell key={column} align="right">
                {columns[column]}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, line }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {name}
              </TableCell>
              {shown.map((column) => (
                <TableCell
                  key={column}
                  align="right"
                  data-column={columns[column]}
                  data-zero={(movements.includes(column) && line[column] === 0) || undefined}
                  sx={column === 'closing' ? { fontWeight: 600 } : {}}
                >
                  {formatDollars(line[column])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function EntryItem({ entry, names }: { entry: StatementEntry; names: FigureNames }) {
  const { at, kind, corrects, reason, changes } = entry;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '9rem minmax(0, 1fr) auto' },
        columnGap: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {at.slice(0, 16).replace('T', ' ')}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2">{entryKindNames[kind]}</Typography>
        {corrects && (
          <Typography variant="caption" color="warning.main" component="p">
            Corrects {periodName(corrects)}
          </Typography>
        )}
        {reason && (
          <Typography variant="caption" color="textSecondary" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Typography>
        )}
      </Box>
      <Box sx={{ fontVariantNumeric: 'tabular-nums', fontSize: '0.875rem' }}>
        {changes.map(({ field, amount }) => (
          <Box key={field} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {names[field]}
            </Box>
            <span>{signedDollars(amount)}</span>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface DownloadProps {
  statement: Statement;
  source: StatementSource;
}

function Downloads({ statement, source }: DownloadProps) {
  const { names = dashboardNames } = source;
  const [busy, setBusy] = useState<string | null>(null);
  const name = `statement-${statement._id}`;
  async function save(make: () => Promise<Blob>, ending: string): Promise<void> {
    setBusy(ending);
    try {
      saveFile(await make(), `${name}.${ending}`);
    } catch (error) {
      toastErrors(error);
    } finally {
      setBusy(null);
    }
  }
  const csv = async () => {
    const { toCsv } = await loadCsv();
    // Excel misreads UTF-8 without a byte order mark.
    return new Blob(['\ufeff', toCsv(statement, names)], { type: 'text/csv;charset=utf-8' });
  };
  const files = { pdf: () => source.print(statement._id), csv };
  return (
    <Box data-print={printing.off} sx={{ display: 'flex', gap: 1 }}>
      {Object.entries(files).map(([ending, make]) => (
        <WaitButton
          key={ending}
          variant="outlined"
          size="small"
          wait={undefined}
          disabled={busy !== null}
          loading={busy === ending}
          onClick={() => save(make, ending)}
        >
          Save as {ending.toUpperCase()}
        </WaitButton>
      ))}
    </Box>
  );
}

/** One statement: its figures, and its entries or months. */
export function StatementView({ source, period }: { source: StatementSource; period: string }) {
  const query = useQuery({
    queryKey: [...source.key, period],
    queryFn: ({ signal }) => source.read(period, signal),
  });
  const { data } = query;
  if (!data) {
    return query.error ? (
      <LoadFailure query={query} />
    ) : (
      <Skeleton variant="rounded" height={320} role="status" aria-label="Loading the statement" />
    );
  }
  const { stored, items, months } = data;
  const { names = dashboardNames } = source;
  const balances = months.flatMap(({ _id, lines }) => {
    const line = lines.find(({ field }) => field === 'balance');
    return line ? [{ name: periodName(_id), line }] : [];
  });
  const currencies = months.length > 0 ? currencyLines(data.lines, names) : [];
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 16rem' }}>
          {data.from} to {data.to}, days and times of UTC
        </Typography>
        {!stored && <Chip size="small" color="warning" variant="outlined" label="Preliminary" />}
        <Downloads statement={data} source={source} />
      </Box>
      {data.intact === false && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {notIntactNote}
        </Alert>
      )}
      <LineTable
        label="Figures"
        first="Figure"
        rows={data.lines
          .filter((line) => line.field === 'balance' || isOfUse(line))
          .map((line) => ({ name: names[line.field], line }))}
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        Opening + deposits + withdrawals + posted = closing. Posted is what the operator has posted: results
        of plans, and corrections.
      </Typography>
      {currencies.length > 0 && (
        <>
          <Typography variant="h5" component="h2" sx={{ mt: 3, mb: 1 }}>
            By currency
          </Typography>
          <LineTable label="By currency" first="Currency" rows={currencies} shown={movements} />
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
            {currencyNote}
          </Typography>
        </>
      )}
      {balances.length > 0 && (
        <>
          <Typography variant="h5" component="h2" sx={{ mt: 3, mb: 1 }}>
            Balance by month
          </Typography>
          <LineTable label="Balance by month" first="Month" rows={balances} />
        </>
      )}
      {months.length === 0 && (
        <>
          <Typography variant="h5" component="h2" sx={{ mt: 3, mb: 1 }}>
            {entriesTitle(data)}
          </Typography>
          {items.length === 0 && <Typography color="textSecondary">No entry in this period.</Typography>}
          <Box component="ul" aria-label="Entries" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map((entry) => (
              <EntryItem key={entry._id} entry={entry} names={names} />
            ))}
          </Box>
        </>
      )}
      {stored && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="p"
          sx={{ mt: 3, overflowWrap: 'anywhere' }}
        >
          Stored {stored.at.slice(0, 10)}. Statement {stored.hash}
          {stored.previous && `, follows ${stored.previous}`}
          {stored.checkpoint && `. Checkpoint ${stored.checkpoint.split('\n').slice(0, 3).join(' ')}`}
        </Typography>
      )}
    </Box>
  );
}
