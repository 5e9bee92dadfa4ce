import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { currencies } from '../../../contract/currencies';
import { amountText } from '../../../contract/fields';
import { limits } from '../../../contract/limits';
import { refusals, toasts } from '../../../contract/messages';
import { type WithdrawalRequest, type WithdrawForm, withdrawFormSchema } from '../../../contract/transaction';
import type { z } from '../../../contract/zod';
import { appConfig } from '../../app.config';
import { FormField } from '../../shared/FormField';
import { formatDollars } from '../../shared/format';
import { SelectField } from '../../shared/SelectField';
import { dashboardModalAtom } from '../../shared/state';
import { useAccount } from '../investor-data';
import { LoadFailure } from '../LoadFailure';
import { ModalShell } from '../modal/ModalShell';
import { readPending } from '../submission/pending-submission';
import { UnansweredNotice } from '../submission/UnansweredNotice';
import { useSubmission } from '../submission/use-submission';
import { ReserveSummary } from './ReserveSummary';
import { useAddressWarning } from './use-address-warning';

type FilledWithdrawal = z.output<typeof withdrawFormSchema>;

const empty: WithdrawForm = { amount: '', crypto: '', wallet: '' };

function toRequest(values: FilledWithdrawal): WithdrawalRequest {
  return { ...values, trxType: 'WITHDRAWAL', amount: Number(values.amount) };
}

/** 'Make Withdrawal': offered only above the balance the specification names. */
export default function WithdrawModal() {
  const close = useSetAtom(dashboardModalAtom);
  const accountQuery = useAccount();
  const { data: account } = accountQuery;
  const [initial] = useState(() => readPending('withdrawal', withdrawFormSchema));
  const form = useForm<WithdrawForm, unknown, FilledWithdrawal>({
    resolver: zodResolver(withdrawFormSchema),
    mode: 'onTouched',
    defaultValues: initial?.values ?? empty,
  });
  const { control } = form;
  const { isValid, isDirty } = form.formState;
  const [amount, crypto, wallet] = useWatch({ control, name: ['amount', 'crypto', 'wallet'] });
  const warning = useAddressWarning(crypto, wallet);
  const submission = useSubmission({
    kind: 'withdrawal',
    form,
    empty,
    initial,
    toRequest,
    success: { title: toasts.withdrawalTitle, description: toasts.withdrawal },
  });

  // Until the balance is known nothing is refused here; the server checks it with the reservation anyway.
  const balance = account ? Number(account.balance) : undefined;
  const frozen = Boolean(account?.frozenAt);
  const tooLow = balance !== undefined && balance <= limits.withdrawalBalance;
  const closed = tooLow || frozen;
  const tooMuch = balance !== undefined && Number(amount) > balance;
  const amountFits = amountText.safeParse(amount).success && !tooMuch;
  // What is back from before counts as changed: it was typed once.
  const changed = isDirty || initial !== null;
  return (
    <ModalShell
      header="Make Withdrawal"
      confirmText="Withdraw"
      canConfirm={isValid && changed}
      hideConfirm={closed}
      onConfirm={form.handleSubmit((values) => submission.send(values))}
      onCancel={() => close(null)}
      onClose={() => close(null)}
      loading={submission.sending ? 'Sending your request' : undefined}
      onAbort={submission.abort}
    >
      <Stack sx={{ gap: 2.5, pt: 1.5 }}>
        {submission.unanswered && <UnansweredNotice onStartOver={submission.startOver} />}
        {!account && <LoadFailure query={accountQuery} />}
        {frozen && (
          <Alert severity="warning">
            Withdrawals from your account are on hold. Write to{' '}
            <Link href={`mailto:${appConfig.supportMail}`} color="inherit">
              {appConfig.supportMail}
            </Link>{' '}
            to learn why.
          </Alert>
        )}
        {tooLow && (
          <Alert severity="warning">
            <Typography variant="inherit" sx={{ fontWeight: 600 }}>
              {refusals.balanceTooLow}
            </Typography>
            A withdrawal needs a balance above {formatDollars(limits.withdrawalBalance)}; yours is{' '}
            {formatDollars(balance)}.
          </Alert>
        )}
        <FormField
          control={control}
          name="amount"
          label="Amount"
          autoComplete="off"
          disabled={closed}
          helperText={
            balance !== undefined && (
              <Typography component="span" variant="inherit" color={tooMuch ? 'warning' : 'inherit'}>
                {tooMuch ? 'More than your balance of' : 'Available:'} {formatDollars(balance)}
              </Typography>
            )
          }
          slotProps={{
            input: { startAdornment: <Typography sx={{ mr: 0.5, color: 'text.secondary' }}>$</Typography> },
            htmlInput: { inputMode: 'decimal' },
          }}
        />
        <SelectField control={control} name="crypto" label="Currency" disabled={closed}>
          {currencies.map((currency) => (
            <MenuItem key={currency.value} value={currency.value}>
              {currency.name}
            </MenuItem>
          ))}
        </SelectField>
        <FormField
          control={control}
          name="wallet"
          label="Wallet address"
          autoComplete="off"
          disabled={closed}
          helperText={
            <span role="status">
              {warning ? (
                <Typography component="span" variant="inherit" color="warning">
                  {warning}
                </Typography>
              ) : (
                'Your own address, where the money goes. Check it twice: a payment cannot be taken back.'
              )}
            </span>
          }
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        {account && balance !== undefined && amountFits && !closed && (
          <ReserveSummary
            balance={balance}
            amount={Number(amount)}
            held={Number(account.held)}
            address={wallet.trim()}
          />
        )}
      </Stack>
    </ModalShell>
  );
}
