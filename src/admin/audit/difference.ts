import type { AuditEventView } from '../../../contract/audit';
import { accountFieldNames } from '../../../contract/chart';
import { formatDollars } from '../../shared/format';
import { figureNames } from '../accounts/figures';

/** A value that an event changed; none where there was nothing or is nothing left. */
export interface Difference {
  name: string;
  before: string | null;
  after: string | null;
}

type Values = Readonly<Record<string, unknown>>;

function valuesOf(side: unknown): Values {
  if (side === null || side === undefined) return {};
  if (typeof side !== 'object' || Array.isArray(side)) return { value: side };
  return side as Values;
}

/** 'walletBalance' and 'wallet_balance' as 'Wallet balance'; figures of an account by their names. */
function nameOf(key: string, ofAccount: boolean): string {
  const figure = ofAccount && accountFieldNames.find((field) => field === key);
  if (figure) return figureNames[figure];
  const words = key
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown, isDollars: boolean): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && isDollars) return formatDollars(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an event says elsewhere: when it was, what and whom it is about, and the count of versions. */
const saidElsewhere: ReadonlySet<string> = new Set(['_id', 'user', 'version', 'createdAt', 'updatedAt']);

/** What an event changed, field by field; what stayed as it was is left out. */
export function differencesOf({ before, after, subjectType }: AuditEventView): Difference[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const ofAccount = subjectType === 'account';
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) => {
    if (saidElsewhere.has(key) || JSON.stringify(was[key]) === JSON.stringify(is[key])) return [];
    const isDollars = key === 'amount' || (ofAccount && accountFieldNames.some((field) => field === key));
    const [from, to] = [textOf(was[key], isDollars), textOf(is[key], isDollars)];
    return from === null && to === null ? [] : [{ name: nameOf(key, ofAccount), before: from, after: to }];
  });
}

/** 'transaction.status_changed' as 'Transaction: status changed'. */
export function actionText(action: string): string {
  const [subject = '', what = ''] = action.split('.');
  return `${nameOf(subject, false)}: ${what.replaceAll('_', ' ')}`;
}
