import { rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DrillResult, readDrill, runDrill } from './drill';
import { drainSpool, lastArchived, openSeries, pruneLog, readWaiting, type Series } from './log-archive';
import { findBackups, partMark, requireOutside, seriesPrefix } from './places';
import { type Source, takeBackup } from './take';

export interface BackupPlan {
  source: Source;
  /** `BACKUP_DIR`. */
  place: string;
  passphrase?: string | undefined;
  /** The secret that checkpoints of the history are signed with. */
  checkpointKey: Uint8Array;
  /** Milliseconds between backups, and between drills; without the latter there are none. */
  every: number;
  drillEvery?: number | undefined;
  /** How many backups are kept. */
  keep: number;
  /** Told of what an operator should know. */
  log(message: string): void;
}

/** How the backups stand. */
export interface BackupState {
  /** Milliseconds between backups. */
  every: number;
  /** When the newest one was whole. */
  newest: Date | null;
  /** When a file of the log came into the archive last. */
  archived: Date | null;
  /** Files of the log that wait for the archive, and since when the oldest does. */
  waiting: { files: number; since: Date | null };
  /** Why the archive or the newest backup failed, until it does no more. */
  problems: string[];
  drill: DrillResult | null;
}

export interface Backups {
  state(): Promise<BackupState>;
  /** Begins no more work, and ends the drill. */
  stop(): void;
  /** Once the database is stopped: brings the rest of its log into the archive. */
  finish(): Promise<void>;
}

/** Milliseconds between looks. */
const archivePause = 1_000;
const planPause = 5_000;
/** Milliseconds until the next try of what failed. */
const tryAgain = 60_000;

/**
 * Keeps the archive of a running database: brings its log there as PostgreSQL hands it over, takes backups, removes old
 * ones and holds drills. Nothing that fails here stops anything else; it is logged, and told by `state`.
 */
export function startBackups(plan: BackupPlan): Backups {
  const { source, place, log } = plan;
  requireOutside(source.dataDir, place);
  const stopping = new AbortController();
  const { signal } = stopping;
  const problems = new Map<string, string>();
  let series: Series | undefined;
  let opening: Promise<Series> | undefined;

  /** What works at the same time has the same one; after a failure it is looked for anew. */
  async function findSeries(): Promise<Series> {
    if (series) return series;
    opening ??= openSeries(source.dataDir, place, plan.passphrase).finally(() => {
      opening = undefined;
    });
    series = await opening;
    return series;
  }

  /** Does a piece of work; tells of its failure once, and of its end. */
  async function attempt(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (problems.delete(what)) log(`${what}: works again.`);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const message = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      if (problems.get(what) !== message) log(message);
      problems.set(what, message);
      return false;
    }
  }

  const drain = async () => {
    await drainSpool(source.folder, await findSeries());
  };

  async function takeIfDue(): Promise<void> {
    const { folder, key } = await findSeries();
    const newest = (await findBackups(folder)).at(-1);
    if (newest && Date.now() - Date.parse(newest.about.begun) < plan.every) return;
    await takeBackup(source, folder, key);
    await removeOld(place, folder, plan.keep);
  }

  async function drillIfDue(every: number): Promise<void> {
    const last = await readDrill(source.dataDir);
    if (last && Date.now() - Date.parse(last.at) < every) return;
    if ((await findBackups((await findSeries()).folder)).length === 0) return;
    const { passphrase } = plan;
    const from = place;
    const result = await runDrill({
      dataDir: source.dataDir,
      from,
      checkpointKey: plan.checkpointKey,
      passphrase,
      running: source.superuser,
      signal,
    });
    if (!result.passed) log(`The drill of the backups has failed: ${result.report}`);
  }

  async function repeat(what: string, work: () => Promise<void>, pause: number): Promise<void> {
    while (!signal.aborted) {
      const done = await attempt(what, work);
      await delay(done ? pause : Math.max(pause, Math.min(tryAgain, 10 * pause)), undefined, {
        signal,
      }).catch(() => {});
    }
  }

  const { drillEvery } = plan;
  const working = Promise.all([
    repeat('The archive of the log', drain, archivePause),
    repeat('The backup', takeIfDue, planPause),
    ...(drillEvery === undefined ? [] : [repeat('The drill', () => drillIfDue(drillEvery), planPause)]),
  ]);

  return {
    async state() {
      const known = series;
      const newest = known && (await findBackups(known.folder)).at(-1);
      return {
        every: plan.every,
        newest: newest ? new Date(newest.about.ended) : null,
        archived: known ? await lastArchived(known) : null,
        waiting: await readWaiting(source.folder),
        problems: [...problems.values()],
        drill: (await readDrill(source.dataDir)) ?? null,
      };
    },
    stop: () => stopping.abort(),
    async finish() {
      await working;
      await attempt('The archive of the log', drain);
    },
  };
}

/** Keeps so many backups, of all series the newest, and of the log what they need. */
async function removeOld(place: string, current: string, keep: number): Promise<void> {
  const backups = await findBackups(place);
  const kept = backups.slice(-keep);
  for (const { folder } of backups.slice(0, -keep)) {
    if (basename(dirname(folder)).startsWith(seriesPrefix)) await remove(folder);
  }
  for (const series of new Set(backups.map(({ folder }) => dirname(folder)))) {
    const oldest = kept.find(({ folder }) => dirname(folder) === series);
    if (oldest) await pruneLog({ folder: series }, oldest.about.firstLog);
    else if (series !== current && basename(series).startsWith(seriesPrefix)) {
      await remove(series);
    }
  }
}

/** Under the name of what is not whole first: half of it must not look like a backup. */
async function remove(folder: string): Promise<void> {
  const part = `${folder}${partMark}${process.pid}`;
  await rename(folder, part);
  await rm(part, { recursive: true, force: true });
}
