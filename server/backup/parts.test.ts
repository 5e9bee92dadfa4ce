import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownPart, removeAbandoned } from './parts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const uuid = '01234567-89ab-cdef-0123-456789abcdef';
const ofParent = `.part-${process.ppid}-${uuid}`;
/** The name of a backup. */
const moment = (second: number) => `2026-03-04T09-00-0${second}.000Z`;

/** Has files in the folder that were written long ago. */
async function leave(names: readonly string[]): Promise<void> {
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of names) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), old, old);
  }
}

test('what this process or another one is writing stays, and what a former one of the same number wrote does not', async () => {
  const names = [
    `${moment(1)}${ownPart}`,
    `${moment(2)}${ofParent}`,
    `${moment(3)}.part-${process.pid}`,
    `${moment(4)}.part-${process.pid}-${uuid}`,
    `${moment(5)}.part-of-mine`,
  ];
  await leave(names);
  const fresh = `${moment(6)}.part-${process.pid}`;
  await writeFile(join(folder, fresh), '');
  await removeAbandoned(folder, 'backup');
  expect((await readdir(folder)).toSorted()).toEqual(
    [...[1, 2, 5].map((second) => names[second - 1] ?? ''), fresh].toSorted(),
  );
});

test('what somebody else has put there stays, whatever its name ends with; only what was to be of a kind goes', async () => {
  const others = ['disk.img.part-0099998', 'film.part-0012345', 'photos.tar.part-4000001'];
  const ours = {
    backup: moment(1),
    series: 'series-2026-03-04T09-00-00-0a1b2c3d',
    log: `${'0'.repeat(24)}-${'a'.repeat(64)}.gz.age`,
  } as const;
  const parts = Object.values(ours).map((name) => `${name}.part-${process.pid}`);
  await leave([...others, 'series-of-photos.part-0012345', ...parts]);
  for (const [index, kind] of (['backup', 'series', 'log'] as const).entries()) {
    await removeAbandoned(folder, kind);
    expect((await readdir(folder)).toSorted()).toEqual(
      [...others, 'series-of-photos.part-0012345', ...parts.slice(index + 1)].toSorted(),
    );
  }
});
