import type { Control } from 'react-hook-form';
import type { DepositForm } from '../../../contract/transaction';
import { z } from '../../../contract/zod';
import { useKeepDraft } from '../submission/draft';
import { readKept } from '../submission/kept';
import type { FilledDeposit } from './deposit-form';

const name = 'deposit-draft';

/** As typed, so not yet what the form's rules ask for. */
const draftSchema = z.object({
  plan: z.string(),
  crypto: z.string(),
  amount: z.string(),
  transactionId: z.string(),
  imageUrl: z.string(),
});

/** What the person has filled in and not sent, from before a reload or a closed modal; null for nothing. */
export function readDraft(): DepositForm | null {
  return readKept(name, draftSchema);
}

/** A plan alone is not worth keeping: a click on its card chooses it. */
function worth(values: Partial<DepositForm>): object | null {
  const { crypto, amount, transactionId, imageUrl } = values;
  return crypto || amount || transactionId || imageUrl ? values : null;
}

/** Keeps what is in the form as the draft; gives the way to drop it. */
export function useKeepDeposit(control: Control<DepositForm, unknown, FilledDeposit>): () => void {
  return useKeepDraft(name, control, worth);
}
