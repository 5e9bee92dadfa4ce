import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAhead } from '../due';
import { logFolder, pruneLog } from './log-archive';
import { ownPart, removeAbandoned } from './parts';
import { exists, type FoundBackup, findBackups, seriesOf } from './places';
import { findOwners, isOwn, type Owner } from './site';

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
 * count, and stay. What killed processes have left goes as well. Answers with the series
 * of the same database that are not the owner's, and stay: a copy may be writing them.
 */
export async function removeOld({ place, owner, passphrase, keep }: Pruning): Promise<string[]> {
  const all = await findOwners(await findBackups(place), passphrase);
  const own = all.filter((backup) => isOwn(backup, owner) && seriesOf(backup.folder) !== undefined);
  const old = new Set(byAge(own).slice(0, -keep));
  for (const { folder } of old) await remove(folder);
  const left = all.filter((backup) => !old.has(backup));
  const ofOwner = new Set(own.flatMap(({ folder }) => seriesOf(folder) ?? []));
  for (const series of ofOwner) {
    const needed = left
      .filter(({ folder }) => seriesOf(folder) === series)
      .map(({ about }) => about.firstLog);
    const [first] = needed.toSorted();
    if (first !== undefined) await pruneLog({ folder: series }, first);
    else if (basename(series) !== owner.series) await remove(series);
  }
  const logs = [...ofOwner].map((series) => join(series, logFolder));
  for (const folder of [place, ...ofOwner, ...logs]) if (await exists(folder)) await removeAbandoned(folder);
  const others = all.filter((backup) => backup.site === owner.site && !isOwn(backup, owner));
  return [...new Set(others.flatMap(({ folder }) => seriesOf(folder) ?? []))];
}

/** Under the name of what is not whole first: half of it must not look like a backup. */
async function remove(folder: string): Promise<void> {
  const part = `${folder}${ownPart}`;
  await rename(folder, part);
  await rm(part, { recursive: true, force: true });
}
