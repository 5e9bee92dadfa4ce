import { useEffect } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { DepositForm } from '../../../contract/transaction';
import { z } from '../../../contract/zod';
import { drop, keep, readKept } from '../submission/kept';
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

/** Keeps what is in the form as the draft. A plan alone is not worth keeping: a click on its card chooses it. */
export function useKeepDraft(control: Control<DepositForm, unknown, FilledDeposit>): void {
  const [plan, crypto, amount, transactionId, imageUrl = ''] = useWatch({
    control,
    name: ['plan', 'crypto', 'amount', 'transactionId', 'imageUrl'],
  });
  useEffect(() => {
    if (crypto || amount || transactionId || imageUrl) {
      keep(name, { plan, crypto, amount, transactionId, imageUrl });
    } else {
      drop(name);
    }
  }, [plan, crypto, amount, transactionId, imageUrl]);
}
