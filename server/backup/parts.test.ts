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

test('what this process or another one is writing stays, and what a former one of the same number wrote does not', async () => {
  const names = [
    `a${ownPart}`,
    `b${ofParent}`,
    `c.part-${process.pid}`,
    `d.part-${process.pid}-${uuid}`,
    'e.part-of-mine',
  ];
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of names) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), old, old);
  }
  await writeFile(join(folder, `new.part-${process.pid}`), '');
  await removeAbandoned(folder);
  expect((await readdir(folder)).toSorted()).toEqual(
    [`a${ownPart}`, `b${ofParent}`, 'e.part-of-mine', `new.part-${process.pid}`].toSorted(),
  );
});
