import { type AccountField, accountFields } from './account';
import { standingNames } from './console-names';
import { currencyName } from './currencies';
import { enumValues } from './enum-values';
import type { ProposalKind } from './enums';
import { factorKindNames, userTypeNames } from './messages';
import type { EffectValue } from './proposals';

/** How a reader is told of figures, amounts and moments. */
export interface EffectReader {
  figures: Readonly<Record<AccountField, string>>;
  dollars(amount: number): string;
  /** Of an ISO moment that something is waited for. */
  moment(at: string): string;
}

/** What an effect names, in words; what is not here is said as it is named. */
const names: Readonly<Record<string, string>> = {
  status: 'Status',
  amount: 'Amount',
  crypto: 'Currency',
  wallet: 'To address',
  overriddenHold: 'Paid before its waiting time is over, which ends',
  name: 'Currency',
  value: 'Address',
  enabled: 'Shown to investors',
  demo: 'Sample',
  ...factorKindNames,
  email: 'Email',
  role: 'Role',
  standing: 'Standing',
};

/** A role or a standing in words; anything else as it is. */
export function personText(value: string): string {
  const role = enumValues.userTypes.find((each) => each === value);
  const standing = enumValues.userStandings.find((each) => each === value);
  return role ? userTypeNames[role] : standing ? standingNames[standing] : value;
}

/** What an effect of a kind says, in words: what a value is called, and the value; null is nothing. */
export function effectWords(kind: ProposalKind, { figures, dollars, moment }: EffectReader) {
  const isDollars = (name: string) => kind === 'adjustment' || name === 'amount';
  return {
    name(name: string): string {
      const figure = kind === 'adjustment' && accountFields.options.find((field) => field === name);
      return figure ? figures[figure] : (names[name] ?? name);
    },
    value(name: string, value: EffectValue): string {
      if (value === null) return 'nothing';
      if (typeof value === 'boolean') return value ? 'yes' : 'no';
      if (typeof value === 'number') return isDollars(name) ? dollars(value) : String(value);
      if (kind === 'people') return personText(value);
      if (name === 'overriddenHold') return moment(value);
      return name === 'name' || name === 'crypto' ? currencyName(value) : value;
    },
  };
}
