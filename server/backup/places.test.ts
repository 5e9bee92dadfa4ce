import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireOutside } from './places';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-places-'));
  await mkdir(at('data', 'inner'), { recursive: true });
  await mkdir(at('data-of-another'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['data', 'data'],
  ['data', 'data/inner'],
  ['data', 'data/not-there/nor-this'],
  ['data', 'link-to-inner'],
  ['data', 'link-to-inner/not-there'],
  ['link-to-data', 'data/inner'],
  ['not-there', 'not-there/inner'],
])('with the data in %s none is made in %s', async (dataDir, place) => {
  await symlink(at('data', 'inner'), at('link-to-inner'));
  await symlink(at('data'), at('link-to-data'));
  expect(() => requireOutside(at(dataDir), at(place))).toThrow('would be lost with it');
});

test.each(['.', 'data-of-another', 'not-there', 'link-to-another'])(
  'beside the data, in %s, one is',
  async (place) => {
    await symlink(at('data-of-another'), at('link-to-another'));
    expect(() => requireOutside(at('data'), at(place))).not.toThrow();
  },
);
