import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Control, useWatch } from 'react-hook-form';
import { dollarsOf } from '../../../contract/amount';
import { currencyOf } from '../../../contract/currencies';
import { cryptos } from '../../../contract/enums';
import { planName } from '../../../contract/plans';
import type { DepositForm, Transaction } from '../../../contract/transaction';
import { FormField } from '../../shared/FormField';
import { formatDollars } from '../../shared/format';
import type { Consent } from '../submission/use-consent';
import { Warning } from '../submission/Warning';
import { dateText } from '../transactions/transaction-text';
import type { FilledDeposit } from './deposit-form';
import { ProofField } from './ProofField';

interface Props {
  control: Control<DepositForm, unknown, FilledDeposit>;
  /** Whether the tab is the one in view. */
  active: boolean;
  /** The deposit that was reported with the same transaction id before, and whether that is meant. */
  before: Transaction | undefined;
  consent: Consent;
  /** Whether an image is under way. */
  onUploading: (uploading: boolean) => void;
}

/**
 * Second tab of the deposit: the reference of the payment and a proof of it, under a line that says what is being
 * reported.
 */
export function PaymentTab({ control, active, before, consent, onUploading }: Props) {
  const [plan, crypto, amount] = useWatch({ control, name: ['plan', 'crypto', 'amount'] });
  const chosen = cryptos.safeParse(crypto);
  return (
    <Stack sx={{ gap: 2.5 }}>
      {chosen.success && (
        <Typography color="textSecondary">
          You are reporting{' '}
          <Typography component="strong" color="textPrimary" sx={{ fontWeight: 600 }}>
            {formatDollars(dollarsOf(amount))} in {currencyOf(chosen.data).name}
          </Typography>{' '}
          for the {planName(plan)} plan. Send the payment first, then enter its id.
        </Typography>
      )}
      <FormField
        control={control}
        name="transactionId"
        label="Transaction Id"
        placeholder="the ref id provided after the transaction"
        autoComplete="off"
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { spellCheck: false } }}
      />
      {before && (
        <Warning consentText="It is another payment. Report it all the same." consent={consent}>
          You reported this transaction id before: {formatDollars(before.amount)} on{' '}
          {dateText(before.createdAt)}, {before.status}.
        </Warning>
      )}
      <ProofField control={control} active={active} onUploading={onUploading} />
    </Stack>
  );
}
