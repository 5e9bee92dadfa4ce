import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRoot, nobody, pathWithoutNamespaces } from '../../tests/support/without-namespaces';
import { locate } from '../db/embedded/start-embedded';
import { drillFolder, runDrill } from './drill';

let place: string;
const at = (name: string) => join(place, name);
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'averin-drilled-'));
  vi.stubEnv('TMPDIR', place);
  await mkdir(at('data'));
  await mkdir(at('backups'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

const drill = () =>
  runDrill({ dataDir: at('data'), from: at('backups'), checkpointKey: new Uint8Array(32).fill(7) });

/** As somebody prepares it who wants the drill to clear away what is another's. */
async function prepareTrap(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await symlink(at('averin-live'), join(folder, 'data'));
}

test.each<[string, (folder: string) => Promise<void>]>([
  [
    'that others may enter',
    async (folder) => {
      await prepareTrap(folder);
      await chmod(folder, 0o755);
    },
  ],
  [
    'that leads elsewhere',
    async (folder) => {
      await prepareTrap(at('trap'));
      await symlink(at('trap'), folder);
    },
  ],
  ...(isRoot
    ? ([
        [
          'of another user',
          async (folder) => {
            await prepareTrap(folder);
            await chown(folder, nobody, nobody);
          },
        ],
      ] satisfies [string, (folder: string) => Promise<void>][])
    : []),
])("a folder %s is no drill's: nothing that it leads to is stopped or removed", async (_, make) => {
  await mkdir(join(at('averin-live'), 'postgres'), { recursive: true });
  await writeFile(join(at('averin-live'), 'postgres/PG_VERSION'), '18');
  await make(drillFolder(at('data')));
  await expect(drill()).rejects.toThrow('set TMPDIR to a folder of your own');
  expect(await readdir(at('averin-live'))).toEqual(['postgres']);
  expect(await readdir(join(at('averin-live'), 'postgres'))).toEqual(['PG_VERSION']);
});

test.skipIf(!isRoot)(
  'of a killed drill is removed also what is outside of a folder for temporary files that was emptied since',
  async () => {
    vi.stubEnv('PATH', await pathWithoutNamespaces(place));
    const folder = drillFolder(at('data'));
    const own = dirname((await locate(at('data'))).cluster.folder);
    const left = dirname((await locate(join(folder, 'data'))).cluster.folder);
    try {
      await mkdir(join(left, 'postgres'));
      await writeFile(join(left, 'postgres/PG_VERSION'), '18');
      await rm(folder, { recursive: true });
      expect((await drill()).passed).toBe(false);
      expect([existsSync(left), existsSync(folder)]).toEqual([false, false]);
    } finally {
      for (const made of [own, left]) await rm(made, { recursive: true, force: true });
    }
  },
);
