import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Control, useWatch } from 'react-hook-form';
import { currencies } from '../../../contract/currencies';
import { cryptos } from '../../../contract/enums';
import { plans } from '../../../contract/plans';
import type { DepositForm } from '../../../contract/transaction';
import { FormField } from '../../shared/FormField';
import { SelectField } from '../../shared/SelectField';
import type { Consent } from '../submission/use-consent';
import { Warning } from '../submission/Warning';
import type { FilledDeposit } from './deposit-form';
import { PayTo } from './PayTo';

interface Props {
  control: Control<DepositForm, unknown, FilledDeposit>;
  /** What is doubtful about the amount, and whether it is meant. */
  warning: string | undefined;
  consent: Consent;
}

/** First tab of the deposit: plan, currency and amount, and where to pay once the currency is known. */
export function PlanTab({ control, warning, consent }: Props) {
  const chosen = cryptos.safeParse(useWatch({ control, name: 'crypto' }));
  return (
    <Stack sx={{ gap: 2.5 }}>
      <SelectField control={control} name="plan" label="Plan" autoFocus>
        {plans.map((plan) => (
          <MenuItem key={plan.value} value={plan.value}>
            {plan.name}
            <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
              {plan.range}
            </Typography>
          </MenuItem>
        ))}
      </SelectField>
      <SelectField control={control} name="crypto" label="Currency">
        {currencies.map((currency) => (
          <MenuItem key={currency.value} value={currency.value}>
            {currency.name}
          </MenuItem>
        ))}
      </SelectField>
      <FormField
        control={control}
        name="amount"
        label="Amount"
        autoComplete="off"
        slotProps={{
          input: { startAdornment: <Typography sx={{ mr: 0.5, color: 'text.secondary' }}>$</Typography> },
          htmlInput: { inputMode: 'decimal' },
        }}
      />
      {warning && (
        <Warning consentText="Invest this amount in it all the same." consent={consent}>
          {warning}.
        </Warning>
      )}
      {chosen.success && <PayTo crypto={chosen.data} />}
    </Stack>
  );
}
