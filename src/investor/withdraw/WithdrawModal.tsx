import { zodResolver } from '@hookform/resolvers/zod';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import type { KeptAddress } from '../../../contract/address-book';
import { currencies } from '../../../contract/currencies';
import { limits } from '../../../contract/limits';
import { toasts } from '../../../contract/messages';
import { type WithdrawForm, withdrawFormSchema } from '../../../contract/transaction';
import { FormField } from '../../shared/FormField';
import { amountOf } from '../../shared/format';
import { notBeforeText } from '../../shared/hold';
import { LoadFailure } from '../../shared/LoadFailure';
import { SelectField } from '../../shared/SelectField';
import { dashboardModalAtom } from '../../shared/state';
import { isKept, keepOfferAtom, useOwnAddresses } from '../addresses/own-addresses';
import { useAccount } from '../investor-data';
import { ModalShell } from '../modal/ModalShell';
import { DraftNotice } from '../submission/DraftNotice';
import { readPending } from '../submission/pending-submission';
import { dollarsOf } from '../submission/typed-amount';
import { UnansweredNotice } from '../submission/UnansweredNotice';
import { useConsent } from '../submission/use-consent';
import { useSubmission } from '../submission/use-submission';
import { Warning } from '../submission/Warning';
import { ReserveSummary } from './ReserveSummary';
import { SavedAddress } from './SavedAddress';
import { sentAddress, useAddressWarning } from './use-address-warning';
import { WithdrawAmount } from './WithdrawAmount';
import { WithdrawClosed } from './WithdrawClosed';
import { readDraft, useKeepWithdrawal } from './withdraw-draft';
import { emptyWithdrawal, type FilledWithdrawal, toWithdrawalRequest } from './withdraw-form';

/** What the form opens with: what was sent without an answer, else what was filled in before, else nothing. */
function openingValues() {
  const pending = readPending('withdrawal', withdrawFormSchema);
  const draft = readDraft();
  const values = pending?.values ?? draft ?? emptyWithdrawal;
  return { pending, draft: pending ? null : draft, values };
}

