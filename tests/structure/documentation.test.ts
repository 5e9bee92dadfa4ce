import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enumValues } from '../../contract/enum-values';
import { z } from '../../contract/zod';
import { documents, shownPictures } from '../../scripts/documents';
import { readSources, root } from './imports';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The first group of every match. */
function all(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => (found === undefined ? [] : [found]));
}

/** The keys of the schema in server/environment.ts. */
const variablesOfServer = all(/^ {2}([A-Z][A-Z0-9_]+):/gm, read('server/environment.ts'));

test('every command the documents name exists', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const named = documents.flatMap((path) => all(/npm run ([\w:-]+)/g, read(path)));
  expect(named).toContain('dev');
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every file the documents link to exists', () => {
  const missing = documents.flatMap((path) =>
    all(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g, read(path))
      .filter((link) => !existsSync(join(root, path, '..', link)))
      .map((link) => `${path}: ${link}`),
  );
  expect(missing).toEqual([]);
});

/** The parts of a document that a link can lead to, by their headings. */
function anchorsOf(path: string): string[] {
  const text = read(path).replace(/```.*?```/gs, '');
  return all(/^#+ (.+)$/gm, text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every part of a document that the documents link to exists', () => {
  const links = documents.flatMap((path) =>
    all(/\]\((?!https?:|mailto:)([^)\s]*#[^)\s]+)/g, read(path)).map((link) => ({ path, link })),
  );
  expect(links.length).toBeGreaterThan(20);
  const missing = links.filter(({ path, link }) => {
    const [file = '', anchor = ''] = link.split('#');
    return !anchorsOf(file === '' ? path : join(path, '..', file)).includes(anchor);
  });
  expect(missing).toEqual([]);
});

test('every picture is shown by a document, WebP, and all of them are at most 3 MB', () => {
  const kept = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:png|jpe?g|gif|svg|avif|webp)$/i.test(name))
    .map((name) => `docs/${name}`);
  expect(kept.toSorted()).toEqual(shownPictures());
  expect(kept.filter((path) => !path.endsWith('.webp'))).toEqual([]);
  const bytes = kept.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  expect(bytes).toBeLessThanOrEqual(3_000_000);
});

test('every file that CONTRIBUTING.md names exists', () => {
  const named = all(
    /`((?:contract|server|src|scripts|design|tests|docs)\/[\w./-]+)`/g,
    read('CONTRIBUTING.md'),
  );
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter((path) => !/yours/i.test(path) && !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test('every file that a comment or a document names in parentheses exists', () => {
  const files = [
    ...['contract', 'server', 'src', 'scripts', 'design', 'tests'].flatMap((room) => readSources(room)),
    ...documents.map((path) => ({ path, text: read(path) })),
  ];
  const named = files.flatMap(({ path, text }) =>
    all(/\(`?((?:contract|server|src|scripts|design|tests|docs|deploy)\/[\w./-]+\.\w+)`?[),]/g, text).map(
      (name) => ({
        path,
        name,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(({ name }) => !existsSync(join(root, name)));
  expect(missing).toEqual([]);
});

test('the names of each enum are where its comment says', async () => {
  const said = [
    ...read('contract/enum-values.ts').matchAll(
      / (?:names|texts) are in (contract\/[\w-]+\.ts)\. \*\/\s+(\w+):/g,
    ),
  ];
  expect(said.length).toBeGreaterThan(5);
  const enums = new Map<string, readonly string[]>(Object.entries(enumValues));
  for (const [, file = '', name = ''] of said) {
    const held: object = await import(join(root, file));
    const named = Object.values(held).map((one: object) => Object.keys(one).toSorted());
    expect(named, `${name} in ${file}`).toContainEqual(enums.get(name)?.toSorted());
  }
});

test('.env.example names every variable that is read, and no other', () => {
  const ofPages = readSources('src').flatMap(({ text }) => all(/import\.meta\.env\.(VITE_\w+)/g, text));
  expect(variablesOfServer).toEqual(expect.arrayContaining(['HOST', 'DATABASE_URL', 'LOG_LEVEL']));
  const named = all(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm, read('.env.example'));
  expect(named.toSorted()).toEqual([...new Set([...variablesOfServer, ...ofPages])].toSorted());
});

test('the server reads no variable past its configuration', () => {
  // These are the system's.
  const known = new Set(['PATH', 'HOME', 'TMPDIR', ...variablesOfServer]);
  const own = readSources('server').filter(({ path }) => !/\.test\.ts$|\/testing\//.test(path));
  const used = own.flatMap(({ text }) => all(/process\.env\.([A-Z][A-Z0-9_]+)/g, text));
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test('a copy of .env.example, which will hold secrets, is its owner’s alone', () => {
  expect(read('.env.example')).toContain('install -m 600 .env.example .env');
});

test('the lock file names no registry of somebody’s own', () => {
  const addresses = all(/"resolved": "([^"]+)"/g, read('package-lock.json'));
  expect(addresses.filter((address) => !address.startsWith('https://registry.npmjs.org/'))).toEqual([]);
});

test('the lock file has an entry for each optional package, or npm ci refuses it on every machine', () => {
  const lockSchema = z.object({
    packages: z.record(
      z.string(),
      z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
    ),
  });
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
