import { proposalKindNames } from '../../../contract/console-names';
import { effectWords, isAddress, personText, type Told } from '../../../contract/effect-text';
import type { Effect, EffectValue, Proposal } from '../../../contract/proposals';
import { formatDollars } from '../../shared/format';
import { notBeforeText } from '../../shared/hold';
import { figureNames } from '../accounts/figures';

const wordsOf = (told: Told) =>
  effectWords(told, { figures: figureNames, dollars: formatDollars, moment: notBeforeText });

/** What a value of an effect is called. */
export function effectName(told: Told, name: string): string {
  return wordsOf(told).name(name);
}

/** A value of an effect in words; null is nothing. */
export function effectText(told: Told, name: string, value: EffectValue): string {
  return wordsOf(told).value(name, value);
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
export function summaryOf(acting: Acting): string {
  const { kind, effect } = acting;
  const said = kind === 'withdrawal' || kind === 'people';
  const facts = said ? effect.facts.filter(({ name }) => name !== 'crypto') : [];
  return [
    ...facts.map(({ name, value }) => `${effectName(acting, name)} ${effectText(acting, name, value)}`),
    ...changesOf(effect, acting).map(({ name, before, after }) =>
      makesNew(acting) ? `${name} ${after}` : `${name} ${before} to ${after}`,
    ),
  ].join(', ');
}

/** What an effect changes, in words. */
export function changesOf(effect: Effect, told: Told) {
  return effect.changes.map(({ name, before, after }) => ({
    name: effectName(told, name),
    before: effectText(told, name, before),
    after: effectText(told, name, after),
    isAddress: isAddress(told, name),
  }));
}
