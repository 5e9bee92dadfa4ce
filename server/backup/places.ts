import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { z } from '../../contract/zod';
import { sqlState } from '../errors/failures';
import { BackupError } from './backup-error';

/*
 * How backups lie on the disk:
 *
 *   PLACE/2026-03-04T09-00-00.000Z/             one backup: about.json, backup.tar.gz or backup.tar.gz.age, key.age
 *   BACKUP_DIR/series-.../2026-.../             those of one life of a data folder, which ends with a restore,
 *   BACKUP_DIR/series-.../log/SEGMENT-HASH.gz   with the files of its log
 */

/** What a backup is, as far as one must know before it is opened. */
const aboutSchema = z.object({
  format: z.literal(1),
  /** When the copy was begun, and the time from which on it can be restored. */
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** PostgreSQL's major version, and the system: files of another one cannot be opened. */
  postgres: z.string(),
  system: z.string(),
  /** The first file of the log that it needs; the others come after it. */
  firstLog: z.string(),
  file: z.enum(['backup.tar.gz', 'backup.tar.gz.age']),
  /** Of that file. */
  bytes: z.int(),
  sha256: z.string(),
  /** Of what is in it. */
  contentBytes: z.int(),
  /** Whose it is: PostgreSQL's identifier of the database. Backups of before it was written down have none. */
  site: z.string().optional(),
  /** The machine and the data folder, by which people know the site. */
  origin: z.string().optional(),
});
export type About = z.infer<typeof aboutSchema>;

export const aboutFile = 'about.json';
const wrapped = z.object({ about: aboutSchema, sha256: z.string() });

export interface FoundBackup {
  folder: string;
  about: About;
}

/** The system whose files these are. */
export const thisSystem = `${process.platform}-${process.arch}`;
/** What is being written has this in its name, and the number of the process behind it. */
export const partMark = '.part-';
export const seriesPrefix = 'series-';
/** In the folder of a series. */
export const logFolder = 'log';
/** The name of a file of the log on the disk: its own name, and the hash of its content. */
export const logFile = /^(.+)-[0-9a-f]{64}\.gz(?:\.age)?$/;
/** In a data folder, until somebody has set them: the secrets of the environment of the site that was restored there. */
export const restoredSecrets = 'restored-secrets.env';

/** The folder of the series that a backup is in; `undefined` when it was made by hand. */
export function seriesOf(backup: string): string | undefined {
  const folder = dirname(backup);
  return basename(folder).startsWith(seriesPrefix) ? folder : undefined;
}

const hashOf = (about: About) => createHash('sha256').update(JSON.stringify(about)).digest('hex');

/** The content of the file about a backup. */
export function wrapAbout(about: About): string {
  return `${JSON.stringify({ about, sha256: hashOf(about) }, undefined, 2)}\n`;
}

/** What a folder says of the backup in it; `undefined` when there is none. Throws {@link BackupError} when it is damaged. */
async function readAbout(folder: string): Promise<About | undefined> {
  const path = join(folder, aboutFile);
  if (!(await exists(path))) return undefined;
  try {
    const { about, sha256 } = wrapped.parse(JSON.parse(await readFile(path, 'utf8')));
    if (hashOf(about) === sha256) return about;
  } catch {
    // Said below.
  }
  throw new BackupError(`${path} is damaged: its checksum is not that of its content.`);
}

/** The folders of a folder, without what is being written. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.includes(partMark))
    .map(({ name }) => join(folder, name));
}

/**
 * The series in a folder that have no backup, nor one that is damaged: nothing restores their log. One that is being written
 * does not count.
 */
export async function findEmptied(place: string): Promise<string[]> {
  const emptied: string[] = [];
  for (const folder of await foldersIn(place)) {
    if (!basename(folder).startsWith(seriesPrefix)) continue;
    const inside = await foldersIn(folder);
    if (inside.every((each) => basename(each) === logFolder)) emptied.push(folder);
  }
  return emptied;
}

/**
 * The whole backups in a folder, in folders of it and in those of its series, the oldest first. One that cannot be read is
 * told to `onDamaged`.
 */
export async function findBackups(
  place: string,
  onDamaged: (error: Error) => void = () => {},
): Promise<FoundBackup[]> {
  if (!(await exists(place))) return [];
  const own = await readAbout(place);
  if (own) return [{ folder: place, about: own }];
  const found: FoundBackup[] = [];
  for (const folder of await foldersIn(place)) {
    const isSeries = basename(folder).startsWith(seriesPrefix);
    for (const each of isSeries ? await foldersIn(folder) : [folder]) {
      try {
        const about = await readAbout(each);
        if (about) found.push({ folder: each, about });
      } catch (error) {
        onDamaged(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
  return found.toSorted((one, other) => (one.about.ended < other.about.ended ? -1 : 1));
}

/** Throws {@link BackupError} when a place for backups is in the data folder, and so would be lost with it. */
export function requireOutside(dataDir: string, place: string): void {
  if (!isWithin(place, dataDir)) return;
  throw new BackupError(`${place} is in the data folder ${dataDir}: a backup there would be lost with it.`);
}

/** Throws {@link BackupError} when a folder for a backup by hand is in `BACKUP_DIR`, where it would be taken for the newest one. */
export function requireNotInArchive(folder: string, backupDir: string): void {
  if (!isWithin(folder, backupDir)) return;
  throw new BackupError(
    `${folder} is in BACKUP_DIR (${backupDir}), which is for the backups that the server takes by itself: one by hand would be mixed with them, and no log comes after it. Name a folder elsewhere.`,
  );
}

/** Whether a path leads into a folder, or to it. */
const isWithin = (inner: string, outer: string) => (realPath(inner) + sep).startsWith(realPath(outer) + sep);

/** Where a path leads by way of symbolic links, as far as it is there. */
function realPath(path: string): string {
  const whole = resolve(path);
  const parent = dirname(whole);
  if (existsSync(whole)) return realpathSync(whole);
  return parent === whole ? whole : join(realPath(parent), basename(whole));
}

/** Whether something is there. Throws where that cannot be told, as of a disk that does not answer. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(sqlState(error) ?? '')) return false;
    throw error;
  }
}

/** Has what a folder or file holds on the disk, whatever happens to the machine. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
