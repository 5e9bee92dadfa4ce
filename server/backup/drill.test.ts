import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDrill } from './drill';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'averin-drill-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const result = {
  at: '2026-03-04T09:00:00.000Z',
  passed: true,
  report: '',
  backupOf: null,
  lastCommit: null,
  seconds: 1,
};

async function read(text?: string) {
  const path = join(dataDir, 'backup-drill.json');
  if (text !== undefined) await writeFile(path, text);
  const said: string[] = [];
  return { found: await readDrill(dataDir, (message) => said.push(message)), said };
}

test('the result of a drill is read, and there may be none', async () => {
  expect(await read()).toEqual({ found: undefined, said: [] });
  expect(await read(JSON.stringify(result))).toEqual({ found: result, said: [] });
});

test.each(['', '{"at":', '{}', JSON.stringify({ ...result, at: 'yesterday' })])(
  'one that cannot be read counts as none, and that is said: %s',
  async (text) => {
    const said = [expect.stringContaining('backup-drill.json cannot be read, and counts as none')];
    expect(await read(text)).toEqual({ found: undefined, said });
  },
);
