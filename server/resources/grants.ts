import { type Grants, type Privilege, qualifiedName } from '../db/grants';
import type { Resource } from './define-resource';

/** Adds to grants what resources need of their tables. A table that has grants already keeps them, and gets what it lacks. */
export function grantsOf(resources: readonly Resource[], grants: Grants): Grants {
  const all = new Map(grants);
  for (const { table, writes, personal } of resources) {
    const erasure = personal?.erasure ?? {};
    const name = qualifiedName(table);
    const needs: [Privilege, boolean][] = [
      ['SELECT', true],
      ['INSERT', writes.create],
      // Whoever deletes a row locks it first.
      ['UPDATE', writes.update || writes.delete || 'replace' in erasure],
      ['DELETE', writes.delete || 'delete' in erasure],
    ];
    const needed = needs.filter(([, does]) => does).map(([privilege]) => privilege);
    all.set(name, [...new Set([...(all.get(name) ?? []), ...needed])]);
  }
  return all;
}
