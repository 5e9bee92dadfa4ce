import { createHash } from 'node:crypto';
import type { ProposalKind } from '../../contract/enums';
import type { Effect } from '../../contract/proposals';
import type { Act } from './kinds';

/** The same text for the same JSON, in whatever order its names stand: the database keeps none. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`);
  return `{${parts.join(',')}}`;
}

/** SHA-256 of an act and its exact effect: what two administrators agree on. */
export function effectHashOf(kind: ProposalKind, act: Act, effect: Effect): string {
  const { subjectType, subjectId, parameters } = act;
  return createHash('sha256')
    .update(canonical({ kind, subjectType, subjectId, parameters, effect }))
    .digest('hex');
}
