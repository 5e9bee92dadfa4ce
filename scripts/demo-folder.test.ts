import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isAlive } from '../server/db/embedded/cluster';
import { EmbeddedError } from '../server/db/embedded/embedded-error';
import { startEmbedded } from '../server/db/embedded/start-embedded';
import { isOpenToOthers, isRoot, pathWithoutNamespaces } from '../tests/support/without-namespaces';
import { demoFolder, fillFolder, startCommand } from './demo-folder';

const folder = mkdtempSync(join(tmpdir(), 'averin-demo-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('samples go into the named folder, else that of DATA_DIR, else one of their own', () => {
  expect(demoFolder(join(folder, 'named'), join(folder, 'data'))).toBe(join(folder, 'named'));
  expect(demoFolder(undefined, join(folder, 'data'))).toBe(join(folder, 'data'));
  mkdirSync(join(folder, 'data'), { recursive: true });
  expect(demoFolder(undefined, join(folder, 'data'))).toBe(join(folder, 'data'));
});

test('they go into no folder that holds something, as the secrets of a product on a database elsewhere', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'secrets.json'), '{}');
  expect(() => demoFolder(undefined, folder)).toThrow(EmbeddedError);
  expect(() => demoFolder(folder, undefined)).toThrow('is not empty, and is left as it is');
});

test('the command that starts the product on a folder is one for a shell, whatever the folder is called', () => {
  expect(startCommand('./data-demo')).toBe('DATA_DIR=./data-demo npm start');
  expect(startCommand("/srv/Ada's data")).toBe(String.raw`DATA_DIR='/srv/Ada'\''s data' npm start`);
});

test('filling that is ended leaves nothing, and no folder that is not whole is started on or filled once more', async () => {
  for (const existed of [true, false]) {
    if (existed) mkdirSync(folder, { recursive: true });
    else rmSync(folder, { recursive: true, force: true });
    const told = new AbortController();
    let pid = 0;
    const filling = fillFolder(folder, told.signal, async (embedded) => {
      ({ pid } = embedded);
      // As it is for others meanwhile, and as one that is killed leaves it.
      await expect(startEmbedded({ dataDir: folder, log: () => {} })).rejects.toThrow('are not whole');
      expect(() => demoFolder(folder, undefined)).toThrow(`rm -r ${folder}`);
      told.abort();
      told.signal.throwIfAborted();
    });
    await expect(filling).rejects.toThrow('aborted');
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(existsSync(folder) ? readdirSync(folder) : 'gone').toEqual(existed ? [] : 'gone');
  }
  await fillFolder(folder, new AbortController().signal, async () => {});
  const whole = await startEmbedded({ dataDir: folder, log: () => {} });
  await whole.stop();
});

test.skipIf(!(isRoot && isOpenToOthers))(
  'root without user namespaces fills no database of a folder that was moved aside, and removes none',
  async () => {
    mkdirSync(folder, { recursive: true });
    vi.stubEnv('PATH', await pathWithoutNamespaces(folder));
    const data = join(folder, 'data');
    let cluster = '';
    try {
      const go = new AbortController().signal;
      await fillFolder(data, go, async (embedded) => {
        cluster = embedded.folder;
      });
      renameSync(data, `${data}.before`);
      const again = fillFolder(data, go, () => Promise.reject(new Error('It was filled')));
      await expect(again).rejects.toThrow(`${cluster} holds a database`);
      expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
      expect(existsSync(data)).toBe(false);
    } finally {
      vi.unstubAllEnvs();
      if (cluster !== '') rmSync(dirname(cluster), { recursive: true });
    }
  },
);
