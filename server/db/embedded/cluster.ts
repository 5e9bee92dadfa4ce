import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries';
import { diskFull, EmbeddedError, otherWays, shutAway, withoutLoader } from './embedded-error';
import { type Executed, execute, type RunAs } from './run-as';

/** A PostgreSQL data folder, and with what and as whom it is run. */
export interface Cluster {
  folder: string;
  binaries: Binaries;
  runAs: RunAs;
}

/** The superuser of a cluster, who makes the roles below; nobody but us can reach the socket it signs in on. */
export const superuser = 'postgres';

/** Who owns the tables, and who the server is (docs/decisions/0020-database-roles.md). */
export const roles = { owner: 'averin_owner', server: 'averin_server' } as const;

/**
 * Makes the data folder once: beside its place and moved there when whole, so that a killed start leaves nothing
 * half made, and of two starts at once one wins. `auth` are further arguments of initdb.
 */
export async function createCluster({ folder, binaries, runAs }: Cluster, auth: string[]): Promise<void> {
  removeAbandoned(folder);
  if (holdsFiles(folder)) return requireVersion(folder, binaries.major);
  const draft = `${folder}.draft-${ownDraft}`;
  const made = await execute(
    binaries.initdb,
    [`--pgdata=${draft}`, `--username=${superuser}`, '--encoding=UTF8', ...locale, ...auth],
    runAs,
  );
  if (made.code !== 0) {
    if (runAs.kind === 'user' && made.code === undefined && made.output.includes('EACCES'))
      throw shutAway(binaries.initdb, runAs.name);
    // What initdb itself has not taken away, since it was killed, the next start does.
    const what = 'The database could not be created, and nothing of it was kept';
    throw (
      diskFull(what, folder, made.output) ??
      withoutLoader(binaries.initdb, made.output) ??
      failure('The database could not be created', made, runAs)
    );
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Someone else was faster, and theirs is as good.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

/** In a container each start has the same process id, so that alone would not tell an old draft from ours. */
const ownDraft = `${process.pid}-${randomUUID()}`;

/** An empty folder may be there already, made as the place of a volume. */
function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Names sort as people expect, the same on every machine, and without its locales. */
const locale = ['--locale-provider=icu', '--icu-locale=und', '--locale=C'];

function removeAbandoned(folder: string): void {
  const prefix = `${basename(folder)}.draft-`;
  for (const name of readdirSync(dirname(folder))) {
    const owner = name.slice(prefix.length);
    if (!name.startsWith(prefix) || owner === ownDraft) continue;
    const pid = Number.parseInt(owner, 10);
    if (pid === process.pid || !isAlive(pid)) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

function requireVersion(folder: string, major: string): void {
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new EmbeddedError(
      `${folder} holds files that are not a PostgreSQL database. Move them away, or set DATA_DIR to another folder.`,
    );
  }
  const found = readFileSync(versionFile, 'utf8').trim();
  if (found === major) return;
  throw new EmbeddedError(
    `The database in ${folder} was made by PostgreSQL ${found}, and this version brings PostgreSQL ${major}. Use the version that made it, move the data over with pg_dump, or set DATA_DIR to a new folder.`,
  );
}

/** Where PostgreSQL and `pg_ctl` write until the collector of the log has begun. */
export const startupLog = 'startup.log';

/** Starts PostgreSQL with these settings and waits until it answers. Throws {@link EmbeddedError}. */
export async function startCluster(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  const { folder, binaries, runAs } = cluster;
  const quoted = Object.entries(settings).map(([name, value]) => `${name} = ${quote(name, value)}\n`);
  // Moved into place whole: another start may be reading it, and half of it would open PostgreSQL's default port.
  const draft = join(folder, `postgresql.conf.${ownDraft}`);
  const what = 'The database did not start';
  try {
    writeFileSync(
      draft,
      `# Written at every start; changes are lost. To tune PostgreSQL run your own and set DATABASE_URL.\n${quoted.join('')}`,
      { flag: 'wx' },
    );
    renameSync(draft, join(folder, 'postgresql.conf'));
  } catch (error) {
    // Half of it, which the next try would take for somebody else's.
    rmSync(draft, { force: true });
    throw diskFull(what, folder, error instanceof Error ? error.message : '') ?? error;
  }
  const log = join(folder, startupLog);
  // It hands both to a shell, for which the folder's name may hold what is no name.
  const places = ['-D', '.', '-l', startupLog];
  const start = () => execute(binaries.pgCtl, ['start', '-w', '-t', '60', ...places], runAs, folder);
  let started = await start();
  if (started.code !== 0 && removeForeignPidFiles(folder, settings)) started = await start();
  if (started.code === 0) return;
  const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
  const output = `${started.output.trim()}\n${tail}`;
  throw diskFull(what, folder, output) ?? failure(what, { ...started, output }, runAs);
}

/** A value as the file of settings takes it. The folders of sockets are a list, with commas between them. */
function quote(name: string, value: string): string {
  const isFolder = name === 'unix_socket_directories' && value !== '';
  const written = isFolder ? `"${value.replaceAll('"', '""')}"` : value;
  return `'${written.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Stops PostgreSQL in order; one that is gone already is fine. */
export async function stopCluster({ folder, binaries, runAs }: Cluster): Promise<void> {
  const pid = readPid(folder);
  if (pid === undefined) return;
  await execute(binaries.pgCtl, ['stop', '-W', '-m', 'fast', '-D', folder], runAs);
  // The file goes last. pg_ctl's own waiting would go on for the server of a process that starts right after us.
  for (let waited = 0; readPid(folder) === pid && isAlive(pid) && waited < 60_000; waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The process id in postmaster.pid, alive or not. */
export function readPid(folder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
    return Number.isInteger(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * After a crash the number in postmaster.pid may have come to belong to another program, and PostgreSQL would not
 * dare to start. A postmaster works in its data folder; a process elsewhere is none of ours.
 */
function removeForeignPidFiles(folder: string, settings: Record<string, string>): boolean {
  const pid = readPid(folder);
  // One that nobody has collected is there for PostgreSQL.
  if (pid === undefined || !isThere(pid)) return false;
  try {
    if (!isUncollected(pid) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)) return false;
    // Someone else may have cleared it away and started in the meantime.
    if (readPid(folder) !== pid) return true;
  } catch {
    return false;
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  // The socket has a file of the same kind, with the same number.
  const socketLock = join(settings.unix_socket_directories ?? '', `.s.PGSQL.${settings.port}.lock`);
  if (existsSync(socketLock) && Number.parseInt(readFileSync(socketLock, 'utf8'), 10) === pid)
    rmSync(socketLock);
  return true;
}

/**
 * Whether a process of that number is there and has not ended. In a container whose first process collects no dead
 * children one that has ended keeps its number.
 */
export function isAlive(pid: number): boolean {
  return isThere(pid) && !isUncollected(pid);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process has ended, and its parent has not asked how. */
function isUncollected(pid: number): boolean {
  try {
    // Its name, in parentheses, may have blanks and parentheses in it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    // A system without these files, or it is gone in between.
    return false;
  }
}

function failure(what: string, { output }: Executed, runAs: RunAs): EmbeddedError {
  const asWhom = runAs.kind === 'user' ? ` (run as ${runAs.name})` : '';
  return new EmbeddedError(`${what}${asWhom}:\n${output.trim()}\n${otherWays}`);
}
