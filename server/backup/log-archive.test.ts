import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openExistingSeries, openSeries, seriesFile } from './log-archive';

let folder: string;
let dataDir: string;
let archive: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-series-'));
  dataDir = await mkdtemp(join(folder, 'data-'));
  archive = await mkdtemp(join(folder, 'archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const look = async () => ({
  archive: (await readdir(archive, { recursive: true })).toSorted(),
  note: await readFile(join(dataDir, seriesFile), 'utf8'),
});

test('a data folder without a series has none, and none is made', async () => {
  expect(await openExistingSeries(dataDir, archive, 'a passphrase')).toBeUndefined();
  expect([await readdir(dataDir), await readdir(archive)]).toEqual([[], []]);
});

test('the series that is there is opened with its passphrase, and refused without it or with another one', async () => {
  const made = await openSeries(dataDir, archive, 'a passphrase');
  const before = await look();
  await expect(openExistingSeries(dataDir, archive, undefined)).rejects.toThrow(
    `${made.folder} is encrypted: set BACKUP_PASSPHRASE.`,
  );
  await expect(openExistingSeries(dataDir, archive, 'another')).rejects.toThrow(
    `BACKUP_PASSPHRASE is not the passphrase of ${made.folder}`,
  );
  const opened = await openExistingSeries(dataDir, archive, 'a passphrase');
  expect([opened?.folder, opened?.key?.identity]).toEqual([made.folder, made.key?.identity]);
  expect(await look()).toEqual(before);
});

test('one that is not encrypted gets nothing from who has a passphrase', async () => {
  const made = await openSeries(dataDir, archive, undefined);
  const before = await look();
  await expect(openExistingSeries(dataDir, archive, 'a passphrase')).rejects.toThrow(
    `${made.folder} is not encrypted: unset BACKUP_PASSPHRASE`,
  );
  expect(await openExistingSeries(dataDir, archive, undefined)).toEqual(made);
  expect(await look()).toEqual(before);
});
