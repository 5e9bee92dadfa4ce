import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {Record<string, { version?: string }>} Packages by their folders */

/**
 * @param {string} file a lock file of npm's
 * @returns {Packages}
 */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/**
 * Whether packages of other versions are installed than package-lock.json names, by the list that npm keeps in node_modules.
 * One of the two may lack packages that the other has: tools, those of other machines, and what somebody has added.
 *
 * @param {string} root the project's folder
 * @returns {string | undefined} what is wrong; nothing when they are the same, or where npm keeps no list
 */
export function installProblem(root) {
  const lock = join(root, 'package-lock.json');
  const list = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(lock) || !existsSync(list)) return undefined;
  const named = packagesIn(lock);
  const [first, ...others] = Object.entries(packagesIn(list)).flatMap(([folder, { version }]) => {
    const wanted = named[folder]?.version;
    // A link to a folder has no version.
    if (!version || !wanted || version === wanted) return [];
    return [`${folder.split('node_modules/').at(-1)} is ${version} and not ${wanted}`];
  });
  if (first === undefined) return undefined;
  const more = others.length > 0 ? `, and ${others.length} more differ` : '';
  return `The packages in node_modules are not those of package-lock.json: ${first}${more}. Run "npm ci".`;
}
