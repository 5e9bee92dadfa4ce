import type { MoneyField, StatementField } from './chart';
import type { EntryKind, TrxStatus, TrxType } from './enums';

/** Where an amount of the money book is; `custody` of the transaction's currency. */
export type MoneyPlace = MoneyField | 'custody';

/** A figure that rises or falls by the transaction's amount, against its contra account. */
interface StatementPosting {
  figure: StatementField | 'of the currency';
  sign: 1 | -1;
  onlyWithPlan?: true;
}

/** The name of an entry: of one that posts the status's effect, and of one that only reverses a former status's. */
interface EntryNames {
  effect: EntryKind;
  reversal: EntryKind;
  /** When it was the investor who set the status. */
  ownReversal: EntryKind;
}

interface StatusEffect {
  money: { from: MoneyPlace; to: MoneyPlace } | null;
  statement: readonly StatementPosting[];
  names: EntryNames;
}

/** One name, whatever the entry posts. */
const named = (kind: EntryKind): EntryNames => ({ effect: kind, reversal: kind, ownReversal: kind });

/**
 * What a transaction does to the books by its type and status, as data (docs/decisions/0017). The postings, the names of
 * the entries and the queries of server/books/invariants.ts are made from it, so that a further type or status compiles
 * only once it says here what it does.
 */
export const statusEffects: Readonly<Record<TrxType, Readonly<Record<TrxStatus, StatusEffect>>>> = {
  DEPOSIT: {
    PENDING: { money: null, statement: [], names: named('deposit_reversed') },
    CONFIRMED: {
      money: { from: 'custody', to: 'balance' },
      statement: [
        { figure: 'walletBalance', sign: 1 },
        { figure: 'of the currency', sign: 1 },
        { figure: 'investment', sign: 1, onlyWithPlan: true },
      ],
      names: named('deposit_confirmed'),
    },
    DECLINED: { money: null, statement: [], names: named('deposit_reversed') },
  },
  WITHDRAWAL: {
    PENDING: {
      money: { from: 'balance', to: 'held' },
      statement: [],
      names: { ...named('withdrawal_reversed'), effect: 'withdrawal_reserved' },
    },
    CONFIRMED: {
      money: { from: 'balance', to: 'custody' },
      statement: [
        { figure: 'walletBalance', sign: -1 },
        { figure: 'of the currency', sign: -1 },
      ],
      names: named('withdrawal_paid'),
    },
    DECLINED: {
      money: null,
      statement: [],
      names: { ...named('withdrawal_declined'), ownReversal: 'withdrawal_cancelled' },
    },
  },
};
