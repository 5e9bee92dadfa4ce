import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '../db/embedded/start-embedded';
import { takeBackup } from './take';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'averin-take-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

test('a database that was moved aside in the data folder is in no backup of the one in its place', async () => {
  const dataDir = join(base, 'data');
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  try {
    await mkdir(join(dataDir, 'postgres.before', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.before', 'base', '1'), 'of before');
    await writeFile(join(dataDir, 'jwt-secret'), 'a secret');
    const { folder, superuser } = embedded;
    const source = { dataDir, folder, superuser, postgres: '18', secrets: {} };
    const taken = await takeBackup(source, join(base, 'backups'));
    const { stdout } = spawnSync('tar', ['tzf', join(taken.folder, taken.about.file)], { encoding: 'utf8' });
    const files = stdout.split('\n').filter((name) => name.startsWith('data/'));
    expect(files).toEqual(['data/jwt-secret']);
  } finally {
    await embedded.stop();
  }
}, 120_000);
