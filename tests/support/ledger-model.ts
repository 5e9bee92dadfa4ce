import { type AccountField, accountFields, type EditableAccountField } from '../../contract/account';
import type { Crypto, TrxStatus, TrxType } from '../../contract/enums';
import { recordOf } from '../../contract/record-of';

/** Figures in cents. */
export type Figures = Record<AccountField, number>;

export interface ModelTransaction {
  id: string;
  owner: number;
  trxType: TrxType;
  amount: number;
  crypto: Crypto;
  plan: boolean;
  status: TrxStatus;
  version: number;
}

/** A currency moves the figure of its name, but for this one. */
function fieldOf(crypto: Crypto): AccountField {
  return crypto === 'usdt-erc-20' ? 'usdt' : crypto;
}

export const noFigures = (): Figures => recordOf(accountFields.options, () => 0);

/** The table of docs/rules.md, "Effects of statuses", written a second time: what the server is compared with. */
export function addEffect(
  figures: Figures,
  { trxType, status, amount, crypto, plan }: Omit<ModelTransaction, 'id' | 'owner' | 'version'>,
): void {
  if (trxType === 'DEPOSIT' && status === 'CONFIRMED') {
    figures.balance += amount;
    figures.walletBalance += amount;
    figures[fieldOf(crypto)] += amount;
    if (plan) figures.investment += amount;
  }
  if (trxType === 'WITHDRAWAL' && status === 'PENDING') {
    figures.balance -= amount;
    figures.held += amount;
  }
  if (trxType === 'WITHDRAWAL' && status === 'CONFIRMED') {
    figures.balance -= amount;
    figures.walletBalance -= amount;
    figures[fieldOf(crypto)] -= amount;
  }
}

/** What accounts should be: adjustments so far plus the effects of current statuses, whatever came before. */
export class LedgerModel {
  readonly transactions: ModelTransaction[] = [];
  /** Investors who may not withdraw. */
  readonly frozen = new Set<number>();
  private readonly adjustments: Figures[];

  constructor(investors: number) {
    this.adjustments = Array.from({ length: investors }, noFigures);
  }

  figuresOf(investor: number): Figures {
    const figures = { ...(this.adjustments[investor] ?? noFigures()) };
    for (const transaction of this.transactions) {
      if (transaction.owner === investor) addEffect(figures, transaction);
    }
    return figures;
  }

  /** A withdrawal needs an account that is not frozen, more than 100 dollars, and no more than there is. */
  mayWithdraw(investor: number, amount: number): boolean {
    const { balance } = this.figuresOf(investor);
    return !this.frozen.has(investor) && balance > 100_00 && amount <= balance;
  }

  edit(investor: number, values: Partial<Record<EditableAccountField, number>>): void {
    const current = this.figuresOf(investor);
    const adjustments = this.adjustments[investor];
    if (!adjustments) throw new Error(`No investor ${investor}`);
    for (const [field, value] of Object.entries(values) as [EditableAccountField, number][]) {
      adjustments[field] += value - current[field];
    }
  }

  /** Whether a status would pay somebody who may not withdraw. */
  refusesFrozen({ owner, trxType, status }: ModelTransaction, wanted: TrxStatus): boolean {
    return (
      this.frozen.has(owner) && trxType === 'WITHDRAWAL' && wanted === 'CONFIRMED' && status !== 'CONFIRMED'
    );
  }

  setStatus(transaction: ModelTransaction, status: TrxStatus): void {
    if (transaction.status === status) return;
    transaction.status = status;
    transaction.version += 1;
  }
}
