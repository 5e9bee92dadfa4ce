import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { reportedMailNames } from '../../../contract/console-names';
import { currencyName } from '../../../contract/currencies';
import type { ReportDetails } from '../../../contract/takeover';
import { formatDollars, formatMoment } from '../../shared/format';
import { StatusChip } from '../../shared/StatusChip';
import { Section } from '../layout/Section';
import { reportPath, reviewPath } from '../record-paths';

interface RowsProps<T> {
  title: string;
  rows: readonly T[];
  /** Said when there are none. */
  none: string;
  children: (row: T) => ReactNode;
}

/** A part of the page with a line for each of what there is. */
function Rows<T extends { _id: string }>({ title, rows, none, children }: RowsProps<T>) {
  return (
    <Section title={title}>
      {rows.length === 0 && <Typography color="textSecondary">{none}</Typography>}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
        {rows.map((row) => (
          <Box component="li" key={row._id} sx={{ overflowWrap: 'anywhere' }}>
            {children(row)}
          </Box>
        ))}
      </Stack>
    </Section>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <Typography variant="caption" component="p" color="textSecondary">
    {children}
  </Typography>
);

/** What the account did from some days before the mail on: what may not be its owner's doing. */
export function Around({ report }: { report: ReportDetails }) {
  const { withdrawals, addresses, sessions, others } = report;
  return (
    <>
      <Rows title="Withdrawals" rows={withdrawals} none="None was asked for, and none is pending.">
        {({ _id, createdAt, status, amount, crypto, wallet }) => (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
              <Link component={RouterLink} to={reviewPath(_id)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatDollars(amount)} in {currencyName(crypto)}
              </Link>
              <StatusChip status={status} />
            </Box>
            <Small>
              {formatMoment(createdAt)}
              {wallet !== null && `, to ${wallet}`}
            </Small>
          </>
        )}
      </Rows>
      <Rows title="Addresses added" rows={addresses} none="None was added.">
        {({ label, crypto, address, createdAt }) => (
          <>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {label}, {currencyName(crypto)}
            </Typography>
            <Box component="code" sx={{ fontSize: '0.875rem' }}>
              {address}
            </Box>
            <Small>{formatMoment(createdAt)}</Small>
          </>
        )}
      </Rows>
      <Rows title="Sign-ins" rows={sessions} none="There was none.">
        {({ device, network, createdAt, endedAt }) => (
          <>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {device}
            </Typography>
            <Small>
              {network ?? 'unknown network'}, {formatMoment(createdAt)}
              {endedAt !== null && `, ended ${formatMoment(endedAt)}`}
            </Small>
          </>
        )}
      </Rows>
      {others.length > 0 && (
        <Rows title="Other open reports" rows={others} none="">
          {({ _id, about, reportedAt }) => (
            <>
              <Link component={RouterLink} to={reportPath(_id)}>
                {reportedMailNames[about]}
              </Link>
              <Small>{formatMoment(reportedAt)}</Small>
            </>
          )}
        </Rows>
      )}
    </>
  );
}
