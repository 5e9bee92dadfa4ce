import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { v4 as uuid } from 'uuid';
import { logSpool } from '../db/embedded/start-embedded';
import { sqlState } from '../errors/failures';
import { BackupError } from './backup-error';
import { type BackupKey, decrypted, encrypted, keyFile, makeKey, openKey, requireKey } from './key';
import { ownPart } from './parts';
import { type About, exists, logFile, logFolder, partMark, seriesPrefix, sync } from './places';
import { archivedName } from './segments';

/** One life of a data folder in `BACKUP_DIR`: its backups, and all of its log since the first of them. */
export interface Series {
  folder: string;
  key?: BackupKey;
}

/** In the data folder: which series is its own. A restore leaves it out, and so begins a new one. */
export const seriesFile = 'backup-series';

/**
 * The series of a data folder; a new one where there is none, or where it has another passphrase. Only for who takes a
 * backup right after: nothing restores the log of a series that has none.
 */
export async function openSeries(
  dataDir: string,
  backupDir: string,
  passphrase: string | undefined,
): Promise<Series> {
  const known = await findKnown(dataDir, backupDir);
  const series = known === undefined ? undefined : await openKnown(known, passphrase);
  return series ?? makeSeries(join(dataDir, seriesFile), backupDir, passphrase);
}

/**
 * The series that a data folder has; `undefined` where it has none. Makes nothing. Throws {@link BackupError} when it is
 * not one of this passphrase.
 */
export async function openExistingSeries(
  dataDir: string,
  backupDir: string,
  passphrase: string | undefined,
): Promise<Series | undefined> {
  const folder = await findKnown(dataDir, backupDir);
  if (folder === undefined) return undefined;
  const path = join(folder, keyFile);
  if (await exists(path)) return { folder, key: await requireKey(await readFile(path), passphrase, folder) };
  if (passphrase === undefined) return { folder };
  throw new BackupError(
    `${folder} is not encrypted: unset BACKUP_PASSPHRASE, or start the server with it, which begins one that is.`,
  );
}

/** The name of the series that a data folder has noted. */
export async function readSeriesName(dataDir: string): Promise<string | undefined> {
  const note = join(dataDir, seriesFile);
  const name = existsSync(note) ? (await readFile(note, 'utf8')).trim() : '';
  return name.startsWith(seriesPrefix) ? name : undefined;
}

/** Whether a data folder has a series, whose log goes on to be kept whatever starts the database. */
export const hasSeries = (dataDir: string): boolean => existsSync(join(dataDir, seriesFile));

/**
 * Ends the series of a data folder whose log is kept no more: what is written now would be missing in it, and nothing behind
 * that could be restored. The next one begins with a backup of its own.
 */
export async function endSeries(dataDir: string): Promise<void> {
  await rm(join(dataDir, seriesFile), { force: true });
}

/** The folder of the series that a data folder has noted, where it is there. */
async function findKnown(dataDir: string, backupDir: string): Promise<string | undefined> {
  const name = await readSeriesName(dataDir);
  const known = name === undefined ? undefined : join(backupDir, name);
  return known !== undefined && (await isThere({ folder: known })) ? known : undefined;
}

/** Whether a series is there: one without the folder of its log takes nothing more. */
export async function isThere({ folder }: Series): Promise<boolean> {
  try {
    await stat(join(folder, logFolder));
    return true;
  } catch (error) {
    // Anything else is a disk that does not answer, and may again.
    if (sqlState(error) === 'ENOENT') return false;
    throw error;
  }
}

async function openKnown(folder: string, passphrase: string | undefined): Promise<Series | undefined> {
  const path = join(folder, keyFile);
  if ((await exists(path)) !== (passphrase !== undefined)) return undefined;
  if (passphrase === undefined) return { folder };
  const key = await openKey(await readFile(path), passphrase);
  return key && { folder, key };
}

async function makeSeries(note: string, backupDir: string, passphrase: string | undefined): Promise<Series> {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `${seriesPrefix}${moment}-${uuid().slice(0, 8)}`;
  const folder = join(backupDir, name);
  const part = `${folder}${ownPart}`;
  await mkdir(join(part, logFolder), { recursive: true, mode: 0o700 });
  const key = passphrase === undefined ? undefined : await makeKey(passphrase);
  if (key) await writeFile(join(part, keyFile), key.sealed, { mode: 0o600, flush: true });
  await rename(part, folder);
  await sync(backupDir);
  await writeFile(`${note}${partMark}`, `${name}\n`, { mode: 0o600, flush: true });
  await rename(`${note}${partMark}`, note);
  return { folder, ...(key && { key }) };
}

const zip = promisify(gzip);
const unzip = promisify(gunzip);
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The files of a log by their names. */
async function listLog(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (sqlState(error) === 'ENOENT') return [];
    throw error;
  });
  return new Map(
    names.flatMap((file) => {
      const [, name] = logFile.exec(file) ?? [];
      return name === undefined ? [] : [[name, file] as const];
    }),
  );
}

