import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '../contract/zod';

const names = z.record(z.string(), z.unknown()).default({});
const manifestSchema = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
});

type Manifest = z.output<typeof manifestSchema>;

const needed = ({ dependencies, peerDependencies, peerDependenciesMeta, optionalDependencies }: Manifest) => [
  ...Object.keys(dependencies).filter((name) => !(name in optionalDependencies)),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/** Where the package in `from` finds another one: beside its own, or in a folder above. */
function locate(root: string, from: string, name: string): string | undefined {
  const beside = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (existsSync(join(root, beside, 'package.json'))) return beside;
  if (from === '') return undefined;
  return locate(root, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/**
 * The folders, from `root`, of the installed packages that the product needs at run time: its dependencies, theirs,
 * and the optional ones that fit this machine. Reads what is installed and asks no registry. Throws when one is missing.
 */
export function productionPackages(root: string): string[] {
  const found = new Set<string>();
  function visit(folder: string): void {
    const manifest = manifestSchema.parse(
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    );
    const add = (name: string, optional: boolean) => {
      const at = locate(root, folder, name);
      if (at === undefined && !optional) {
        throw new Error(`${name} is not installed, and ${folder || 'package.json'} needs it. Run "npm ci".`);
      }
      if (at === undefined || found.has(at)) return;
      found.add(at);
      visit(at);
    };
    for (const name of needed(manifest)) add(name, false);
    for (const name of Object.keys(manifest.optionalDependencies)) add(name, true);
  }
  visit('');
  return [...found].sort();
}
