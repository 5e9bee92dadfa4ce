import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTemporaryFolder } from './temporary-folder';

test('the folder is there for the work, and gone after it, also where that fails', async () => {
  const seen: string[] = [];
  const work = async (folder: string) => {
    writeFileSync(join(folder, 'file'), '');
    seen.push(folder);
    return 'done';
  };
  expect(await withTemporaryFolder('test', work)).toBe('done');
  const failing = withTemporaryFolder('test', (folder) =>
    work(folder).then(() => Promise.reject(new Error('no'))),
  );
  await expect(failing).rejects.toThrow('no');
  expect(new Set(seen).size).toBe(2);
  expect(seen.filter((folder) => existsSync(folder))).toEqual([]);
});
