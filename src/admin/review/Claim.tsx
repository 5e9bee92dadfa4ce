import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../contract/currencies';
import { planName } from '../../../contract/plans';
import type { Review } from '../../../contract/review';
import { CopyButton } from '../../shared/CopyButton';
import { formatDollars, formatMoment } from '../../shared/format';
import { holdOf } from '../../shared/hold';
import { Fact } from '../Fact';
import { nameOrEmail } from '../list/person';
import type { SeenReview } from '../provider/base-review';
import { transactionPath } from '../record-paths';
import { Flags } from './Flags';

/** An address or an id in full, to be compared letter by letter, and copied. */
function Whole({ value, label, copiedText }: { value: string; label: string; copiedText?: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
        {value}
      </Box>
      <CopyButton value={value} label={label} {...(copiedText ? { copiedText } : {})} />
    </Box>
  );
}

/** Says which other deposits name the same transaction id. */
function Duplicates({ duplicates, duplicateCount }: Pick<Review, 'duplicates' | 'duplicateCount'>) {
  if (duplicateCount === 0) return null;
  const others = duplicateCount === 1 ? 'Another deposit names' : `${duplicateCount} other deposits name`;
  return (
    <Alert severity="error" sx={{ my: 1.5 }}>
      <strong>{others} the same transaction id.</strong>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {duplicates.map(({ _id, user, amount, crypto, status, createdAt }) => (
          <li key={_id}>
            <Link component={RouterLink} to={transactionPath(_id)} color="inherit">
              {formatDollars(amount)} in {currencyName(crypto)} by {nameOrEmail(user)}
            </Link>
            , {status}
            {createdAt && `, ${formatMoment(createdAt)}`}
          </li>
        ))}
      </Box>
      {duplicateCount > duplicates.length && `And ${duplicateCount - duplicates.length} more.`}
    </Alert>
  );
}

/** What the investor says: how much, of what, from or to where. */
export function Claim({ review }: { review: SeenReview }) {
  const { transaction, duplicates, duplicateCount, flags } = review;
  const { trxType, amount, crypto, plan, wallet, transactionId, createdAt } = transaction;
  const isDeposit = trxType === 'DEPOSIT';
  const hold = holdOf(transaction);
  return (
    <section aria-label="Claim">
      <Chip size="small" color={isDeposit ? 'success' : 'warning'} label={trxType} />
      <Typography
        variant="h3"
        component="h2"
        sx={{ my: 1, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
      >
        {formatDollars(amount)} in {currencyName(crypto)}
      </Typography>
      <Duplicates duplicates={duplicates} duplicateCount={duplicateCount} />
      {flags && <Flags flags={flags} />}
      <Box component="dl" sx={{ m: 0 }}>
        {createdAt && <Fact name={isDeposit ? 'Reported' : 'Requested'}>{formatMoment(createdAt)}</Fact>}
        {hold && (
          <Fact name="Not before">
            {hold.until}
            {hold.why && ` (${hold.why.toLowerCase()})`}
          </Fact>
        )}
        {plan && <Fact name="Plan">{planName(plan)}</Fact>}
        {transactionId && (
          <Fact name="Transaction id">
            <Whole value={transactionId} label="Copy transaction id" copiedText="Transaction id copied" />
          </Fact>
        )}
        {wallet && (
          <Fact name={isDeposit ? 'Paid to' : 'To be paid to'}>
            <Whole value={wallet} label="Copy address" />
          </Fact>
        )}
      </Box>
    </section>
  );
}
