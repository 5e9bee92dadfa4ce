import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { currencies, currencyName } from '../../../../contract/currencies';
import type { TrxStatus } from '../../../../contract/enums';
import type { Transaction } from '../../../../contract/transaction';
import { isWithoutCall } from '../../../shared/api-error';
import { CopyButton } from '../../../shared/CopyButton';
import { formatDollars } from '../../../shared/format';
import { proofLink } from '../../../shared/proof-link';
import { StatusChip } from '../../../shared/StatusChip';
import { useHold } from '../../../shared/use-hold';
import { fittedSx, fittingSx } from '../../amounts/fitted';
import { momentText, planText } from '../transaction-text';
import { CancelWithdrawal } from './CancelWithdrawal';
import { StatusTimeline } from './StatusTimeline';
import { useHistory } from './transaction-details';

/** What the address of a withdrawal is called. */
const paidTo: Record<TrxStatus, string> = {
  PENDING: 'To be paid to',
  CONFIRMED: 'Paid to your address',
  DECLINED: 'Was to be paid to',
};

interface Props {
  transaction: Transaction;
  /** Whether it was read just now; the link to a proof image works for a few minutes only. */
  fresh: boolean;
}

/** A transaction with all that is known of it, how its status came about, and what its owner can do. */
export function Details({ transaction, fresh }: Props) {
  const { trxType, crypto, plan, transactionId, wallet, imageUrl } = transaction;
  const amount = formatDollars(transaction.amount);
  const proof = proofLink(imageUrl);
  const deposit = trxType === 'DEPOSIT';
  const hold = useHold(transaction);
  // A host that keeps no history has no call to cancel either.
  const bare = isWithoutCall(useHistory(transaction._id).error);
  const network = currencies.find(({ value }) => value === crypto)?.network;
  return (
    <Stack sx={{ gap: 3 }}>
      <Box sx={fittingSx}>
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
          <Typography color="textSecondary">{trxType}</Typography>
          <StatusChip status={transaction.status} />
        </Stack>
        <Typography variant="h2" component="p" sx={fittedSx(amount, 'h2')}>
          {amount}
        </Typography>
      </Box>
      {hold && (
        <Alert severity="info">
          <Typography variant="inherit" sx={{ fontWeight: 600 }}>
            Not before {hold.until}
          </Typography>
          {hold.why && `${hold.why}: `}the withdrawal waits, so that you can cancel it if it is not yours.
        </Alert>
      )}
      <Box component="dl" sx={{ m: 0, borderTop: 1, borderColor: 'divider' }}>
        <Row label="Currency">
          {currencyName(crypto)}
          {network && (
            <Typography variant="caption" color="textSecondary" component="p">
              {network}
            </Typography>
          )}
        </Row>
        <Row label="Plan">{planText(plan)}</Row>
        <Row label={deposit ? 'Reported' : 'Requested'}>{momentText(transaction.createdAt)}</Row>
        {wallet && <CopiedRow label={paidTo[transaction.status]} value={wallet} copy="Copy address" />}
        {transactionId && (
          <CopiedRow
            label="Transaction Id"
            value={transactionId}
            copy="Copy transaction id"
            copiedText="Transaction id copied"
          />
        )}
        {proof && (
          <Row label="Proof image">
            {fresh ? (
              <Link
                href={proof.href}
                target="_blank"
                rel="noopener noreferrer"
                sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, overflowWrap: 'anywhere' }}
              >
                {proof.host ? `View on ${proof.host}` : 'View the image'}
                <OpenInNewOutlined aria-hidden sx={{ fontSize: 16 }} />
              </Link>
            ) : (
              <Skeleton width={120} />
            )}
          </Row>
        )}
        <CopiedRow
          label="Our reference"
          value={transaction._id}
          copy="Copy reference"
          copiedText="Reference copied"
        />
      </Box>
      <StatusTimeline transaction={transaction} />
      {!deposit && transaction.status === 'PENDING' && !bare && (
        <CancelWithdrawal transaction={transaction} />
      )}
    </Stack>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'min(8.25rem, 40%) minmax(0, 1fr)',
        gap: 2,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, minWidth: 0, typography: 'body2' }}>
        {children}
      </Box>
    </Box>
  );
}

interface CopiedRowProps {
  label: string;
  value: string;
  /** The name of the copy button. */
  copy: string;
  copiedText?: string;
}

/** A value that is shown whole, to be compared letter by letter, and can be copied. */
function CopiedRow({ label, value, copy, copiedText }: CopiedRowProps) {
  return (
    <Row label={label}>
      <Box component="span" sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, my: -0.75 }}>
        <Box
          component="span"
          sx={{
            flex: 1,
            py: 0.75,
            fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
            fontSize: '0.8125rem',
            overflowWrap: 'anywhere',
          }}
        >
          {value}
        </Box>
        <CopyButton value={value} label={copy} {...(copiedText ? { copiedText } : {})} />
      </Box>
    </Row>
  );
}
