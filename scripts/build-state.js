import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/* Plain JavaScript, since scripts/before-start.js runs on a production install, which has no tool to read TypeScript. */

/** Everything the build's result depends on, beside the variables of the pages. */
const inputs = [
  'contract',
  'public',
  'server',
  'src',
  'app.html',
  'index.html',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/build.ts',
  'scripts/compress.ts',
  'scripts/inline-scripts.ts',
  'scripts/machine.js',
  'scripts/machine-packages.js',
  'scripts/preloads.ts',
  'scripts/prerender.ts',
  'scripts/vite',
];

/** Where Vite reads the variables of the pages. */
const environmentFiles = ['.env', '.env.local', '.env.production', '.env.production.local'];

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`));
}

/**
 * What a file says of the variables of the pages; the server's own are nothing to the build.
 *
 * @param {string} file
 * @returns {[string, string | undefined][]}
 */
function pageVariables(file) {
  const all = Object.entries(parseEnv(readFileSync(file, 'utf8')));
  const ofPages = all.filter(([name]) => name.startsWith('VITE_'));
  // One that is made of others, as "$HOST".
  return ofPages.some(([, value]) => value?.includes('$')) ? all : ofPages;
}

/**
 * A hash of the build's inputs: names and contents of files, and the VITE_ variables. Tests do not count.
 *
 * @param {string} root the project's folder
 * @returns {string}
 */
export function hashBuildInputs(root) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesUnder(root, input))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  for (const file of environmentFiles.filter((name) => existsSync(join(root, name)))) {
    for (const [name, value] of pageVariables(join(root, file))) hash.update(`${file}\0${name}\0${value}\0`);
  }
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name.startsWith('VITE_')) hash.update(`${name}\0${value}\0`);
  }
  return hash.digest('hex');
}

/**
 * The file that says a build is complete: it holds the hash of its inputs.
 *
 * @param {string} root
 * @returns {string}
 */
export function stampOf(root) {
  return join(root, 'dist/.stamp');
}

/**
 * What is in `dist`: no complete build, one of other inputs than `hash`, or one of these.
 *
 * @param {string} root
 * @param {string} hash of `hashBuildInputs`
 * @returns {'missing' | 'stale' | 'current'}
 */
export function buildState(root, hash) {
  const parts = ['client', 'server/main.js', '.stamp'];
  if (!parts.every((part) => existsSync(join(root, 'dist', part)))) return 'missing';
  return readFileSync(stampOf(root), 'utf8') === hash ? 'current' : 'stale';
}
