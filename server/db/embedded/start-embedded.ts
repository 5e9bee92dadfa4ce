import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from '../../errors/failures';
import { findBinaries } from './binaries';
import { type Cluster, createCluster, readPid, roles, startCluster, stopCluster, superuser } from './cluster';
import { EmbeddedError, FolderInUse, otherWays } from './embedded-error';
import { endWithProcess } from './end-with-process';
import { noteDatabase, prepareFolders, requireUnused } from './folders';
import { type Lock, takeLock } from './lock';
import { prepareRoles } from './roles';
import { chooseRunAs, type RunAs } from './run-as';

/** `host` is the folder of the socket. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

export interface Embedded {
  /** As the role of the server. */
  connection: Connection;
  /** As the owner of the tables, who migrates them. */
  owner: Connection;
  /** As PostgreSQL's superuser, for backups. */
  superuser: Connection;
  /** PostgreSQL's own data folder. */
  folder: string;
  /** Of PostgreSQL's first process. */
  pid: number;
  /** Whether it was running already, left by a killed process. */
  adopted: boolean;
  /** Whether another process runs it, and goes on with it. */
  joined: boolean;
  /** Stops PostgreSQL in order and frees the data folder. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string;
  /** Whether what is written to the log is handed over, in {@link logSpool}; not if not given. */
  archive?: boolean;
  /** Told of what an operator may want to know. */
  log: (message: string) => void;
}

/** Milliseconds to wait for a server that is starting, stopping or recovering. */
const readyTimeout = 60_000;
/** Milliseconds to go on trying while a start is refused. */
const startTimeout = 5_000;
/** Milliseconds until the next try when the database could not be brought back. */
const pause = 2_000;
const port = 5432;

/**
 * Runs a PostgreSQL of our own in the data folder: makes it at the first start, adopts one left running, and starts
 * it again when it dies. Throws {@link EmbeddedError} with what to do when it cannot, or when another process has the
 * folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir: given, archive = false, log } = options;
  const { dataDir, cluster, socket, connectionOf } = await locate(given);
  requireFinished(dataDir);
  const asSuperuser = connectionOf(superuser);
  const settings = { ...settingsFor(socket), ...archiveSettings[archive ? 'on' : 'off'] };

  await createCluster(cluster, ['--auth=trust']);
  noteDatabase(dataDir, cluster.folder, cluster.runAs);

  async function acquire(): Promise<{ adopted: boolean; lock: Lock }> {
    for (let round = 1; ; round += 1) {
      const adopted = await ensureRunning(cluster, asSuperuser, settings);
      try {
        const lock = await takeLock(asSuperuser, dataDir);
        endWithProcess.launched(cluster.folder);
        if (!adopted || (await archives(asSuperuser)) === archive) return { adopted, lock };
        // One left running by a process that was started otherwise; only a start changes it.
        await stopCluster(cluster);
        await lock.release().catch(() => {});
      } catch (error) {
        endWithProcess.forget(cluster.folder);
        // Someone who is just ending may have stopped it between the two.
        if (error instanceof EmbeddedError || round === 5) throw error;
      }
    }
  }

  const first = await acquire();
  try {
    await prepareRoles(asSuperuser);
  } catch (error) {
    await stopCluster(cluster);
    endWithProcess.forget(cluster.folder);
    await first.lock.release().catch(() => {});
    throw error;
  }
  let lock = first.lock;
  let held = true;
  const stopping = new AbortController();

  async function restore(): Promise<void> {
    held = false;
    log('The database went away; starting it again.');
    let said = '';
    while (!stopping.signal.aborted) {
      try {
        lock = (await acquire()).lock;
        held = true;
        return log('The database is back.');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== said) log(reason);
        said = reason;
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** PostgreSQL may be killed or restarted under us: start it if need be, and take the folder again. */
  let restoring: Promise<void> = Promise.resolve();
  async function watch(): Promise<void> {
    for (;;) {
      await lock.lost;
      if (stopping.signal.aborted) return;
      restoring = restore();
      await restoring;
    }
  }
  const watching = watch();

  return {
    connection: connectionOf(roles.server),
    owner: connectionOf(roles.owner),
    superuser: asSuperuser,
    folder: cluster.folder,
    pid: readPid(cluster.folder) ?? 0,
    adopted: first.adopted,
    joined: false,
    async stop() {
      stopping.abort();
      // Stopping what is just being started would leave it running.
      await restoring;
      // Whoever has the folder now has the database too.
      if (held) await stopCluster(cluster);
      endWithProcess.forget(cluster.folder);
      await lock.release().catch(() => {});
      await watching;
    },
  };
}

/** In a data folder that a restore has not finished. */
export const unfinishedRestore = 'restore-unfinished';

