import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { makeSmallDisk } from '../tests/support/small-disk';
import { ConfigError, readConfig } from './config';
import { loadSecrets, requireDataDir } from './secrets';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const disk = makeSmallDisk(64 * 1024);
afterAll(() => disk.remove());

const secretsIn = (dataDir: string) => loadSecrets(readConfig({ DATA_DIR: dataDir }));

test('a data folder is made where there is none, with a secret that stays', async () => {
  const made = secretsIn(at('new/data'));
  expect(await readdir(at('new/data'))).toEqual(['jwt-secret']);
  expect(secretsIn(at('new/data'))).toEqual(made);
});

test('a data folder that cannot be is a line of the configuration that names it and says what is wrong', async () => {
  await writeFile(at('file'), '');
  await symlink(at('nowhere/data'), at('dangling'));
  for (const [dataDir, what] of [
    [at('file'), 'is not a folder'],
    [at('file/data'), 'is not a folder, or what it should be in is none'],
    [at('dangling'), 'is not there and cannot be made'],
  ] as const) {
    const expected = new ConfigError(`DATA_DIR: ${dataDir} ${what}`);
    expect(() => requireDataDir(dataDir)).toThrow(expected);
    expect(() => secretsIn(dataDir)).toThrow(expected);
  }
});

test.skipIf(process.platform !== 'linux')(
  'a data folder where the system takes none is refused, and nothing waits for it',
  () => {
    for (const dataDir of ['/proc/averin', '/proc/averin/data']) {
      const refused = new ConfigError(`DATA_DIR: ${dataDir} is not there and cannot be made`);
      expect(() => requireDataDir(dataDir)).toThrow(refused);
    }
    // It is there, and no file can be made in it.
    expect(() => secretsIn('/proc')).toThrow(/^DATA_DIR: \/proc /);
  },
);

test('a secret that is no file is a line that names it', async () => {
  await mkdir(at('jwt-secret'));
  expect(() => secretsIn(folder)).toThrow(
    new ConfigError(`${at('jwt-secret')}: is no file that the user who starts this may read (EISDIR)`),
  );
});

test.skipIf(disk.missing)('a full disk leaves no half of a secret: the next start makes it', async () => {
  await writeFile(join(disk.folder, 'filler'), Buffer.alloc(1024 ** 2)).catch(() => {});
  const dataDir = join(disk.folder, 'data');
  const full = `DATA_DIR: ${dataDir} is on a disk that is full: make room there, and start again`;
  expect(() => secretsIn(dataDir)).toThrow(new ConfigError(full));
  await rm(join(disk.folder, 'filler'));
  expect(secretsIn(dataDir)).toEqual(secretsIn(dataDir));
});
