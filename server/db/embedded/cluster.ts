import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries';
import { EmbeddedError, otherWays } from './embedded-error';
import { type Executed, execute, type RunAs } from './run-as';

/** A PostgreSQL data folder, and with what and as whom it is run. */
export interface Cluster {
  folder: string;
  binaries: Binaries;
  runAs: RunAs;
}

/** The superuser of a cluster; nobody but us can reach the socket it signs in on. */
export const superuser = 'postgres';

/**
 * Makes the data folder once: beside its place and moved there when whole, so that a killed start leaves nothing
 * half made, and of two starts at once one wins. `auth` are further arguments of initdb.
 */
export async function createCluster({ folder, binaries, runAs }: Cluster, auth: string[]): Promise<void> {
  removeAbandoned(folder);
  if (existsSync(folder)) return requireVersion(folder, binaries.major);
  const draft = `${folder}.draft-${process.pid}`;
  const made = await execute(
    binaries.initdb,
    [`--pgdata=${draft}`, `--username=${superuser}`, '--encoding=UTF8', ...locale, ...auth],
    runAs,
  );
  if (made.code !== 0) throw failure('The database could not be created', made, runAs);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Someone else was faster, and theirs is as good.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

/** Names sort as people expect, the same on every machine, and without its locales. */
const locale = ['--locale-provider=icu', '--icu-locale=und', '--locale=C'];

function removeAbandoned(folder: string): void {
  const prefix = `${basename(folder)}.draft-`;
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

function requireVersion(folder: string, major: string): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new EmbeddedError(
    `The database in ${folder} was made by PostgreSQL ${found}, and this version brings PostgreSQL ${major}. Use the version that made it, move the data over with pg_dump, or set DATA_DIR to a new folder.`,
  );
}

/** Starts PostgreSQL with these settings and waits until it answers. Throws {@link EmbeddedError}. */
export async function startCluster(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  const { folder, binaries, runAs } = cluster;
  const quoted = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'\n`,
  );
  writeFileSync(
    join(folder, 'postgresql.conf'),
    `# Written at every start; changes are lost. To tune PostgreSQL run your own and set DATABASE_URL.\n${quoted.join('')}`,
  );
  const log = join(folder, 'startup.log');
  const start = () => execute(binaries.pgCtl, ['start', '-w', '-t', '60', '-D', folder, '-l', log], runAs);
  let started = await start();
  if (started.code !== 0 && removeForeignPidFile(folder)) started = await start();
  if (started.code === 0) return;
  const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
  throw failure(
    'The database did not start',
    { ...started, output: `${started.output.trim()}\n${tail}` },
    runAs,
  );
}

/** Stops PostgreSQL in order; one that is gone already is fine. */
export async function stopCluster({ folder, binaries, runAs }: Cluster): Promise<void> {
  await execute(binaries.pgCtl, ['stop', '-w', '-t', '60', '-m', 'fast', '-D', folder], runAs);
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
function removeForeignPidFile(folder: string): boolean {
  const pid = readPid(folder);
  if (pid === undefined || !isAlive(pid)) return false;
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === folder) return false;
  } catch {
    return false;
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  return true;
}

/** Whether a process of that number is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function failure(what: string, { output }: Executed, runAs: RunAs): EmbeddedError {
  const asWhom = runAs.kind === 'user' ? ` (run as ${runAs.name})` : '';
  return new EmbeddedError(`${what}${asWhom}:\n${output.trim()}\n${otherWays}`);
}
