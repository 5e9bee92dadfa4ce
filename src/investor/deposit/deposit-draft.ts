import type { Control } from 'react-hook-form';
import type { DepositForm } from '../../../contract/transaction';
import { z } from '../../../contract/zod';
import { useKeepDraft } from '../submission/draft';
import { drop, readKept } from '../submission/kept';
import type { FilledDeposit } from './deposit-form';
import { dropProof } from './kept-proof';

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

/** Forgets the draft and the picture of its proof image. */
export function dropDraft(): void {
  drop(name);
  dropProof();
}

/** A plan alone is not worth keeping: a click on its card chooses it. */
const isWorth = ({ crypto, amount, transactionId, imageUrl }: Partial<DepositForm>) =>
  Boolean(crypto || amount || transactionId || imageUrl);

/** Keeps what is in the form as the draft. */
export function useKeepDeposit(control: Control<DepositForm, unknown, FilledDeposit>): void {
  useKeepDraft(name, control, isWorth);
}
