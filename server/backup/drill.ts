import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import { z } from '../../contract/zod';
import { openDatabase } from '../db/client';
import { isAlive, stopCluster } from '../db/embedded/cluster';
import type { Recovered } from '../db/embedded/recover';
import { locate } from '../db/embedded/start-embedded';
import { sqlState } from '../errors/failures';
import { createCheckpointKey, createVerifier, readCheckpoint, readCheckpoints } from '../history/checkpoint';
import { readNewestCheckpoint } from '../history/newest';
import { readPool } from '../history/reader';
import { verifyHistory } from '../history/verify';
import { BackupError } from './backup-error';
import { sync } from './places';
import { chooseBackup, describeGap, restoreBackup } from './restore';
import { readOwner } from './site';
import { booksHold, readTotals, verify } from './verify';
import { withClient } from './with-client';

/** How a drill ended. */
const drillSchema = z.object({
  at: z.iso.datetime(),
  passed: z.boolean(),
  /** What was found, in words. */
  report: z.string(),
  /** When the backup was taken that it began with; none when it found none. */
  backupOf: z.iso.datetime().nullable(),
  /** Of the newest thing in the restored database. */
  lastCommit: z.iso.datetime().nullable(),
  seconds: z.number(),
});
export type DrillResult = z.infer<typeof drillSchema>;

interface Drill {
  /** The data folder of the product, where the result is kept. */
  dataDir: string;
  /** A backup, a folder of backups, or `BACKUP_DIR`. */
  from: string;
  passphrase?: string | undefined;
  /** The running database, to compare with. */
  running?: pg.ClientConfig | undefined;
  /** The secret that checkpoints of the history are signed with. */
  checkpointKey: Uint8Array;
  signal?: AbortSignal | undefined;
}

const resultFile = 'backup-drill.json';

/** Milliseconds before the end of the restored log in which transactions may have been under way. */
const underWay = 60_000;

/** Where the drills of a data folder restore. */
export const drillFolder = (dataDir: string) =>
  join(tmpdir(), `averin-drill-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);

/**
 * Restores the newest backup and the log after it into a folder for temporary files, checks its books, compares what may
 * never change with the running database, and removes it. Keeps the result in the data folder; throws when it could not
 * even begin.
 */
export async function runDrill(drill: Drill): Promise<DrillResult> {
  const begun = Date.now();
  const folder = drillFolder(drill.dataDir);
  await enter(folder);
  let result: DrillResult;
  try {
    const found = await attempt(drill, join(folder, 'data'));
    result = { at: new Date().toISOString(), ...found, seconds: (Date.now() - begun) / 1_000 };
  } finally {
    await leave(folder);
  }
  drill.signal?.throwIfAborted();
  const path = join(drill.dataDir, resultFile);
  await writeFile(`${path}.part`, JSON.stringify(result), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
  await sync(drill.dataDir);
  return result;
}

/**
 * How the last drill of a data folder ended; `undefined` when there was none. A result that cannot be read counts as none,
 * and is told to `onUnreadable`.
 */
export async function readDrill(
  dataDir: string,
  onUnreadable: (message: string) => void,
): Promise<DrillResult | undefined> {
  const path = join(dataDir, resultFile);
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, 'utf8');
  try {
    return drillSchema.parse(JSON.parse(text));
  } catch {
    onUnreadable(`${path} cannot be read, and counts as none: the next drill replaces it.`);
    return undefined;
  }
}

/** Takes the folder for this process, and clears away what a killed drill has left there. */
async function enter(folder: string): Promise<void> {
  await requireOwn(folder);
  const lock = join(folder, 'process');
  const holder = existsSync(lock) ? Number(await readFile(lock, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new BackupError(`A drill is under way in process ${holder}.`);
  }
  await clear(folder);
  await rm(lock, { force: true });
  const handle = await open(lock, 'wx', 0o600);
  await handle.writeFile(String(process.pid));
  await handle.close();
}

/** Makes the folder, where everybody may make one. What somebody else had put there would be stopped and removed. */
async function requireOwn(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0) return;
  throw new BackupError(
    `${folder} is no folder of this user's own that nobody else may enter: a drill has not made it, and touches nothing there. Remove it, or set TMPDIR to a folder of your own.`,
  );
}

async function leave(folder: string): Promise<void> {
  await clear(folder);
  await rm(folder, { recursive: true, force: true });
}

