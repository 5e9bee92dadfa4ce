import type { WithdrawalRequest, WithdrawForm, withdrawFormSchema } from '../../../contract/transaction';
import type { z } from '../../../contract/zod';

/** What the filled form amounts to. */
export type FilledWithdrawal = z.output<typeof withdrawFormSchema>;

export const emptyWithdrawal: WithdrawForm = { amount: '', crypto: '', wallet: '' };

export function toWithdrawalRequest(values: FilledWithdrawal): WithdrawalRequest {
  return { ...values, trxType: 'WITHDRAWAL', amount: Number(values.amount) };
}
