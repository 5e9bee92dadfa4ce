import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run-command';

/**
 * A file of deploy/cluster with its ${NAMES} filled in; `$$` stands for a dollar. Throws for a name without a value, so
 * that nothing starts half configured.
 */
export function fill(file: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(join(root, 'deploy/cluster', file), 'utf8')
    // Not in comments, which speak of the names.
    .replace(/^ *#.*\n/gm, '');
  return text.replace(/\$\$|\$\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return '$';
    const value = values[name];
    if (value === undefined) throw new Error(`${file}: nothing is given for ${found}`);
    return String(value);
  });
}