async function clear(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  // Also where no data folder was left: its database may be elsewhere.
  const { cluster, socket } = await locate(dataDir, { disposable: true });
  await stopCluster(cluster);
  // Both may be elsewhere.
  for (const path of [dirname(cluster.folder), socket]) {
    if (basename(path).startsWith('averin-')) await rm(path, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

async function attempt(drill: Drill, dataDir: string): Promise<Omit<DrillResult, 'at' | 'seconds'>> {
  let backupOf: string | null = null;
  try {
    const { cluster } = await locate(drill.dataDir);
    const { folder, about } = await chooseBackup(drill, await readOwner(drill.dataDir, cluster.folder));
    backupOf = about.ended;
    await requireRoom(dataDir, about.contentBytes);
    const restored = await restoreBackup(
      { from: folder, dataDir, passphrase: drill.passphrase, signal: drill.signal },
      async (recovered) => ({
        verified: await verify(recovered),
        history: await checkHistory(recovered, drill),
        ...(await compare(recovered.superuser, drill)),
      }),
    );
    const { verified, history, until, differs } = restored.result;
    const broken = (verified.books ?? []).filter(({ holds }) => holds !== true).map(({ name }) => name);
    const lines = [
      `Restored the backup of ${restored.backup.about.ended} and the log after it, up to ${restored.lastCommit?.toISOString() ?? 'its end'}: ${verified.totals.entries} entries, ${verified.totals.events} audit events.`,
      verified.books === null
        ? 'It is of an earlier version: its books are checked once it was started.'
        : broken.length === 0
          ? `All ${verified.books.length} checks of the books hold.`
          : `The books do not hold: ${broken.join(', ')}.`,
      ...(verified.books === null ? [] : [history.finding ?? history.said]),
      ...(restored.gap === undefined ? [] : [describeGap(restored.gap)]),
      ...(differs === undefined
        ? []
        : [
            differs
              ? `It is not what the running product had at ${until}: ${differs}.`
              : `It is what the running product had at ${until}.`,
          ]),
    ];
    return {
      passed: booksHold(verified) && !differs && history.finding === undefined && restored.gap === undefined,
      report: lines.join('\n'),
      backupOf: restored.backup.about.ended,
      lastCommit: restored.lastCommit?.toISOString() ?? null,
    };
  } catch (error) {
    drill.signal?.throwIfAborted();
    const report = error instanceof Error ? error.message : String(error);
    return { passed: false, report, backupOf, lastCommit: null };
  }
}

/** Holds all rows against the history that was sealed, which must extend the newest checkpoint of the running product. */
async function checkHistory({ connection }: Recovered, { running, checkpointKey }: Drill) {
  const database = openDatabase(connection, () => {}, 4);
  try {
    const newest = await readNewestCheckpoint(database.db).catch((error: unknown) => {
      // A backup of a version that sealed nothing.
      if (sqlState(error) === '42P01') return undefined;
      throw error;
    });
    const origin = newest && readCheckpoint(newest.note)?.origin;
    const verifier = origin && createVerifier(createCheckpointKey(checkpointKey).verifierKey(origin));
    if (!newest || !verifier) return { said: 'Nothing of its history is sealed.', finding: undefined };
    const note = running && (await readNoteUpTo(running, Number(newest.size)));
    const earlier = note === undefined ? [] : readCheckpoints(note);
    const { size, finding } = await verifyHistory(readPool(database.pool), {
      verifiers: [verifier],
      earlier,
    });
    return {
      said: `All ${size} leaves of its history are as they were sealed${earlier.length > 0 ? ', and extend the checkpoint of the running product' : ''}.`,
      finding: finding?.message,
    };
  } finally {
    await database.close();
  }
}

/** The newest checkpoint of a database with at most so many leaves. */
async function readNoteUpTo(connection: pg.ClientConfig, size: number): Promise<string | undefined> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ note: string }>(
      'select note from history_checkpoints where size <= $1 order by size desc limit 1',
      [size],
    );
    return rows[0]?.note;
  });
}

/** A full disk would be the product's as well. */
async function requireRoom(dataDir: string, bytes: number): Promise<void> {
  const parent = dirname(dataDir);
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize > bytes * 2) return;
  throw new BackupError(
    `There is no room for the drill in ${dirname(parent)}: it needs twice the ${Math.ceil(bytes / 1_000_000)} MB of the backup. Set TMPDIR to a folder on another disk.`,
  );
}

/** Compares with the running database what both had some time before the end of the restored one. */
async function compare(restored: pg.ClientConfig, { running }: Drill) {
  if (!running) return { until: undefined, differs: undefined };
  const end = await lastWritten(restored);
  const until = new Date(end.getTime() - underWay);
  const [here, there] = [await readTotals(restored, until), await readTotals(running, until)];
  const names = ['entries', 'postings', 'moved', 'events', 'hash'] as const;
  const differs = names
    .filter((name) => here[name] !== there[name])
    .map((name) => `${name} ${here[name]} instead of ${there[name]}`)
    .join(', ');
  return { until: until.toISOString(), differs };
}

async function lastWritten(restored: pg.ClientConfig): Promise<Date> {
  return withClient(restored, async (client) => {
    const { rows } = await client.query<{ at: Date }>(
      `select coalesce(pg_last_xact_replay_timestamp(), greatest(
         (select max(created_at) from ledger_entries), (select max(at) from audit_events)), now()) as at`,
    );
    return rows[0]?.at ?? new Date();
  });
}
