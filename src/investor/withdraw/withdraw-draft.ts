import type { Control } from 'react-hook-form';
import type { WithdrawForm } from '../../../contract/transaction';
import { z } from '../../../contract/zod';
import { useKeepDraft } from '../submission/draft';
import { drop, readKept } from '../submission/kept';
import type { FilledWithdrawal } from './withdraw-form';

const name = 'withdrawal-draft';

/** As typed, so not yet what the form's rules ask for. */
const draftSchema = z.object({ amount: z.string(), crypto: z.string(), wallet: z.string() });

/** What the person has filled in and not sent, from before a reload or a closed modal; null for nothing. */
export function readDraft(): WithdrawForm | null {
  return readKept(name, draftSchema);
}

export function dropDraft(): void {
  drop(name);
}

const isWorth = ({ amount, crypto, wallet }: Partial<WithdrawForm>) => Boolean(amount || crypto || wallet);

/** Keeps what is in the form as the draft. */
export function useKeepWithdrawal(control: Control<WithdrawForm, unknown, FilledWithdrawal>): void {
  useKeepDraft(name, control, isWorth);
}