async function keep(series: Series, spooled: string, name: string): Promise<void> {
  const folder = join(series.folder, logFolder);
  const content = await readFile(spooled);
  const file = `${name}-${hashOf(content)}.gz${series.key ? '.age' : ''}`;
  const path = join(folder, file);
  if (!(await exists(path))) {
    // Looked for by its name only where it is not there as it is, which is the rule.
    const other = (await listLog(folder)).get(name);
    if (other !== undefined) {
      throw new BackupError(
        `${folder} has another ${name} already: two databases write into one series. Give one of them another BACKUP_DIR, or delete ${seriesFile} in its data folder.`,
      );
    }
    const zipped = await zip(content, { level: 1 });
    const stored = series.key ? await buffer(encrypted(Readable.from([zipped]), series.key)) : zipped;
    const part = `${path}${ownPart}`;
    try {
      await writeFile(part, stored, { mode: 0o600, flush: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
    await sync(folder);
  }
  await rm(spooled, { force: true });
}

/** Brings what PostgreSQL has handed over into the series, the oldest first; answers how many files that were. */
export async function drainSpool(clusterFolder: string, series: Series): Promise<number> {
  const waiting = await spooledIn(clusterFolder);
  for (const name of waiting) await keep(series, join(clusterFolder, logSpool, name), name);
  return waiting.length;
}

async function spooledIn(clusterFolder: string): Promise<string[]> {
  const names = await readdir(join(clusterFolder, logSpool)).catch((error: unknown) => {
    if (sqlState(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => archivedName.test(name)).toSorted();
}

/** What waits for the archive, and since when the oldest of it does. */
export async function readWaiting(clusterFolder: string): Promise<{ files: number; since: Date | null }> {
  const [oldest, ...more] = await spooledIn(clusterFolder);
  if (oldest === undefined) return { files: 0, since: null };
  const found = await stat(join(clusterFolder, logSpool, oldest)).catch(() => undefined);
  return { files: 1 + more.length, since: found?.mtime ?? null };
}

/** When a file of the log came into a series last. */
export async function lastArchived({ folder }: Series): Promise<Date | null> {
  const files = [...(await listLog(join(folder, logFolder))).values()].toSorted();
  const newest = files.at(-1);
  if (newest === undefined) return null;
  return (await stat(join(folder, logFolder, newest))).mtime;
}

/** Whether a file of the log is in a series. */
export async function isArchived({ folder }: Series, name: string): Promise<boolean> {
  return (await listLog(join(folder, logFolder))).has(name);
}

/**
 * Whether the log of a series goes on after a backup that was made elsewhere: PostgreSQL notes the end of each one in it, by
 * the first file that the backup needs.
 */
export async function goesOnAfter(
  { folder }: Series,
  { firstLog }: Pick<About, 'firstLog'>,
): Promise<boolean> {
  const names = [...(await listLog(join(folder, logFolder))).keys()];
  return names.some((name) => name.startsWith(`${firstLog}.`) && name.endsWith('.backup'));
}

/** The log of a series, as a restore asks for it. */
export interface Log {
  /** Throws {@link BackupError} for a file whose content is not what its name says. */
  read(name: string): Promise<Buffer | undefined>;
  /** The file at which reading ended though later ones are there: what these hold cannot be restored. */
  gap(): string | undefined;
}

const segmentName = /^[0-9A-F]{24}$/;
/** Where a file stands in the log, whatever its timeline. */
const positionOf = (name: string) => name.slice(8, 24);

/** Opens the log of a series, to be read by the names of its files. */
export async function openLog({ folder, key }: Series): Promise<Log> {
  const files = await listLog(join(folder, logFolder));
  const positions = [...files.keys()].filter((name) => segmentName.test(name)).map(positionOf);
  const last = positions.toSorted().at(-1) ?? '';
  let missing: string | undefined;

  /** A file that is missing here may be in the backup itself: it is none once the log goes on behind it. */
  function noteWhetherMissing(name: string): void {
    if (!segmentName.test(name)) return;
    const position = positionOf(name);
    if (!files.has(name)) missing = position < last ? name : missing;
    else if (missing !== undefined && position >= positionOf(missing)) missing = undefined;
  }

  async function read(name: string): Promise<Buffer | undefined> {
    noteWhetherMissing(name);
    const file = files.get(name);
    if (file === undefined) return undefined;
    const path = join(folder, logFolder, file);
    try {
      const stored = await readFile(path);
      const zipped = key ? await buffer(decrypted(Readable.from([stored]), key)) : stored;
      const content = await unzip(zipped);
      if (file.includes(`-${hashOf(content)}.`)) return content;
    } catch (error) {
      if (sqlState(error)?.startsWith('E')) throw error;
    }
    throw new BackupError(`${path} is damaged: its checksum is not that of its content.`);
  }

  return { read, gap: () => missing };
}

/** The oldest file of the log of a series, without histories; `undefined` when there is none. */
export async function readFirstOfLog(series: Series): Promise<Buffer | undefined> {
  const names = [...(await listLog(join(series.folder, logFolder))).keys()].toSorted();
  const first = names.find((name) => segmentName.test(name));
  return first === undefined ? undefined : (await openLog(series)).read(first);
}

/** Removes the files of the log before the first one that is needed. */
export async function pruneLog({ folder }: Series, firstNeeded: string): Promise<void> {
  for (const [name, file] of await listLog(join(folder, logFolder))) {
    // Whatever its timeline: one file of a position is as old as another one of it. Histories are small, and stay.
    if (name.length >= 24 && name.slice(8, 24) < firstNeeded.slice(8))
      await rm(join(folder, logFolder, file));
  }
}
