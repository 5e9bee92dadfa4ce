import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-command';

/** Everything the build's result depends on; Vite reads the `.env` files for VITE_ variables. */
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
  'scripts/preloads.ts',
  'scripts/prerender.ts',
  'scripts/vite',
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
];

function filesUnder(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/** A hash of the build's inputs: names and contents of files, and the VITE_ variables. Tests do not count. */
export function hashBuildInputs(): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesUnder)) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name.startsWith('VITE_')) hash.update(`${name}\0${value}\0`);
  }
  return hash.digest('hex');
}
