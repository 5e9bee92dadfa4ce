import { setTimeout as delay } from 'node:timers/promises';
import { isAhead, isOver } from '../due';
import { BackupError } from './backup-error';
import { type DrillResult, readDrill, runDrill } from './drill';
import { drainSpool, isThere, lastArchived, openSeries, readWaiting, type Series } from './log-archive';
import { exists, findBackups, requireOutside } from './places';
import { byAge, removeOld } from './prune';
import { readOwner } from './site';
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
/** Milliseconds that `state` waits for the place; one on another machine may never answer. */
const lookPatience = 3_000;

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
  /** What an operator was told once, and is not again. */
  const told = new Set<string>();
  let series: Series | undefined;
  let opening: Promise<Series> | undefined;
  /** Aborted when another series begins: what failed in the one before does not wait for its next try. */
  let begun = new AbortController();

  function tellOnce(message: string): void {
    if (told.has(message)) return;
    told.add(message);
    log(message);
  }

  /** What works at the same time has the same one. */
  async function findSeries(): Promise<Series> {
    opening ??= openOrKeep().finally(() => {
      opening = undefined;
    });
    series = await opening;
    return series;
  }

  /** One that was taken away is not gone on with: what is written now does not follow on what was archived before. */
  async function openOrKeep(): Promise<Series> {
    const known = series;
    if (known && !(await exists(place))) {
      throw new BackupError(`${place} is not there: bring its disk back, or make the folder.`);
    }
    if (known && (await isThere(known))) return known;
    const opened = await openSeries(source.dataDir, place, plan.passphrase);
    if (known) {
      log(`${known.folder} is gone. ${opened.folder} begins, with a backup of its own.`);
      begun.abort();
      begun = new AbortController();
    }
    return opened;
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

  function logIfAhead(what: string, time: Date): void {
    if (!isAhead(time, Date.now())) return;
    log(
      `${what} is of ${time.toISOString()}, which is still to come: the clock was ahead, and it counts as old.`,
    );
  }

  async function takeIfDue(): Promise<void> {
    const { folder, key } = await findSeries();
    const newest = byAge(await findBackups(folder)).at(-1);
    if (newest && !isOver(new Date(newest.about.begun), plan.every, Date.now())) return;
    if (newest) logIfAhead(newest.folder, new Date(newest.about.begun));
    await takeBackup(source, folder, key);
    const { passphrase, keep } = plan;
    const owner = await readOwner(source.dataDir, source.folder);
    const others = await removeOld({ place, owner, passphrase, keep });
    for (const other of others) {
      tellOnce(
        `${other} has backups of this database from another machine or data folder, and stays. Delete it once nobody needs it.`,
      );
    }
  }

  async function drillIfDue(every: number): Promise<void> {
    const last = await readDrill(source.dataDir, tellOnce);
    if (last && !isOver(new Date(last.at), every, Date.now())) return;
    if ((await findBackups((await findSeries()).folder)).length === 0) return;
    if (last) logIfAhead('The last drill', new Date(last.at));
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
      const atOnce = AbortSignal.any([signal, begun.signal]);
      const done = await attempt(what, work);
      await delay(done ? pause : Math.max(pause, Math.min(tryAgain, 10 * pause)), undefined, {
        signal: atOnce,
      }).catch(() => {});
    }
  }

  let seen: Pick<BackupState, 'newest' | 'archived'> = { newest: null, archived: null };
  let looking: { found: Promise<string | undefined>; late: Promise<string> } | undefined;

  /** Looks at what is in the place; answers with why that could not be seen. */
  async function look(): Promise<string | undefined> {
    try {
      // Where it is being waited for already nobody else needs to.
      await opening?.catch(() => {});
      const known = series;
      const newest = known && byAge(await findBackups(known.folder)).at(-1);
      seen = {
        newest: newest ? new Date(newest.about.ended) : null,
        archived: known ? await lastArchived(known) : null,
      };
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** One look at a time, whoever asks: each that the place does not answer holds one of Node's few threads. */
  async function lookInTime(): Promise<string | undefined> {
    looking ??= {
      found: look().finally(() => {
        looking = undefined;
      }),
      late: delay(lookPatience, `${place} does not answer.`, { ref: false }),
    };
    return Promise.race([looking.found, looking.late]);
  }

  const { drillEvery } = plan;
  const working = Promise.all([
    repeat('The archive of the log', drain, archivePause),
    repeat('The backup', takeIfDue, planPause),
    ...(drillEvery === undefined ? [] : [repeat('The drill', () => drillIfDue(drillEvery), planPause)]),
  ]);

  return {
    async state() {
      const unseen = await lookInTime();
      return {
        every: plan.every,
        ...seen,
        waiting: await readWaiting(source.folder),
        problems: [...problems.values(), ...(unseen === undefined ? [] : [unseen])],
        drill: (await readDrill(source.dataDir, tellOnce)) ?? null,
      };
    },
    stop: () => stopping.abort(),
    async finish() {
      await working;
      await attempt('The archive of the log', drain);
    },
  };
}
