import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type RaRecord, useGetList } from 'ra-core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../contract/currencies';
import { reportedMailNames } from '../../../contract/report-names';
import type { ReportDetails } from '../../../contract/takeover';
import type { Transaction } from '../../../contract/transaction';
import { formatCount, formatDollars, formatMoment } from '../../shared/format';
import { StatusChip } from '../../shared/StatusChip';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { totalText } from '../list-total';
import { reportPath, reviewPath, securityPath, transactionsPath } from '../record-paths';

interface RowsProps<T> {
  title: string;
  rows: readonly T[];
  /** Said when there are none. */
  none: string;
  /** Said above them when there are more: which these are, and where all are. */
  more?: ReactNode;
  children: (row: T) => ReactNode;
}

/** A part of the page with a line for each of what there is. */
function Rows<T extends { _id: string }>({ title, rows, none, more, children }: RowsProps<T>) {
  return (
    <Section title={title}>
      {rows.length === 0 && <Typography color="textSecondary">{none}</Typography>}
      {more && (
        <Typography variant="body2" sx={{ mb: 1 }}>
          {more}
        </Typography>
      )}
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

interface MovementProps {
  transaction: Pick<Transaction, '_id' | 'createdAt' | 'status' | 'amount' | 'crypto'>;
  /** What is known of where it went or came from. */
  children: ReactNode;
}

/** A deposit or a withdrawal, with the way to its review. */
function Movement({ transaction: { _id, createdAt, status, amount, crypto }, children }: MovementProps) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Link component={RouterLink} to={reviewPath(_id)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatDollars(amount)} in {currencyName(crypto)}
        </Link>
        <StatusChip status={status} />
      </Box>
      <Small>
        {formatMoment(createdAt)}
        {children}
      </Small>
    </>
  );
}

/** Deposits that are shown, the newest first. */
const mostDeposits = 50;

const AllOf = ({ to }: { to: string }) => (
  <Link component={RouterLink} to={to}>
    See all
  </Link>
);

/** What the account did from some days before the mail on: what may not be its owner's doing. */
export function Around({ report }: { report: ReportDetails }) {
  const { user, since, withdrawals, addresses, sessions, counts, others } = report;
  const of = { userId: user._id };
  const firstDay = since.slice(0, 10);
  const deposits = useGetList<Transaction & RaRecord<string>>('transactions', {
    filter: { ...of, trxType: 'DEPOSIT', createdAt_gte: since },
    sort: { field: 'createdAt', order: 'DESC' },
    pagination: { page: 1, perPage: mostDeposits },
  });
  return (
    <>
      <Rows
        title="Withdrawals"
        rows={withdrawals}
        none="None was asked for, and none is pending."
        more={
          counts &&
          counts.withdrawals > withdrawals.length && (
            <>
              These are {formatCount(withdrawals.length)} of {formatCount(counts.withdrawals)}: those that are
              pending, and the newest. <AllOf to={transactionsPath({ ...of, trxType: 'WITHDRAWAL' })} />
            </>
          )
        }
      >
        {({ wallet, ...transaction }) => (
          <Movement transaction={transaction}>{wallet !== null && `, to ${wallet}`}</Movement>
        )}
      </Rows>
      <PageFailure what="deposits" query={deposits} />
      {deposits.data && (
        <Rows
          title="Deposits"
          rows={deposits.data}
          none="None was made."
          more={
            deposits.total !== undefined &&
            deposits.total > deposits.data.length && (
              <>
                These are the newest {formatCount(deposits.data.length)} of{' '}
                {totalText(deposits.total, deposits.meta)}.{' '}
                <AllOf to={transactionsPath({ ...of, trxType: 'DEPOSIT', createdAt_gte: firstDay })} />
              </>
            )
          }
        >
          {(transaction) => (
            <Movement transaction={transaction}>
              {transaction.transactionId && `, ${transaction.transactionId}`}
            </Movement>
          )}
        </Rows>
      )}
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
      <Rows
        title="Sign-ins"
        rows={sessions}
        none="There was none."
        more={
          counts &&
          counts.sessions > sessions.length && (
            <>
              These are {formatCount(sessions.length)} of {formatCount(counts.sessions)}: those nearest to the
              mail, and the newest. <AllOf to={securityPath({ ...of, kind: 'sign_in', at_gte: firstDay })} />
            </>
          )
        }
      >
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
