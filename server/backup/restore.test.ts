import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRoot, pathWithoutNamespaces } from '../../tests/support/without-namespaces';
import { locate } from '../db/embedded/start-embedded';
import { type Manifest, manifestFile } from './manifest';
import { type About, aboutFile, thisSystem, wrapAbout } from './places';
import { restoreBackup } from './restore';

/* Backups that somebody has made who can write where they lie, with every checksum but the one that is meant. */

let place: string;
const at = (name: string) => join(place, name);
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'averin-restore-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

interface Forged {
  /** Of the backup, by their names. */
  files: Record<string, string>;
  /** What its last file lists; all of them as they are if not given. */
  listed?: Manifest['files'];
  /** Of the whole; the right one if not given. */
  sha256?: string;
}

async function forge({ files, listed, sha256 }: Forged): Promise<string> {
  const tar = pack();
  const right = Object.entries(files).map(([name, text]) => {
    tar.entry({ name }, text);
    return [name, { bytes: text.length, sha256: hashOf(text) }] as const;
  });
  tar.entry({ name: manifestFile }, JSON.stringify({ files: listed ?? Object.fromEntries(right) }));
  tar.finalize();
  const content = await buffer(tar);
  const zipped = gzipSync(content);
  const about: About = {
    format: 1,
    begun: '2026-03-04T09:00:00.000Z',
    ended: '2026-03-04T09:00:01.000Z',
    postgres: '18',
    system: thisSystem,
    firstLog: '0'.repeat(24),
    file: 'backup.tar.gz',
    bytes: zipped.length,
    sha256: sha256 ?? hashOf(zipped),
    contentBytes: content.length,
  };
  const folder = at('backup');
  await mkdir(folder);
  await writeFile(join(folder, about.file), zipped);
  await writeFile(join(folder, aboutFile), wrapAbout(about));
  return folder;
}

const text = 'a secret of the site';
const own = { 'data/jwt-secret': text };
const listedAs = (entry: Partial<Manifest['files'][string]>) => ({
  'data/jwt-secret': { bytes: text.length, sha256: hashOf(text), ...entry },
});

async function restore(from: string): Promise<void> {
  const restored = restoreBackup({ from, dataDir: at('restored') }, async () => {});
  await restored.finally(() => expect(existsSync(at('restored'))).toBe(false));
}

test.each<[string, Forged]>([
  ['as a whole', { files: own, sha256: hashOf('another') }],
  ['by a byte of a file', { files: own, listed: listedAs({ sha256: hashOf('another') }) }],
  ['by the length of a file', { files: own, listed: listedAs({ bytes: text.length + 1 }) }],
  ['by a file that is missing', { files: {}, listed: listedAs({}) }],
  ['by a file too many', { files: { ...own, 'data/more': '' }, listed: listedAs({}) }],
  ['by a file of no backup', { files: { elsewhere: '' } }],
])('a backup that is another one %s is refused, and nothing of it is left', async (_, forged) => {
  await expect(restore(await forge(forged))).rejects.toThrow('is damaged');
});

test.each(['data/../escaped', 'postgres/../../escaped', 'data/inner/../../escaped', '../escaped'])(
  'none writes a file outside of the folder: %s',
  async (name) => {
    const from = await forge({ files: { ...own, [name]: 'a program' } });
    await expect(restore(from)).rejects.toThrow('is damaged');
    expect(existsSync(at('escaped'))).toBe(false);
  },
);

test('one that says another thing about itself than was written is none', async () => {
  const folder = await forge({ files: own });
  const path = join(folder, aboutFile);
  await writeFile(path, (await readFile(path, 'utf8')).replace('2026-03-04T09:00:01', '2026-03-05T09:00:01'));
  await expect(restore(folder)).rejects.toThrow('is damaged');
});

test('nothing is restored over what is there, nor is it removed', async () => {
  await mkdir(at('restored'));
  await writeFile(join(at('restored'), 'jwt-secret'), 'of the site that runs');
  const restored = restoreBackup(
    { from: await forge({ files: own }), dataDir: at('restored') },
    async () => {},
  );
  await expect(restored).rejects.toThrow('is not empty');
  expect(await readFile(join(at('restored'), 'jwt-secret'), 'utf8')).toBe('of the site that runs');
});

test.skipIf(!isRoot)(
  'as root without user namespaces neither: the database of the folder that was moved aside is not in it',
  async () => {
    vi.stubEnv('PATH', await pathWithoutNamespaces(place));
    const { cluster } = await locate(at('restored'));
    const elsewhere = dirname(cluster.folder);
    try {
      await mkdir(cluster.folder);
      await writeFile(join(cluster.folder, 'PG_VERSION'), 'of the site');
      await rename(at('restored'), at('restored.before'));
      const backup = await forge({
        files: { ...own, 'postgres/PG_VERSION': 'none' },
        sha256: hashOf('another'),
      });
      await expect(restore(backup)).rejects.toThrow(`mv ${elsewhere} ${elsewhere}.before`);
      expect(await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).toBe('of the site');

      // Nor is one removed that was moved aside beside it.
      await rename(cluster.folder, `${cluster.folder}.before`);
      await expect(restore(backup)).rejects.toThrow('is damaged');
      expect(existsSync(cluster.folder)).toBe(false);
      expect(await readFile(join(`${cluster.folder}.before`, 'PG_VERSION'), 'utf8')).toBe('of the site');
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  },
);

test('one of a former version that has the secrets of an earlier restore beside its own is not taken for damaged', async () => {
  const from = await forge({
    files: { 'data/restored-secrets.env': 'JWT_SECRET=of before', 'secrets.env': 'JWT_SECRET=of now' },
  });
  await expect(restore(from)).rejects.not.toThrow('is damaged');
});

test('with a passphrase one that is not encrypted is refused before anything of it is written', async () => {
  const from = await forge({
    files: { ...own, 'postgres/postgresql.auto.conf': "restore_command = 'a program'" },
  });
  const restored = restoreBackup(
    { from, dataDir: at('restored'), passphrase: 'a passphrase' },
    async () => {},
  );
  await expect(restored).rejects.toThrow('is not encrypted');
  expect(existsSync(at('restored'))).toBe(false);
});

test('one that is right in all of this is refused by nothing but PostgreSQL', async () => {
  const from = await forge({ files: { ...own, 'postgres/PG_VERSION': 'none' } });
  await expect(restore(from)).rejects.not.toThrow('is damaged');
});
