import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
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
