import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/embedded/cluster';
import { sqlState } from '../errors/failures';
import { logFile, partMark, seriesPrefix } from './places';

/*
 * What is being written, or removed, has a name that no backup has. A process that is killed leaves it, and it is removed
 * later.
 */

/**
 * How the names of this process end. In a container each start has the same process id, so that alone would not tell what
 * was left from what is ours.
 */
export const ownPart = `${partMark}${process.pid}-${randomUUID()}`;

/** Milliseconds after which what a dead process was writing is removed; it may be one of another machine. */
const abandonedAfter = 3_600_000;

/** What the names in a folder are without the part of a process: those of anything else may end by chance as ours do. */
const made = {
  backup: /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/,
  series: new RegExp(`^${seriesPrefix}\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-[0-9a-f]{8}$`),
  log: logFile,
} as const;

/** Removes from a folder for things of a kind what killed processes have left of them there. */
export async function removeAbandoned(folder: string, kind: keyof typeof made): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, whole = '', owner] = /^(.+)\.part-(\d+)(?:-[0-9a-f-]{36})?$/.exec(name) ?? [];
    if (!made[kind].test(whole) || name.endsWith(ownPart)) continue;
    const pid = Number(owner);
    if (pid !== process.pid && isAlive(pid)) continue;
    const path = join(folder, name);
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true });
  }
}

/** Whether a file, or a folder with the files in it, was written so long ago that nobody is at it any more. */
export const isAbandoned = async (path: string): Promise<boolean> =>
  Date.now() - (await lastWritten(path)) > abandonedAfter;

/** When a file was written last, or a folder with the files in it; now, where somebody has just removed it. */
async function lastWritten(path: string): Promise<number> {
  try {
    const found = await stat(path);
    const inside = found.isDirectory() ? await readdir(path) : [];
    const times = inside.map(async (name) => (await stat(join(path, name))).mtimeMs);
    return Math.max(found.mtimeMs, ...(await Promise.all(times)));
  } catch (error) {
    if (sqlState(error) === 'ENOENT') return Date.now();
    throw error;
  }
}
