import { accountFields } from '../../../contract/account';
import { proposalKindNames, standingNames } from '../../../contract/console-names';
import { enumValues } from '../../../contract/enum-values';
import type { ProposalKind } from '../../../contract/enums';
import { factorKindNames, userTypeNames } from '../../../contract/messages';
import type { Effect, EffectValue, Proposal } from '../../../contract/proposals';
import { formatDollars } from '../../shared/format';
import { notBeforeText } from '../../shared/hold';
import { figureNames } from '../accounts/figures';
import { currencyText } from '../transactions/transaction-record';

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
/** Texts that are compared letter by letter. */
const addresses = new Set(['wallet', 'value']);

export function isAddress(name: string): boolean {
  return addresses.has(name);
}

function isDollars(kind: ProposalKind, name: string): boolean {
  return kind === 'adjustment' || name === 'amount';
}

/** What a value of an effect is called. */
export function effectName(kind: ProposalKind, name: string): string {
  const figure = kind === 'adjustment' && accountFields.options.find((field) => field === name);
  return figure ? figureNames[figure] : (names[name] ?? name);
}

/** A role or a standing in words; anything else as it is. */
function personText(value: string): string {
  const role = enumValues.userTypes.find((each) => each === value);
  const standing = enumValues.userStandings.find((each) => each === value);
  return role ? userTypeNames[role] : standing ? standingNames[standing] : value;
}

/** A value of an effect in words; null is nothing. */
export function effectText(kind: ProposalKind, name: string, value: EffectValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return isDollars(kind, name) ? formatDollars(value) : String(value);
  if (kind === 'people') return personText(value);
  if (name === 'overriddenHold') return notBeforeText(value);
  const currency = enumValues.cryptos.find((each) => each === value);
  return (name === 'name' || name === 'crypto') && currency ? currencyText(currency) : value;
}

/** Whether it makes a record that is not there yet, so that nothing was before. */
export const makesNew = ({ subjectId }: Pick<Proposal, 'subjectId'>): boolean => subjectId === 'new';

type Acting = Pick<Proposal, 'kind' | 'subjectType' | 'subjectId' | 'effect'>;

/** What a proposal is called: 'Adjustment of an account', 'Invite an auditor'. */
export function titleOf({ kind, subjectType, effect }: Acting): string {
  const role = subjectType === 'invitation' && effect.changes.find(({ name }) => name === 'role')?.after;
  return typeof role === 'string' ? `Invite an ${personText(role).toLowerCase()}` : proposalKindNames[kind];
}

/** What a proposal would do, in a line: 'Profit $0.00 to $5,000.00'. */
export function summaryOf({ kind, effect, ...subject }: Acting): string {
  const said = kind === 'withdrawal' || kind === 'people';
  const facts = said ? effect.facts.filter(({ name }) => name !== 'crypto') : [];
  return [
    ...facts.map(({ name, value }) => `${effectName(kind, name)} ${effectText(kind, name, value)}`),
    ...changesOf(effect, kind).map(({ name, before, after }) =>
      makesNew(subject) ? `${name} ${after}` : `${name} ${before} to ${after}`,
    ),
  ].join(', ');
}

/** What an effect changes, in words. */
export function changesOf(effect: Effect, kind: ProposalKind) {
  return effect.changes.map(({ name, before, after }) => ({
    name: effectName(kind, name),
    before: effectText(kind, name, before),
    after: effectText(kind, name, after),
    isAddress: isAddress(name),
  }));
}
