import type { AuditEventView } from '../../../contract/audit';
import { accountFieldNames } from '../../../contract/chart';
import { proposalKindNames, proposalStatusNames, standingNames } from '../../../contract/console-names';
import { currencies } from '../../../contract/currencies';
import { factorKindNames, userTypeNames } from '../../../contract/messages';
import { plans } from '../../../contract/plans';
import { reportedMailNames, takeoverFindingNames } from '../../../contract/report-names';
import { formatDollars, formatMoment } from '../../shared/format';
import { figureNames } from '../accounts/figures';
import { wordsOf } from './difference';

/** A value that an event changed; none where there was nothing or is nothing left. */
export interface Difference {
  name: string;
  before: string | null;
  after: string | null;
}

/** An event of the audit log, or a record as it was and as it is. */
type Changed = Pick<AuditEventView, 'before' | 'after' | 'subjectType'>;

type Values = Readonly<Record<string, unknown>>;

function valuesOf(side: unknown): Values {
  if (side === null || side === undefined) return {};
  if (typeof side !== 'object' || Array.isArray(side)) return { value: side };
  return side as Values;
}

/** Figures of an account by their names, other fields by their words. */
function nameOf(key: string, ofAccount: boolean): string {
  const figure = ofAccount && accountFieldNames.find((field) => field === key);
  return figure ? figureNames[figure] : wordsOf(key);
}

type Names = Readonly<Record<string, string>>;

const namesOf = (named: readonly { value: string; name: string }[]): Names =>
  Object.fromEntries(named.map(({ value, name }) => [value, name]));

const proposalNames: Readonly<Record<string, Names>> = {
  kind: proposalKindNames,
  status: proposalStatusNames,
};

/** What the values of a field of the product's own events are called; hosts and resources have fields of the same names. */
const valueNames: Readonly<Record<string, Names>> = {
  about: reportedMailNames,
  kind: factorKindNames,
  finding: takeoverFindingNames,
  standing: standingNames,
  type: userTypeNames,
  crypto: namesOf(currencies),
  plan: namesOf(plans),
};

/** What the product's own events are about. */
export const ownSubjects = ['user', 'account', 'transaction', 'invitation', 'proposal', 'erasure'];

function known<T>(names: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** A value of the product's own events by the name that the console has for it, if it has one. */
function nameOfValue(subject: string, key: string, value: string): string | undefined {
  if (!ownSubjects.includes(subject)) return undefined;
  if (key === 'subjectType') return wordsOf(value);
  const names = (subject === 'proposal' && known(proposalNames, key)) || known(valueNames, key);
  return names && known(names, value);
}

function textOf(value: unknown, isDollars: boolean): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && isDollars) return formatDollars(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.join(', ') || null;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const moments = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){4}([0-9a-f]{8})/g;

/** A value as the audit log shows it: a moment where the reader is, ids by their ends, by which they are told apart. */
export function shownValue(text: string): string {
  return moments.test(text) ? formatMoment(text) : text.replaceAll(ids, '…$1');
}

/**
 * What an event says elsewhere: when it was, what and whom it is about, and the count of versions. The hash of what was
 * proposed is compared by programs.
 */
const saidElsewhere: ReadonlySet<string> = new Set([
  '_id',
  'user',
  'version',
  'createdAt',
  'updatedAt',
  'effectHash',
]);

/** What an event changed, field by field; what stayed as it was is left out. */
export function differencesOf({ before, after, subjectType }: Changed): Difference[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const ofAccount = subjectType === 'account';
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) => {
    if (saidElsewhere.has(key) || JSON.stringify(was[key]) === JSON.stringify(is[key])) return [];
    // The id of a record that a proposal is to make.
    if (key === 'subjectId' && is[key] === 'new') return [];
    const isDollars =
      (key === 'amount' && ownSubjects.includes(subjectType)) ||
      (ofAccount && accountFieldNames.some((field) => field === key));
    const [from = null, to = null] = [was[key], is[key]].map((value) =>
      typeof value === 'string' ? (nameOfValue(subjectType, key, value) ?? value) : textOf(value, isDollars),
    );
    return from === null && to === null ? [] : [{ name: nameOf(key, ofAccount), before: from, after: to }];
  });
}
