import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAhead } from '../due';
import { pruneLog } from './log-archive';
import { isAbandoned, ownPart, removeAbandoned } from './parts';
import { exists, type FoundBackup, findBackups, findEmptied, logFolder, partMark, seriesOf } from './places';
import { findOwners, isOwn, type Owner, provenSite } from './site';

export interface Pruning {
  /** `BACKUP_DIR`. */
  place: string;
  /** Whose backups are counted and removed; all others stay as they are. */
  owner: Owner;
  passphrase: string | undefined;
  keep: number;
}

/** The oldest first. What was written with a clock that was ahead comes before all others: its time says nothing of its age. */
export function byAge<Backup extends FoundBackup>(backups: readonly Backup[], now = Date.now()): Backup[] {
  const isOdd = ({ about }: Backup) => isAhead(new Date(about.ended), now);
  return [...backups.filter(isOdd), ...backups.filter((backup) => !isOdd(backup))];
}

/**
 * Keeps so many backups of an owner, of all its series the newest, and of the log what they need; those made by hand do not
 * count, and stay. What killed processes have left goes as well, and series of the same database whose backups are gone: their log
 * holds what may have been erased since, and restores nothing. Answers with the series of the same database that have backups and
 * are not the owner's, and stay: a copy may be writing them.
 */
export async function removeOld({ place, owner, passphrase, keep }: Pruning): Promise<string[]> {
  const all = await findOwners(await findBackups(place), passphrase);
  const own = all.filter((backup) => isOwn(backup, owner) && seriesOf(backup.folder) !== undefined);
  const old = new Set(byAge(own).slice(0, -keep));
  const ofOwner = new Set(own.flatMap(({ folder }) => seriesOf(folder) ?? []));
  const isCurrent = (series: string) => basename(series) === owner.series;
  const isIn = (series: string) => (backup: FoundBackup) => seriesOf(backup.folder) === series;
  for (const series of ofOwner) {
    const left = all.filter((backup) => isIn(series)(backup) && !old.has(backup));
    // At once, or a log whose backups are gone would be left by whoever is killed meanwhile.
    if (left.length === 0 && !isCurrent(series)) await remove(series);
    else {
      for (const { folder } of [...old].filter(isIn(series))) await remove(folder);
      const [first] = left.map(({ about }) => about.firstLog).toSorted();
      if (first !== undefined) await pruneLog({ folder: series }, first);
    }
  }
  await removeAbandoned(place, 'series');
  for (const series of ofOwner) {
    if (await exists(series)) await removeAbandoned(series, 'backup');
    if (await exists(join(series, logFolder))) await removeAbandoned(join(series, logFolder), 'log');
  }
  for (const series of await findEmptied(place)) {
    if (!isCurrent(series) && (await provenSite(series, passphrase)) === owner.site)
      await removeEmptied(series);
  }
  const others = all.filter((backup) => backup.site === owner.site && !isOwn(backup, owner));
  return [...new Set(others.flatMap(({ folder }) => seriesOf(folder) ?? []))];
}

/** Removes a series without a backup, unless somebody is beginning it, or was so within the hour. */
async function removeEmptied(series: string): Promise<void> {
  await removeAbandoned(series, 'backup');
  const written = (await readdir(series)).some((name) => name.includes(partMark));
  const whole = [series, join(series, logFolder)];
  if (!written && (await Promise.all(whole.map(isAbandoned))).every(Boolean)) await remove(series);
}

/** Under the name of what is not whole first: half of it must not look like a backup. */
async function remove(folder: string): Promise<void> {
  const part = `${folder}${ownPart}`;
  await rename(folder, part);
  await rm(part, { recursive: true, force: true });
}
