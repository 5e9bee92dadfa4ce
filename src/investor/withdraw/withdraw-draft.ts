import type { Control } from 'react-hook-form';
import type { WithdrawForm } from '../../../contract/transaction';
import { z } from '../../../contract/zod';
import { useKeepDraft } from '../submission/draft';
import { readKept } from '../submission/kept';
import type { FilledWithdrawal } from './withdraw-form';

const name = 'withdrawal-draft';

/** As typed, so not yet what the form's rules ask for. */
const draftSchema = z.object({ amount: z.string(), crypto: z.string(), wallet: z.string() });

/** What the person has filled in and not sent, from before a reload or a closed modal; null for nothing. */
export function readDraft(): WithdrawForm | null {
  return readKept(name, draftSchema);
}

const worth = (values: Partial<WithdrawForm>) =>
  values.amount || values.crypto || values.wallet ? values : null;

/** Keeps what is in the form as the draft; gives the way to drop it. */
export function useKeepWithdrawal(control: Control<WithdrawForm, unknown, FilledWithdrawal>): () => void {
  return useKeepDraft(name, control, worth);
}
