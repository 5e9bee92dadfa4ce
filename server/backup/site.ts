import { open, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { BackupError } from './backup-error';
import { keyFile, requireKey } from './key';
import { readFirstOfLog, readSeriesName } from './log-archive';
import { exists, type FoundBackup, seriesOf } from './places';

/*
 * Whose a backup is. PostgreSQL gives each database an identifier when it is made; copies and restores keep it. It stands
 * first in the control file, and in the head of each file of the log.
 */

const inControlFile = 0;
const inLog = 24;
const identifierBytes = 8;

/** The site of a data folder of PostgreSQL. */
export async function readSite(clusterFolder: string): Promise<string> {
  const file = await open(join(clusterFolder, 'global', 'pg_control'), 'r');
  try {
    const head = Buffer.alloc(identifierBytes);
    await file.read(head, 0, identifierBytes, inControlFile);
    return String(head.readBigUInt64LE());
  } finally {
    await file.close();
  }
}

/** The machine and the data folder: a copy of a database is at another place. */
export const originOf = (dataDir: string) => `${hostname()}:${resolve(dataDir)}`;

/** Who asks for the own backups. */
export interface Owner {
  site: string;
  origin: string;
  /** The name of the series that is being written; none before there is one. */
  series: string | undefined;
}

/** What a data folder's own backups are known by. */
export async function readOwner(dataDir: string, clusterFolder: string): Promise<Owner> {
  return {
    site: await readSite(clusterFolder),
    origin: originOf(dataDir),
    series: await readSeriesName(dataDir),
  };
}

/** What the log of a series proves; `undefined` where there is none, or none that can be read. */
export async function provenSite(
  series: string,
  passphrase: string | undefined,
): Promise<string | undefined> {
  try {
    const path = join(series, keyFile);
    const key = (await exists(path)) ? await requireKey(await readFile(path), passphrase, series) : undefined;
    const log = await readFirstOfLog({ folder: series, ...(key && { key }) });
    return log && String(log.readBigUInt64LE(inLog));
  } catch (error) {
    if (error instanceof BackupError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A backup, and whose it is; `undefined` where neither it says so nor the log beside it. */
export interface OwnedBackup extends FoundBackup {
  site: string | undefined;
}

/** Tells whose backups are. Those that do not say so themselves are read for it. */
export async function findOwners(
  backups: readonly FoundBackup[],
  passphrase: string | undefined,
): Promise<OwnedBackup[]> {
  const proven = new Map<string, string | undefined>();
  const owned: OwnedBackup[] = [];
  for (const backup of backups) {
    const series = seriesOf(backup.folder);
    let { site } = backup.about;
    if (site === undefined && series !== undefined) {
      if (!proven.has(series)) proven.set(series, await provenSite(series, passphrase));
      site = proven.get(series);
    }
    owned.push({ ...backup, site });
  }
  return owned;
}

/**
 * Whether a backup is the owner's, and not that of a copy or of what was restored elsewhere, which have the same database.
 * A machine may change its name while a series is written, as a container does.
 */
export function isOwn({ about, folder, site }: OwnedBackup, owner: Owner): boolean {
  if (site !== owner.site) return false;
  const series = seriesOf(folder);
  const inOwnSeries = series !== undefined && basename(series) === owner.series;
  return inOwnSeries || about.origin === undefined || about.origin === owner.origin;
}

/** Throws {@link BackupError} where backups are of several sites, or some may be; it names each, and how to choose it. */
export function requireOneSite(place: string, backups: readonly OwnedBackup[]): void {
  const sites = [...new Set(backups.map(({ site }) => site))];
  if (sites.length < 2) return;
  const lines = sites.map((site) => {
    const ofSite = backups.filter((backup) => backup.site === site);
    const about = ofSite.at(-1)?.about;
    const folders = new Set(ofSite.map(({ folder }) => relative(place, seriesOf(folder) ?? folder)));
    const known = about?.origin === undefined ? `site ${site}` : `site ${site}, ${about.origin}`;
    return `- ${site === undefined ? 'not known whose' : known}: up to ${about?.ended}, in ${[...folders].join(', ')}`;
  });
  throw new BackupError(
    [
      `${place} holds backups of several sites, or of which it is not known:`,
      ...lines,
      `Name one of these folders instead: ${join(place, 'FOLDER')}.`,
    ].join('\n'),
  );
}
