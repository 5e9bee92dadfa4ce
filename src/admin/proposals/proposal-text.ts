import { proposalKindNames } from '../../../contract/console-names';
import { effectWords, personText } from '../../../contract/effect-text';
import type { ProposalKind } from '../../../contract/enums';
import type { Effect, EffectValue, Proposal } from '../../../contract/proposals';
import { formatDollars } from '../../shared/format';
import { notBeforeText } from '../../shared/hold';
import { figureNames } from '../accounts/figures';

const wordsOf = (kind: ProposalKind) =>
  effectWords(kind, { figures: figureNames, dollars: formatDollars, moment: notBeforeText });

/** Texts that are compared letter by letter. */
const addresses = new Set(['wallet', 'value']);

export function isAddress(name: string): boolean {
  return addresses.has(name);
}

/** What a value of an effect is called. */
export function effectName(kind: ProposalKind, name: string): string {
  return wordsOf(kind).name(name);
}

/** A value of an effect in words; null is nothing. */
export function effectText(kind: ProposalKind, name: string, value: EffectValue): string {
  return wordsOf(kind).value(name, value);
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