/** In a data folder that is not yet filled with samples. */
export const unfinishedDemo = 'demo-unfinished';

function requireFinished(dataDir: string): void {
  if (existsSync(join(dataDir, unfinishedDemo))) {
    throw new EmbeddedError(
      `The samples in ${dataDir} are not whole. If npm run demo is at it, wait for its end; otherwise delete the folder, and run it again.`,
    );
  }
  if (!existsSync(join(dataDir, unfinishedRestore))) return;
  throw new EmbeddedError(
    `A restore into ${dataDir} did not end, so that what is there is no whole database. Delete the folder, and restore again.`,
  );
}

async function requireRunAs(): Promise<RunAs> {
  const runAs = await chooseRunAs();
  if (runAs) return runAs;
  throw new EmbeddedError(
    `PostgreSQL refuses to run as root, this system refuses user namespaces, and there is no user like nobody.\n${otherWays}`,
  );
}

/** Throws {@link EmbeddedError} where a data folder that is empty or not there has a database of before, outside of it. */
export const requireNoDatabase = async (dataDir: string): Promise<void> =>
  requireUnused(dataDir, await requireRunAs());

/**
 * Where the database of a data folder is, and how one connects to it. Of a `disposable` one it is of no matter whether it had
 * another one elsewhere.
 */
export async function locate(given: string, { disposable = false } = {}) {
  const dataDir = resolve(given);
  const runAs = await requireRunAs();
  const folders = prepareFolders(dataDir, runAs, disposable);
  const cluster: Cluster = { folder: folders.cluster, binaries: findBinaries(), runAs };
  const connectionOf = (user: string): Connection => ({
    host: folders.socket,
    port,
    user,
    database: 'postgres',
    ssl: false,
  });
  return { dataDir, cluster, socket: folders.socket, connectionOf };
}

/**
 * The database of a data folder, whoever runs it: that of a process which has the folder is used beside it and left running;
 * if there is none it is started, and `stop` stops it. Throws {@link EmbeddedError}.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const { cluster, connectionOf } = await locate(options.dataDir);
    return {
      connection: connectionOf(roles.server),
      owner: connectionOf(roles.owner),
      superuser: connectionOf(superuser),
      folder: cluster.folder,
      pid: readPid(cluster.folder) ?? 0,
      adopted: false,
      joined: true,
      stop: async () => {},
    };
  }
}

/** Only our socket, nothing on the network; other values are PostgreSQL's own defaults or written here with a reason. */
export function settingsFor(socketFolder: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '60',
    shared_buffers: '128MB',
    // One file per weekday, begun anew each week. What a statement was refused for stays out, since it holds what people
    // entered; the server logs it without that.
    logging_collector: 'on',
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
}

/** In PostgreSQL's data folder: the files of its log that it has finished, until they are in the archive. */
export const logSpool = 'log_spool';

/** Seconds after which what has been written is handed over at the latest. */
export const archiveTimeout = 45;

/** PostgreSQL runs the command in its data folder, and keeps a file of its log until the command succeeds. */
const archiveSettings = {
  on: {
    archive_mode: 'on',
    archive_command: `mkdir -p ${logSpool} && cp "%p" "${logSpool}/%f.part" && sync "${logSpool}/%f.part" && mv "${logSpool}/%f.part" "${logSpool}/%f"`,
    archive_timeout: `${archiveTimeout}s`,
  },
  off: { archive_mode: 'off' },
} as const;

async function archives(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ archive_mode: string }>('show archive_mode');
    return rows[0]?.archive_mode === 'on';
  } finally {
    await client.end();
  }
}

type Answer = 'yes' | 'no' | 'not yet';

/** Whether PostgreSQL takes connections; "not yet" while it starts, recovers or stops. */
export async function answers(connection: pg.ClientConfig): Promise<Answer> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    const state = sqlState(error);
    // 57P03: starting up, recovering or shutting down.
    if (state === '57P03') return 'not yet';
    return 'no';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Answers whether PostgreSQL was running already. */
async function ensureRunning(
  cluster: Cluster,
  connection: pg.ClientConfig,
  settings: Record<string, string>,
): Promise<boolean> {
  const begun = Date.now();
  let started = false;
  for (;;) {
    const answer = await answers(connection);
    if (answer === 'yes') return !started;
    if (answer === 'no') {
      try {
        endWithProcess.begin(cluster.folder);
        await startCluster(cluster, settings);
        started = true;
        continue;
      } catch (error) {
        endWithProcess.forget(cluster.folder);
        // Another process may be starting it at this moment, or what a killed one has left is still going down.
        if (Date.now() - begun > startTimeout) throw error;
      }
    }
    if (Date.now() - begun > readyTimeout)
      throw new EmbeddedError('The database did not answer within a minute.');
    await new Promise((done) => setTimeout(done, 100));
  }
}
