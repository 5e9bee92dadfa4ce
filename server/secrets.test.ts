import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config';
import { loadSecrets, requireDataDir } from './secrets';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

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

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)(
  'a data folder that may not be written is said, unless what is needed is in it',
  async () => {
    await mkdir(at('closed'));
    await chmod(at('closed'), 0o500);
    const expected = new ConfigError(
      `DATA_DIR: ${at('closed')} may not be written by the user who starts this`,
    );
    expect(() => secretsIn(at('closed'))).toThrow(expected);
    await chmod(at('closed'), 0o700);
    const made = secretsIn(at('closed'));
    await chmod(at('closed'), 0o500);
    expect(secretsIn(at('closed'))).toEqual(made);
    expect(() => requireDataDir(at('closed'))).toThrow(expected);
  },
);
