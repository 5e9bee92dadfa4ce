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
import { type FilledDeposit, rangeHint } from './deposit-form';
import { PayTo } from './PayTo';

/** First tab of the deposit: plan, currency and amount, and where to pay once the currency is known. */
export function PlanTab({ control }: { control: Control<DepositForm, unknown, FilledDeposit> }) {
  const [planValue, crypto, amount] = useWatch({ control, name: ['plan', 'crypto', 'amount'] });
  const chosen = cryptos.safeParse(crypto);
  const hint = rangeHint(planValue, amount);
  return (
    <Stack sx={{ gap: 2.5 }}>
      <SelectField control={control} name="plan" label="Plan">
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
        helperText={
          hint && (
            <Typography component="span" variant="inherit" color="warning">
              {hint}
            </Typography>
          )
        }
        slotProps={{
          input: { startAdornment: <Typography sx={{ mr: 0.5, color: 'text.secondary' }}>$</Typography> },
          htmlInput: { inputMode: 'decimal' },
        }}
      />
      {chosen.success && <PayTo crypto={chosen.data} />}
    </Stack>
  );
}
