import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyFile } from './key';
import { type About, aboutFile, findBackups, thisSystem, wrapAbout } from './places';
import { removeOld } from './prune';
import { chooseBackup } from './restore';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'averin-prune-'));
});
afterEach(() => rm(place, { recursive: true, force: true }));

const [mine, other] = ['7300000000000000001', '7300000000000000002'];
const segment = (number: number) =>
  `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`;

/** A backup of a day. */
async function makeBackup(path: string, day: string, more: Partial<About> = {}): Promise<void> {
  const folder = join(place, path);
  await mkdir(folder, { recursive: true });
  const about: About = {
    format: 1,
    begun: `${day}T09:00:00.000Z`,
    ended: `${day}T09:00:01.000Z`,
    postgres: '18',
    system: 'linux-x64',
    firstLog: segment(1),
    file: 'backup.tar.gz',
    bytes: 1,
    sha256: '',
    contentBytes: 1,
    ...more,
  };
  await writeFile(join(folder, aboutFile), wrapAbout(about));
}

/** A file of the log, with the head that PostgreSQL gives it. */
async function makeLog(series: string, number: number, site = mine): Promise<void> {
  const content = Buffer.alloc(64);
  content.writeBigUInt64LE(BigInt(site), 24);
  const folder = join(place, series, 'log');
  await mkdir(folder, { recursive: true });
  const hash = createHash('sha256').update(content).digest('hex');
  await writeFile(join(folder, `${segment(number)}-${hash}.gz`), gzipSync(content));
}

