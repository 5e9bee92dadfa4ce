import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from '../contract/zod';
import { ensureBuilt } from './built-product';
import { productionPackages } from './production-packages';
import { elapsed, root } from './run-command';

/*
 * `npm run pack`: one archive that runs after unpacking with Node alone, on the system and processor it was made on. It
 * holds what is built and installed here, so it needs no network. --out names another folder than `release`.
 */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const out = resolve(values.out);

/** What operators read and copy, beside what runs. */
const texts = ['README.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example', 'deploy', 'docs'];

/** What package.json says of a product that is built: nothing to develop, and nothing to do before the start. */
const manifest = z
  .object({
    name: z.string(),
    version: z.string(),
    private: z.boolean(),
    description: z.string(),
    license: z.string(),
    type: z.string(),
    engines: z.record(z.string(), z.string()),
    scripts: z.object({
      start: z.string(),
      admin: z.string(),
      backup: z.string(),
      restore: z.string(),
      drill: z.string(),
      move: z.string(),
      verify: z.string(),
    }),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const name = `${manifest.name}-${manifest.version}`;

/** What the archive holds of this folder. Packages inside another one come with it. */
function contents(packages: readonly string[]): string[] {
  const outermost = packages.filter((path) => path.lastIndexOf('node_modules/') === 0);
  return ['dist/client', 'dist/server', ...outermost, ...texts];
}

/** Packages inside those that are needed, that nothing needed asks for. */
function leftOut(packages: readonly string[]): string[] {
  return packages
    .map((path) => `${path}/node_modules`)
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => namesIn(join(root, path)).map((nested) => `${path}/${nested}`))
    .filter((path) => !packages.includes(path));
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) =>
    entry.startsWith('@') ? readdirSync(join(folder, entry)).map((part) => `${entry}/${part}`) : [entry],
  );
}

/**
 * What makes all in the archive root's, for others to read: numbers of the packer's users are somebody else's where it is
 * unpacked. bsdtar, of macOS, cannot set modes.
 */
function ownership(): string[] {
  const { stdout } = spawnSync('tar', ['--version'], { encoding: 'utf8' });
  return stdout.startsWith('bsdtar')
    ? ['--uid', '0', '--gid', '0', '--numeric-owner']
    : ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
}

/**
 * Writes the archive, with all of it in one folder. Nothing is copied: that folder is a link to this one, and the
 * package.json of another kind stands in a folder of the same name beside it, with the folders that lead to what is linked.
 */
function archiveFrom(staging: string, archive: string): void {
  const packages = productionPackages(root);
  const all = contents(packages);
  const own = join(staging, 'own', name);
  for (const path of all) mkdirSync(join(own, dirname(path)), { recursive: true });
  writeFileSync(join(own, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  symlinkSync(root, join(staging, name));
  const inside = (path: string) => `${name}/${path}`;
  const { status, error } = spawnSync(
    'tar',
    [
      ...ownership(),
      ...leftOut(packages).map((path) => `--exclude=${inside(path)}`),
      ...['-czf', archive, '-C', join(staging, 'own'), name],
      ...['-C', staging, ...all.map(inside)],
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw error ?? new Error(`tar ended with ${status}`);
}

const start = performance.now();
await ensureBuilt();
mkdirSync(out, { recursive: true });
const archive = join(out, `${name}-${process.platform}-${process.arch}.tar.gz`);
const staging = mkdtempSync(join(tmpdir(), 'averin-pack-'));
try {
  archiveFrom(staging, archive);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
const megabytes = (statSync(archive).size / 1e6).toFixed(0);
console.log(`${relative(process.cwd(), archive)}: ${megabytes} MB (${elapsed(start)})`);
