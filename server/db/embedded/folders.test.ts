import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRoot, nobody } from '../../../tests/support/without-namespaces';
import { EmbeddedError } from './embedded-error';
import { commandToMoveAside, noteDatabase, ownerFile, prepareFolders } from './folders';
import type { RunAs } from './run-as';

let base: string;
let dataDir: string;
/** Outside of the data folder; removed after the test. */
let outside: string[];
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'averin-folders-'));
  dataDir = join(base, "the site's data");
  outside = [];
});
afterEach(async () => {
  for (const folder of [base, ...outside]) await rm(folder, { recursive: true, force: true });
});

const self: RunAs = { kind: 'self' };
const user: RunAs = { kind: 'user', name: 'nobody', uid: nobody, gid: nobody };
const noteOf = (folder: string) => join(folder, 'postgres-is-elsewhere.txt');

/** What is said where the database is not taken; nothing may have changed in the data folder. */
async function refusal(runAs: RunAs): Promise<string> {
  const before = await readdir(dataDir);
  let said: unknown;
  try {
    prepareFolders(dataDir, runAs);
  } catch (error) {
    said = error;
  }
  expect(said).toBeInstanceOf(EmbeddedError);
  expect(await readdir(dataDir)).toEqual(before);
  return said instanceof Error ? said.message : '';
}

/** Does what a line of a refusal tells the operator to run, behind a colon. */
function obey(message: string, line: RegExp): void {
  const command =
    message
      .split('\n')
      .find((each) => line.test(each))
      ?.split(/: (?=mkdir|mv|rm)/)[1] ?? '';
  expect(command).not.toBe('');
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
}

async function fill(cluster: string, text: string): Promise<void> {
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), text);
}
const contentOf = (cluster: string) => readFile(join(cluster, 'PG_VERSION'), 'utf8');

test('a data folder that says its database is elsewhere gets no second one, and takes it when it is brought over', async () => {
  const elsewhere = join(base, 'elsewhere');
  await fill(join(elsewhere, 'postgres'), 'the real one');
  await mkdir(dataDir);
  await writeFile(noteOf(dataDir), `It runs as postgres in\n${elsewhere}\n`);
  const said = await refusal(self);
  expect(said).toContain(`The database of ${dataDir} is in ${join(elsewhere, 'postgres')}`);
  obey(said, /bring it over/);
  expect(await contentOf(prepareFolders(dataDir, self).cluster)).toBe('the real one');
});

test('one that says so of a folder that is gone gets a new database only when it is told to', async () => {
  await mkdir(dataDir);
  await writeFile(noteOf(dataDir), join(base, 'gone'));
  const said = await refusal(self);
  expect(said).toContain('that folder is not there');
  obey(said, /delete the note/);
  prepareFolders(dataDir, self);
});

test('one that says so of a folder without a database gets none beside what else is there', async () => {
  const elsewhere = join(base, 'elsewhere');
  await mkdir(elsewhere);
  await mkdir(dataDir);
  await writeFile(noteOf(dataDir), elsewhere);
  const said = await refusal(self);
  expect(said).toContain('there is none in that folder');
  obey(said, /delete the note/);
  prepareFolders(dataDir, self);
});

test('of two databases of a data folder none is chosen silently; a place where none was made is of no matter', async () => {
  const elsewhere = join(base, 'elsewhere');
  await fill(join(dataDir, 'postgres'), 'one');
  await fill(join(elsewhere, 'postgres'), 'another');
  await writeFile(noteOf(dataDir), elsewhere);
  expect(await refusal(self)).toContain('is in');
  await rm(join(elsewhere, 'postgres'), { recursive: true });
  expect(await contentOf(prepareFolders(dataDir, self).cluster)).toBe('one');
});

test.skipIf(!isRoot)(
  'root without user namespaces makes no second database beside one in the data folder, or for one that was moved',
  async () => {
    await fill(join(dataDir, 'postgres'), 'the real one');
    const beside = await refusal(user);
    expect(beside).toContain(`is in ${join(dataDir, 'postgres')}`);
    obey(beside, /bring it over/);
    const first = prepareFolders(dataDir, user).cluster;
    outside.push(dirname(first));
    expect(await contentOf(first)).toBe('the real one');
    noteDatabase(dataDir, first, user);
    // Found again at each start.
    expect(prepareFolders(dataDir, user).cluster).toBe(first);

    await rename(dataDir, join(base, 'moved'));
    dataDir = join(base, 'moved');
    const moved = await refusal(user);
    expect(moved).toContain(`is in ${first}`);
    obey(moved, /bring it over/);
    const second = prepareFolders(dataDir, user).cluster;
    outside.push(dirname(second));
    expect([second === first, await contentOf(second)]).toEqual([false, 'the real one']);
    noteDatabase(dataDir, second, user);

    await rm(dirname(second), { recursive: true });
    expect(await refusal(user)).toContain('that folder is not there');
  },
);

test.skipIf(!isRoot)(
  'a folder that was moved aside or copied does not take the database of the one that has its place',
  async () => {
    const make = async (text: string) => {
      const { cluster } = prepareFolders(dataDir, user);
      outside.push(dirname(cluster));
      // Nothing says that there is a database before there is one.
      expect(await readdir(dataDir)).toEqual([]);
      await fill(cluster, text);
      noteDatabase(dataDir, cluster, user);
      return cluster;
    };
    const live = dataDir;
    const first = await make('of before');
    const aside = `${dirname(first)}.before`;
    outside.push(aside);
    await rename(dataDir, `${live}.before`);
    await rename(dirname(first), aside);
    expect(await make('restored')).toBe(first);

    await cp(live, `${live}.copy`, { recursive: true });
    for (const other of ['before', 'copy']) {
      dataDir = `${live}.${other}`;
      const said = await refusal(user);
      expect(said).toContain(`that is the database of ${live}, as ${join(dirname(first), ownerFile)} says`);
      expect(said).not.toContain('mv ');
      expect(await contentOf(first)).toBe('restored');
    }
    obey(await refusal(user), /delete the note/);
    outside.push(dirname(prepareFolders(dataDir, user).cluster));

    // What it lacks now is not made anew beside its secrets, unless that is meant.
    dataDir = live;
    await rename(first, `${first}.gone`);
    expect(await refusal(user)).toContain('there is none in that folder');
    await rename(`${first}.gone`, first);
    spawnSync('sh', ['-c', commandToMoveAside(dataDir, first)]);
    expect(prepareFolders(dataDir, user).cluster).toBe(first);
    await rename(`${first}.before`, first);
    noteDatabase(dataDir, first, user);

    // Of a former version, which noted only where it is.
    await rm(join(dirname(first), ownerFile));
    dataDir = `${live}.before`;
    expect(await refusal(user)).toContain('unless another data folder has it: mkdir');
    dataDir = live;
    noteDatabase(dataDir, prepareFolders(dataDir, user).cluster, user);
    dataDir = `${live}.before`;
    expect(await refusal(user)).toContain(`that is the database of ${live}`);

    // Both get their names again.
    await rename(live, `${live}.restored`);
    await rename(dirname(first), `${dirname(first)}.restored`);
    outside.push(`${dirname(first)}.restored`);
    await rename(dataDir, live);
    await rename(aside, dirname(first));
    dataDir = live;
    expect(await contentOf(prepareFolders(dataDir, user).cluster)).toBe('of before');
  },
);
