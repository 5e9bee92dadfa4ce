import { plans } from '../../../contract/plans';
import {
  type DepositForm,
  type DepositRequest,
  type depositFormSchema,
  depositPlanFormSchema,
} from '../../../contract/transaction';
import type { z } from '../../../contract/zod';
import { dollarsOf } from '../submission/typed-amount';

/** The deposit form once it is valid. */
export type FilledDeposit = z.output<typeof depositFormSchema>;

export const emptyDeposit: DepositForm = {
  plan: '',
  crypto: '',
  amount: '',
  transactionId: '',
  imageUrl: '',
};

/** Sent where no proof image was added, for hosts that want a text there; the server reads it as none. */
const noProof = 'none';

/** The request of a filled form; what was typed as an amount becomes dollars. */
export function toDepositRequest(values: FilledDeposit): DepositRequest {
  return {
    ...values,
    trxType: 'DEPOSIT',
    amount: Number(values.amount),
    imageUrl: values.imageUrl || noProof,
  };
}

/** Whether a field of the request is asked for on the first tab. */
export function isPlanField(name: string): boolean {
  return name in depositPlanFormSchema.shape;
}

/** Says so when an amount (as typed, in dollars) is outside the plan's range, which is a hint and not a rule. */
export function rangeWarning(planValue: string, amount: string): string | undefined {
  const plan = plans.find(({ value }) => value === planValue);
  const dollars = dollarsOf(amount);
  if (!plan || dollars === undefined) return undefined;
  return dollars < plan.min || dollars > plan.max ? `${plan.name} is meant for ${plan.range}` : undefined;
}
