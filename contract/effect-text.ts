import type { AccountField } from './account';
import { standingNames } from './console-names';
import { currencyName } from './currencies';
import { enumValues } from './enum-values';
import type { ProposalKind } from './enums';
import { factorKindNames, userTypeNames } from './messages';
import type { EffectValue, Proposal } from './proposals';

/** How a reader is told of figures, amounts and moments. */
export interface EffectReader {
  figures: Readonly<Record<AccountField, string>>;
  dollars(amount: number): string;
  /** Of an ISO moment that something is waited for. */
  moment(at: string): string;
}

/** What a proposal is about, as far as its words follow from that. */
export type Told = Pick<Proposal, 'kind' | 'subjectType'>;

type Names = Readonly<Record<string, string>>;

const walletNames: Names = {
  name: 'Currency',
  value: 'Address',
  enabled: 'Shown to investors',
  demo: 'Sample',
};

const isWallet = ({ kind, subjectType }: Told) => kind === 'address' && subjectType === 'wallets';

/** What effects name, in words, by kind; what is not here is said as it is named, as the fields of a resource. */
const names: Readonly<Record<Exclude<ProposalKind, 'address' | 'adjustment'>, Names>> = {
  withdrawal: {
    status: 'Status',
    amount: 'Amount',
    crypto: 'Currency',
    wallet: 'To address',
    overriddenHold: 'Paid before its waiting time is over, which ends',
  },
  people: { email: 'Email', role: 'Role', standing: 'Standing' },
  factors_reset: factorKindNames,
};

function namesOf(told: Told, figures: Names): Names {
  if (told.kind === 'adjustment') return figures;
  if (told.kind === 'address') return isWallet(told) ? walletNames : {};
  return names[told.kind];
}

/** Whether a value is one that is compared letter by letter. */
export function isAddress(told: Told, name: string): boolean {
  return told.kind === 'withdrawal' ? name === 'wallet' : isWallet(told) && name === 'value';
}

/** Whether a value is the name of a currency in the contract. */
function isCurrency(told: Told, name: string): boolean {
  return told.kind === 'withdrawal' ? name === 'crypto' : isWallet(told) && name === 'name';
}

/** A role or a standing in words; anything else as it is. */
export function personText(value: string): string {
  const role = enumValues.userTypes.find((each) => each === value);
  const standing = enumValues.userStandings.find((each) => each === value);
  return role ? userTypeNames[role] : standing ? standingNames[standing] : value;
}

/** What an effect says, in words: what a value is called, and the value; null is nothing. */
export function effectWords(told: Told, { figures, dollars, moment }: EffectReader) {
  const { kind } = told;
  const isDollars = kind === 'adjustment' || kind === 'withdrawal';
  const called = namesOf(told, figures);
  return {
    name: (name: string): string => (Object.hasOwn(called, name) ? called[name] : undefined) ?? name,
    value(name: string, value: EffectValue): string {
      if (value === null) return 'nothing';
      if (typeof value === 'boolean') return value ? 'yes' : 'no';
      if (typeof value === 'number') return isDollars ? dollars(value) : String(value);
      if (kind === 'people') return personText(value);
      if (kind === 'withdrawal' && name === 'overriddenHold') return moment(value);
      return isCurrency(told, name) ? currencyName(value) : value;
    },
  };
}
