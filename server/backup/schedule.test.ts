import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seriesFile } from './log-archive';
import { aboutFile } from './places';
import { type Backups, startBackups } from './schedule';

let folder: string;
let pipe: string;
let backups: Backups | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-schedule-'));
});
afterEach(async () => {
  backups?.stop();
  // Whoever is reading it goes on. Not by a thread of Node, of which none may be left.
  closeSync(openSync(pipe, 'r+'));
  await rm(folder, { recursive: true, force: true });
});

test('how backups stand is told though the place does not answer, and that is among it, however often it is asked for', async () => {
  const [dataDir, place] = [join(folder, 'data'), join(folder, 'archive')];
  await mkdir(dataDir);
  await mkdir(join(place, 'series-own', 'log'), { recursive: true });
  await mkdir(join(place, 'series-own', 'backup'));
  await writeFile(join(dataDir, seriesFile), 'series-own');
  // Reading it does not end before somebody writes.
  pipe = join(place, 'series-own', 'backup', aboutFile);
  execFileSync('mkfifo', [pipe]);
  const begun = startBackups({
    source: { dataDir, folder: dataDir, superuser: {}, postgres: '18', secrets: {} },
    place,
    checkpointKey: new Uint8Array(),
    every: 86_400_000,
    keep: 7,
    log: () => {},
  });
  backups = begun;
  // Once the series is known, a look at its backups hangs; many of them would leave no thread for this one.
  await expect.poll(async () => (await begun.state()).problems).toContain(`${place} does not answer.`);
  const many = await Promise.all(Array.from({ length: 8 }, () => begun.state()));
  expect(many.map(({ problems }) => problems)).toEqual(many.map(() => [`${place} does not answer.`]));
});