/** What PostgreSQL notes in its log of a backup that begins with a file of it, at the end of that backup. */
async function noteBackup(series: string, number: number): Promise<void> {
  const folder = join(place, series, 'log');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${segment(number)}.00000028.backup-${'0'.repeat(64)}.gz`), '');
}

const here = 'a-machine:/srv/data';
const owner = { site: mine, origin: here, series: 'series-mine' };
const prune = (keep: number) => removeOld({ place, owner, passphrase: undefined, keep });
const left = async () => (await findBackups(place)).map(({ folder }) => relative(place, folder)).toSorted();
const logOf = async (series: string) =>
  (await readdir(join(place, series, 'log')))
    .map((name) => Number.parseInt(name.slice(22, 24), 16))
    .toSorted();

test('only what is of the own site is counted and removed, in all of its series', async () => {
  await makeBackup('series-theirs/1', '2026-03-03', { site: other, firstLog: segment(9) });
  await makeLog('series-theirs', 1, other);
  await makeBackup('series-former/1', '2026-03-01', { site: mine });
  await makeBackup('series-mine/1', '2026-03-02', { site: mine });
  await makeBackup('series-mine/2', '2026-03-04', { site: mine, firstLog: segment(5) });
  for (const number of [1, 5]) await makeLog('series-mine', number);
  await prune(1);
  expect(await left()).toEqual(['series-mine/2', 'series-theirs/1']);
  expect([await logOf('series-mine'), await logOf('series-theirs')]).toEqual([[5], [1]]);
  expect((await readdir(place)).toSorted()).toEqual(['series-mine', 'series-theirs']);
});

test('a copy with the same database, such as a restored one beside its original, keeps its own', async () => {
  const elsewhere = 'a-machine:/srv/copy';
  await makeBackup('series-copy/1', '2026-03-01', { site: mine, origin: elsewhere });
  await makeBackup('series-copy/2', '2026-03-05', { site: mine, origin: elsewhere, firstLog: segment(5) });
  for (const number of [1, 5]) await makeLog('series-copy', number);
  await makeBackup('series-former/1', '2026-03-01', { site: mine, origin: here });
  // The machine had another name, as a container that is made anew has.
  await makeBackup('series-mine/1', '2026-03-02', { site: mine, origin: 'container-1:/srv/data' });
  await makeBackup('series-mine/2', '2026-03-03', { site: mine, origin: here });
  expect(await prune(1)).toEqual([join(place, 'series-copy')]);
  expect(await left()).toEqual(['series-copy/1', 'series-copy/2', 'series-mine/2']);
  expect(await logOf('series-copy')).toEqual([1, 5]);
});

test('a drill is of the own backup, though a copy has a newer one', async () => {
  const system = `${process.platform}-${process.arch}`;
  await makeBackup('series-copy/1', '2026-03-05', { site: mine, origin: 'a-machine:/srv/copy', system });
  await makeBackup('series-mine/1', '2026-03-02', { site: mine, origin: here, system });
  const chosen = async (asked: typeof owner) => (await chooseBackup({ from: place }, asked)).folder;
  expect(await chosen(owner)).toBe(join(place, 'series-mine', '1'));
  // Of the database, where none is its own.
  const moved = { ...owner, origin: 'a-machine:/srv/moved', series: 'series-new' };
  expect(await chosen(moved)).toBe(join(place, 'series-copy', '1'));
});

test('one that does not say whose it is goes only where its log proves it', async () => {
  await makeBackup('series-proven/1', '2026-03-01');
  await makeLog('series-proven', 1);
  await makeBackup('series-theirs/1', '2026-03-01');
  await makeLog('series-theirs', 1, other);
  await makeBackup('series-unknown/1', '2026-03-01');
  await makeBackup('series-sealed/1', '2026-03-01');
  await makeLog('series-sealed', 1);
  await writeFile(join(place, 'series-sealed', 'key.age'), 'of another passphrase');
  await makeBackup('series-mine/1', '2026-03-02', { site: mine });
  await prune(1);
  expect(await left()).toEqual(['series-mine/1', 'series-sealed/1', 'series-theirs/1', 'series-unknown/1']);
});

test('one made with a clock that was ahead is the first to go, and the log of those that stay is kept', async () => {
  await makeBackup('series-mine/1', '2026-03-01', { site: mine, firstLog: segment(1) });
  await makeBackup('series-mine/2', '2999-01-01', { site: mine, firstLog: segment(3) });
  await makeBackup('series-mine/3', '2026-03-02', { site: mine, firstLog: segment(5) });
  for (const number of [0, 1, 3, 5]) await makeLog('series-mine', number);
  await prune(3);
  expect([await left(), await logOf('series-mine')]).toEqual([
    ['series-mine/1', 'series-mine/2', 'series-mine/3'],
    [1, 3, 5],
  ]);
  await prune(1);
  expect([await left(), await logOf('series-mine')]).toEqual([['series-mine/3'], [5]]);
});

test('where there are those of several sites none is restored but the one that is named', async () => {
  await makeBackup('series-theirs/1', '2026-03-03', { site: other, origin: here });
  await makeBackup('series-mine/1', '2026-03-02', {
    site: mine,
    system: `${process.platform}-${process.arch}`,
  });
  await expect(chooseBackup({ from: place })).rejects.toThrow(
    [
      `${place} holds backups of several sites, or of which it is not known:`,
      `- site ${mine}: up to 2026-03-02T09:00:01.000Z, in series-mine`,
      `- site ${other}, ${here}: up to 2026-03-03T09:00:01.000Z, in series-theirs`,
      `Name one of these folders instead: ${join(place, 'FOLDER')}.`,
    ].join('\n'),
  );
  const folder = join(place, 'series-mine', '1');
  expect(await chooseBackup({ from: join(place, 'series-mine') })).toMatchObject({ folder });
  expect(await chooseBackup({ from: place }, owner)).toMatchObject({ folder });
});

test('one of which it is not known whose it is counts as of another site', async () => {
  const system = `${process.platform}-${process.arch}`;
  await makeBackup('by-hand', '2026-03-03', { system });
  expect((await chooseBackup({ from: place })).folder).toBe(join(place, 'by-hand'));
  await makeBackup('series-mine/1', '2026-03-02', { site: mine, system });
  await expect(chooseBackup({ from: place })).rejects.toThrow(
    '- not known whose: up to 2026-03-03T09:00:01.000Z, in by-hand',
  );
});

describe('one by hand beside the series of a site', () => {
  const system = thisSystem;
  const chosen = async (to?: string) => {
    const { folder } = await chooseBackup({ from: place, to: to === undefined ? undefined : new Date(to) });
    return relative(place, folder);
  };
  beforeEach(async () => {
    await makeBackup('series-mine/1', '2026-03-01', { site: mine, origin: here, system });
    await makeBackup('by-hand', '2026-03-03', { site: mine, origin: here, system, firstLog: segment(3) });
    for (const number of [1, 3, 4]) await makeLog('series-mine', number);
  });

  test('is not restored where the log goes on after it, up to a time neither', async () => {
    await noteBackup('series-mine', 3);
    expect([await chosen(), await chosen('2026-03-03T20:00:00Z')]).toEqual([
      'series-mine/1',
      'series-mine/1',
    ]);
    expect(await chooseBackup({ from: place }, owner)).toMatchObject({
      folder: join(place, 'series-mine', '1'),
    });
    // Named it is what is meant.
    expect(await chooseBackup({ from: join(place, 'by-hand') })).toMatchObject({
      folder: join(place, 'by-hand'),
    });
  });

  test('is restored where the log has ended before it, or is that of another one', async () => {
    await noteBackup('series-mine', 1);
    expect([await chosen(), await chosen('2026-03-02T00:00:00Z')]).toEqual(['by-hand', 'series-mine/1']);
  });

  test('does not count among those that are kept, and stays', async () => {
    await makeBackup('series-mine/2', '2026-03-02', { site: mine, origin: here, firstLog: segment(3) });
    await prune(2);
    expect([await left(), await logOf('series-mine')]).toEqual([
      ['by-hand', 'series-mine/1', 'series-mine/2'],
      [1, 3, 4],
    ]);
    await prune(1);
    expect([await left(), await logOf('series-mine')]).toEqual([
      ['by-hand', 'series-mine/2'],
      [3, 4],
    ]);
  });
});

test('of one that this clock takes for one to come and an older one none is restored but the one that is named', async () => {
  const now = Date.now();
  const made = async (path: string, time: number) => {
    const ended = new Date(time).toISOString();
    await makeBackup(path, '', { site: mine, origin: here, system: thisSystem, begun: ended, ended });
    return ended;
  };
  // As seen by a machine whose clock is slow by five hours.
  const fresh = await made('fresh', now + 290 * 60_000);
  const chosen = async (asked?: typeof owner) =>
    relative(place, (await chooseBackup({ from: place }, asked)).folder);
  expect(await chosen()).toBe('fresh');
  await made('older', now - 10 * 86_400_000);
  const old = await made('old', now - 9 * 86_400_000);
  const refusal = await chosen().catch(({ message }: Error) => message);
  expect(refusal).toMatch(/^It cannot be told which backup is the newest\. The clock of this machine says /);
  expect(refusal).toContain(
    [`- ${join(place, 'old')}: of ${old}`, `- ${join(place, 'fresh')}: of ${fresh}`].join('\n'),
  );
  for (const name of ['old', 'fresh']) {
    const folder = join(place, name);
    expect(await chooseBackup({ from: folder })).toMatchObject({ folder });
  }
  // The clock is of no matter for what is asked for by its time, nor is anybody there to ask in a drill.
  expect(await chooseBackup({ from: place, to: new Date(now) })).toMatchObject({
    folder: join(place, 'old'),
  });
  expect(await chosen(owner)).toBe('old');
});

test('with a passphrase one that is not encrypted is never chosen, and is refused by its name', async () => {
  const system = thisSystem;
  const passphrase = 'correct horse battery staple';
  await makeBackup('series-mine/1', '2026-03-01', { site: mine, origin: here, system });
  await makeBackup('series-mine/planted', '2026-03-05', { site: mine, origin: here, system });
  await makeBackup('series-planted/1', '2026-03-06', { site: other, system });
  const asked = { from: place, passphrase };
  const planted = join(place, 'series-mine', 'planted');
  const refused = 'is not encrypted, and whoever can write there';
  await expect(chooseBackup(asked, owner)).rejects.toThrow(refused);
  await writeFile(join(place, 'series-mine', '1', keyFile), 'a key');
  for (const asks of [undefined, owner])
    expect(await chooseBackup(asked, asks)).toMatchObject({ folder: join(place, 'series-mine', '1') });
  await expect(chooseBackup({ ...asked, from: planted })).rejects.toThrow(refused);
  await expect(chooseBackup({ ...asked, to: new Date('2026-02-01') })).rejects.toThrow(
    'The oldest backup in',
  );
});

test('what killed processes have left is removed after an hour: of a series, of its log, and in the folder itself', async () => {
  await makeBackup('series-mine/1', '2026-03-01', { site: mine, origin: here });
  await makeLog('series-mine', 1);
  // In a container each start has the same process id.
  const mark = `.part-${process.pid}`;
  const series = `series-2026-03-04T09-00-00-0a1b2c3d${mark}`;
  const parts = [
    `series-mine/log/${segment(1)}-${'a'.repeat(64)}.gz${mark}`,
    `series-mine/2026-03-04T09-00-00.000Z${mark}`,
    series,
  ].map((name) => join(place, name));
  for (const part of parts) {
    await mkdir(part, { recursive: true });
    await writeFile(join(part, 'half'), '');
  }
  const age = async (minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000);
    for (const part of parts) for (const path of [join(part, 'half'), part]) await utimes(path, then, then);
  };
  await age(59);
  await prune(1);
  expect(parts.filter((part) => existsSync(part))).toEqual(parts);
  await age(61);
  // A long backup: its folder is as old as its first file, which is still being written.
  const now = new Date();
  await utimes(join(place, series, 'half'), now, now);
  await prune(1);
  expect(parts.filter((part) => existsSync(part))).toEqual([join(place, series)]);
  parts.splice(0, 2);
  await age(61);
  await prune(1);
  expect((await readdir(place)).toSorted()).toEqual(['series-mine']);
  expect([await left(), await logOf('series-mine')]).toEqual([['series-mine/1'], [1]]);
});

test('a series of the same database whose backups are gone is removed after an hour, with its log', async () => {
  await makeBackup('series-mine/1', '2026-03-01', { site: mine, origin: here });
  await makeLog('series-mine', 1);
  await makeLog('series-former', 1);
  await makeLog('series-theirs', 1, other);
  await makeLog('series-damaged', 1);
  await makeBackup('series-damaged/1', '2026-03-01', { site: mine });
  await writeFile(join(place, 'series-damaged', '1', aboutFile), 'nothing');
  await makeLog('series-begun', 1);
  const begun = join(place, 'series-begun', `2026-03-04T09-00-00.000Z.part-${process.ppid}`);
  await mkdir(begun);
  const all = ['series-begun', 'series-damaged', 'series-former', 'series-mine', 'series-theirs'];
  const age = async (minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000);
    for (const name of await readdir(place, { recursive: true })) await utimes(join(place, name), then, then);
  };
  await age(59);
  await prune(1);
  expect((await readdir(place)).toSorted()).toEqual(all);
  await age(61);
  await prune(1);
  expect((await readdir(place)).toSorted()).toEqual(all.filter((series) => series !== 'series-former'));
  // Its own is being written, whatever was taken out of it.
  await rm(join(place, 'series-mine', '1'), { recursive: true });
  await age(61);
  await prune(1);
  expect(await readdir(place)).toContain('series-mine');
});