/** 'Make Withdrawal': offered only above a balance of 100 dollars (docs/rules.md, "Withdrawals"). */
export default function WithdrawModal() {
  const setModal = useSetAtom(dashboardModalAtom);
  const close = () => setModal(null);
  const accountQuery = useAccount();
  const { data: account } = accountQuery;
  const [opening] = useState(openingValues);
  const [draftNotice, setDraftNotice] = useState(opening.draft !== null);
  const form = useForm<WithdrawForm, unknown, FilledWithdrawal>({
    resolver: zodResolver(withdrawFormSchema),
    mode: 'onTouched',
    defaultValues: opening.values,
  });
  const { control } = form;
  const dropDraft = useKeepWithdrawal(control);
  const { isValid, isDirty, isSubmitting } = form.formState;
  const [amount, crypto, wallet] = useWatch({ control, name: ['amount', 'crypto', 'wallet'] });
  const { warning, checked, check } = useAddressWarning(crypto, wallet);
  const { data: book = [], error: bookError } = useOwnAddresses();
  const setOffer = useSetAtom(keepOfferAtom);
  const consent = useConsent(`${warning} ${crypto} ${wallet}`);
  const submission = useSubmission({
    kind: 'withdrawal',
    form,
    empty: emptyWithdrawal,
    initial: opening.pending,
    toRequest: toWithdrawalRequest,
    // Whoever is quicker than the check waits for it.
    mayBeSent: async (values) =>
      consent.given || (await check(values.crypto, form.getValues('wallet'))) === undefined,
    success: ({ notBefore }) => ({
      title: toasts.withdrawalTitle,
      description: notBefore
        ? `${toasts.withdrawal} It is not paid before ${notBeforeText(notBefore)}.`
        : toasts.withdrawal,
    }),
    onEmptied: dropDraft,
    onSent: ({ crypto: currency, wallet: address }) => {
      const destination = { crypto: currency, address };
      // The book takes those alone whose checksum fits.
      if (bookError === null && checked && !isKept(book, destination)) setOffer(destination);
    },
  });
  const { pending, unanswered } = submission;

  // Until the balance is known nothing is refused here; the server checks it with the reservation anyway. While a
  // request has no answer the balance may have its amount taken from it already: then it decides nothing.
  const known = pending ? Number.NaN : amountOf(account?.balance);
  const balance = Number.isNaN(known) ? undefined : known;
  const frozen = Boolean(account?.frozenAt) && !pending;
  const tooLow = balance !== undefined && balance <= limits.withdrawalBalance;
  const closed = tooLow || frozen;
  const dollars = dollarsOf(amount);
  const tooMuch = balance !== undefined && dollars !== undefined && dollars > balance;
  const meant = warning === undefined || consent.given;
  // What is back from before counts as changed: it was typed once.
  const changed = isDirty || opening.draft !== null || opening.pending !== null;

  function send(values: FilledWithdrawal): void {
    if (!meant) return;
    setDraftNotice(false);
    submission.send(values);
  }

  const address = sentAddress(wallet);
  const chosen = book.find((kept) => kept.crypto === crypto && kept.address === address);

  function choose(kept: KeptAddress | undefined): void {
    const options = {
      shouldDirty: true,
      shouldTouch: kept !== undefined,
      shouldValidate: kept !== undefined,
    };
    form.setValue('crypto', kept?.crypto ?? '', options);
    form.setValue('wallet', kept?.address ?? '', options);
  }

  function startOver(): void {
    // Before that the field cannot take the focus.
    flushSync(submission.giveUp);
    setDraftNotice(false);
    form.setFocus('amount');
  }

  return (
    <ModalShell
      header="Make Withdrawal"
      cancelText={unanswered ? 'Close' : 'Cancel'}
      confirmText="Withdraw"
      canConfirm={isValid && changed && !isSubmitting && !tooMuch && meant}
      hideConfirm={closed || pending !== null}
      onConfirm={form.handleSubmit(send)}
      onCancel={close}
      onClose={close}
      wait={submission.wait}
      loading={submission.sending ? 'Sending your request' : undefined}
      onAbort={submission.abort}
    >
      <Stack sx={{ gap: 2.5, pt: 1.5 }}>
        {unanswered && (
          <UnansweredNotice
            kind="withdrawal"
            sent={unanswered}
            wait={submission.wait}
            onSendAgain={submission.sendAgain}
            onGiveUp={startOver}
            onLeave={close}
          />
        )}
        {!account && <LoadFailure query={accountQuery} />}
        {closed && balance !== undefined && <WithdrawClosed frozen={frozen} balance={balance} />}
        {draftNotice && !closed && !pending && <DraftNotice onClear={startOver} />}
        {/* What was sent stays in view, and as it was: another amount would be another request. */}
        <Stack inert={pending !== null} sx={{ gap: 2.5, opacity: unanswered ? 0.6 : 1 }}>
          <WithdrawAmount form={form} balance={balance} tooMuch={tooMuch} disabled={closed} />
          {book.length > 0 && (
            <SavedAddress book={book} chosen={chosen} onChoose={choose} disabled={closed} />
          )}
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
            helperText="Your own address, where the money goes. Check it twice: a payment cannot be taken back."
            slotProps={{ htmlInput: { spellCheck: false } }}
          />
        </Stack>
        {warning && !closed && !pending && (
          <Warning consentText="I have compared it. Send to this address all the same." consent={consent}>
            {warning}
          </Warning>
        )}
        {account && balance !== undefined && dollars !== undefined && !tooMuch && !closed && (
          <ReserveSummary balance={balance} amount={dollars} held={Number(account.held)} address={address} />
        )}
      </Stack>
    </ModalShell>
  );
}
