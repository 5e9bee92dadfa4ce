import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UseFormReturn } from 'react-hook-form';
import type { WithdrawForm } from '../../../contract/transaction';
import { FormField } from '../../shared/FormField';
import { formatDollars, inDigits } from '../../shared/format';

interface Props<Output> {
  form: UseFormReturn<WithdrawForm, unknown, Output>;
  /** Dollars that can be withdrawn; undefined while that is not known. */
  balance: number | undefined;
  /** What is typed is more than that. */
  tooMuch: boolean;
  disabled: boolean;
}

/**
 * Dollars to the cent, and not more than there are: a host may have parts of a cent. As they are written in decimals: times 100,
 * 1005.29 would be less than 100529.
 */
const inCents = (dollars: number) => (Math.floor(Number(`${inDigits(dollars)}e2`)) / 100).toFixed(2);

/** How much to withdraw, beside how much there is. */
export function WithdrawAmount<Output>({ form, balance, tooMuch, disabled }: Props<Output>) {
  const most = inCents(balance ?? 0);

  function takeAll(): void {
    form.setValue('amount', most, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
    form.setFocus('amount');
  }

  return (
    <FormField
      control={form.control}
      name="amount"
      label="Amount"
      autoComplete="off"
      autoFocus
      disabled={disabled}
      error={
        tooMuch && balance !== undefined ? `More than your balance of ${formatDollars(most)}` : undefined
      }
      helperText={balance !== undefined && `Available: ${formatDollars(most)}`}
      slotProps={{
        input: {
          startAdornment: <Typography sx={{ mr: 0.5, color: 'text.secondary' }}>$</Typography>,
          endAdornment: balance !== undefined && !disabled && (
            <Button size="small" onClick={takeAll} aria-label="All: the whole balance" sx={{ mr: -1 }}>
              All
            </Button>
          ),
        },
        htmlInput: { inputMode: 'decimal' },
      }}
    />
  );
}
