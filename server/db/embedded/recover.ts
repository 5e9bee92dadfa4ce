import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, readPid, roles, startCluster, startupLog, stopCluster, superuser } from './cluster';
import { EmbeddedError } from './embedded-error';
import { endWithProcess } from './end-with-process';
import type { RunAs } from './run-as';
import { answers, type Connection, locate, settingsFor } from './start-embedded';

/** In PostgreSQL's data folder, where it asks for files of the log and gets them. */
const exchange = 'log_exchange';

/**
 * What PostgreSQL runs for a file of the log: it asks for it, and waits at most two minutes. A code over 125 ends the
 * recovery; any other but 0 says that there is no such file, and so that the log has ended.
 */
const fetchScript = `file=${exchange}/$1
: > "$file.wanted" || exit 200
tries=0
while [ ! -e "$file" ] && [ ! -e "$file.none" ]; do
  [ -e "$file.bad" ] && exit 200
  tries=$((tries + 1))
  [ $tries -gt 6000 ] && exit 200
  sleep 0.02
done
[ -e "$file.none" ] && rm "$file.none" && exit 1
mv "$file" "$2" || exit 200
`;

export interface Recovered {
  /** As the role of the server. */
  connection: Connection;
  superuser: Connection;
}

export interface Recovery {
  /** A file of the log; `undefined` when there is none of that name. */
  fetchLog(name: string): Promise<Buffer | undefined>;
  /** What was committed later is left out; without it everything is taken. */
  to?: Date | undefined;
  /** Ends it before it is done. */
  signal?: AbortSignal | undefined;
}

/** The log ends before the time that was asked for, which may be because nothing was written after it. */
export class EndsBefore extends EmbeddedError {}

/** Gives what this process has written to whom PostgreSQL runs as. */
export async function handOver(path: string, runAs: RunAs): Promise<void> {
  if (runAs.kind === 'user') await chown(path, runAs.uid, runAs.gid);
}

/**
 * Brings the files of a backup, which are in the place of a data folder's database, to the end of their log or to a time,
 * opens the database on a new timeline, and stops it after `work`. Throws {@link EmbeddedError}.
 */
export async function recoverEmbedded<T>(
  dataDir: string,
  { fetchLog, to, signal }: Recovery,
  work: (recovered: Recovered) => Promise<T>,
): Promise<T> {
  const { cluster, socket, connectionOf } = await locate(dataDir);
  const { folder, runAs } = cluster;
  const inFolder = (name: string) => join(folder, name);
  await mkdir(inFolder(exchange), { mode: 0o700 });
  for (const [name, text] of [
    [join(exchange, 'fetch.sh'), fetchScript],
    ['recovery.signal', ''],
  ] as const) {
    await writeFile(inFolder(name), text, { mode: 0o600 });
    await handOver(inFolder(name), runAs);
  }
  await handOver(inFolder(exchange), runAs);
  const failures: unknown[] = [];
  const ended = new AbortController();
  const serving = serve(inFolder(exchange), fetchLog, runAs, ended.signal, (error) => failures.push(error));
  const stop = () => void stopCluster(cluster);
  signal?.addEventListener('abort', stop);
  endWithProcess.begin(folder);
  try {
    await startCluster(cluster, {
      ...settingsFor(socket),
      // Its messages are read below, and nobody looks in before it is whole.
      logging_collector: 'off',
      hot_standby: 'off',
      archive_mode: 'off',
      restore_command: `sh ${exchange}/fetch.sh "%f" "%p"`,
      ...(to && {
        recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
        recovery_target_action: 'promote',
      }),
    });
    endWithProcess.launched(folder);
    // There was nothing to stop yet, if it was told while the database was being launched.
    signal?.throwIfAborted();
    await untilOpen(folder, connectionOf(superuser));
  } catch (error) {
    await stopCluster(cluster);
    endWithProcess.forget(folder);
    if (failures.length > 0) throw failures[0];
    throw error;
  } finally {
    ended.abort();
    await serving;
    await rm(inFolder(exchange), { recursive: true, force: true });
  }
  try {
    return await work({ connection: connectionOf(roles.server), superuser: connectionOf(superuser) });
  } finally {
    signal?.removeEventListener('abort', stop);
    await stopCluster(cluster);
    endWithProcess.forget(folder);
  }
}

/** Waits until the log is replayed. PostgreSQL ends when it cannot be, and its log says why. */
async function untilOpen(folder: string, connection: Connection): Promise<void> {
  for (;;) {
    const answer = await answers(connection);
    if (answer === 'yes') return;
    const pid = readPid(folder);
    if (answer === 'no' && (pid === undefined || !isAlive(pid))) break;
    await delay(50);
  }
  const said = await readFile(join(folder, startupLog), 'utf8').catch(() => '');
  const reason =
    said
      .split('\n')
      .filter((line) => line.includes('FATAL:'))
      .at(-1) ?? '';
  const message = `The database could not be brought to the end of its log: ${reason}`;
  if (reason.includes('recovery ended before configured recovery target')) throw new EndsBefore(message);
  throw new EmbeddedError(message);
}

/** Answers what the script asks for, until the signal. */
async function serve(
  folder: string,
  fetchLog: Recovery['fetchLog'],
  runAs: RunAs,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const put = async (name: string, content: Buffer | string) => {
    const part = join(folder, `${name}.part`);
    await writeFile(part, content, { mode: 0o600 });
    await handOver(part, runAs);
    await rename(part, join(folder, name));
  };
  while (!signal.aborted) {
    for (const name of await wantedIn(folder)) {
      await rm(join(folder, name + ofAsking), { force: true });
      try {
        const content = await fetchLog(name);
        await (content ? put(name, content) : put(`${name}.none`, ''));
      } catch (error) {
        onFailure(error);
        await put(`${name}.bad`, '');
      }
    }
    await delay(10, undefined, { signal }).catch(() => {});
  }
}

const ofAsking = '.wanted';

async function wantedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(ofAsking)).map((name) => name.slice(0, -ofAsking.length));
}
