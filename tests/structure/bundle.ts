import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from '../../contract/zod';
import { readImports, root } from './imports';

const client = join(root, 'dist/client');

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);
const modulesSchema = z.record(z.string(), z.array(z.string()));

export type Manifest = z.infer<typeof manifestSchema>;

/** The built pages: Vite's manifest, and which modules each chunk holds (written by vite.config.ts). */
export function readBundle(): { manifest: Manifest; modules: Record<string, string[]> } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(client, '.vite', name), 'utf8'));
  return {
    manifest: manifestSchema.parse(read('manifest.json')),
    modules: modulesSchema.parse(read('modules.json')),
  };
}

function chunkOf(manifest: Manifest, key: string) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  return chunk;
}

/** Keys of all a browser fetches for these entries at once, without what is fetched later. */
export function loadedAtOnce(manifest: Manifest, ...entries: string[]): Set<string> {
  const keys = new Set(entries);
  for (const key of keys) for (const next of chunkOf(manifest, key).imports) keys.add(next);
  return keys;
}

/** Keys of all a browser may ever fetch from an entry on, but what it fetches later by the given keys. */
export function everLoaded(
  manifest: Manifest,
  entry: string,
  without: (key: string) => boolean,
): Set<string> {
  const keys = new Set([entry]);
  for (const key of keys) {
    const { imports, dynamicImports } = chunkOf(manifest, key);
    for (const next of [...imports, ...dynamicImports.filter((key) => !without(key))]) keys.add(next);
  }
  return keys;
}

/** The modules in the chunks of these keys. */
export function modulesIn(
  keys: Iterable<string>,
  { manifest, modules }: ReturnType<typeof readBundle>,
): string[] {
  return [...keys].flatMap((key) => {
    const { file } = chunkOf(manifest, key);
    if (!file.endsWith('.js')) return [];
    const held = modules[file];
    if (!held) throw new Error(`modules.json does not know ${file}`);
    return held;
  });
}

/** The key of the chunk that holds a module: its own, or that of the group it is in. */
export function keyOf({ manifest, modules }: ReturnType<typeof readBundle>, module: string): string {
  if (module in manifest) return module;
  const key = Object.keys(manifest).find((each) => modules[chunkOf(manifest, each).file]?.includes(module));
  if (key === undefined) throw new Error(`No chunk of the build holds ${module}`);
  return key;
}

/** What every visit of the console's users fetches at once: the app, the console, and the parts that src/app.config.ts names. */
export function consoleVisit(bundle: ReturnType<typeof readBundle>): string[] {
  const path = 'src/app.config.ts';
  const parts = readImports({ path, text: readFileSync(join(root, path), 'utf8') })
    .filter(({ kind }) => kind === 'dynamic')
    .map(({ from }) => [
      `${join('src', from)}/index.ts`,
      `${join('src', from)}.ts`,
      `${join('src', from)}.tsx`,
    ])
    .map((places) => places.find((place) => existsSync(join(root, place))) ?? places.join());
  return ['app.html', 'src/admin/AdminApp.tsx', ...parts.map((part) => keyOf(bundle, part))];
}

/** JavaScript a browser fetches for these entries at once: its bytes, gzipped as a server would, and how many files. */
export function firstLoad(manifest: Manifest, ...entries: string[]): { size: number; files: number } {
  const loaded = [...loadedAtOnce(manifest, ...entries)].map((key) => chunkOf(manifest, key).file);
  const files = [...new Set(loaded)].filter((file) => file.endsWith('.js'));
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file))).length, 0);
  return { size, files: files.length };
}
