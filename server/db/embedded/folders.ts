import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../make-folder';
import { shellWord } from '../../shell-word';
import { EmbeddedError, otherWays } from './embedded-error';
import type { RunAs } from './run-as';

export interface Folders {
  /** PostgreSQL's own data folder; made by initdb. */
  cluster: string;
  /** Where its socket is. */
  socket: string;
}

/** Bytes of a socket's path; the system's limit is 108 with its ending zero. */
const socketPathLimit = 107;
const socketFile = '/.s.PGSQL.5432';

const clusterFolder = 'postgres';
/** In a data folder whose database is in another one: where that is. */
const elsewhereFile = 'postgres-is-elsewhere.txt';

/** Whether a database was ever made in a data folder. */
const holdsDatabase = (dataDir: string) =>
  // One that may not be looked into is said to be so, and not to be empty.
  [clusterFolder, elsewhereFile].some((name) => statSync(join(dataDir, name), { throwIfNoEntry: false }));

/** A command is about a database that is there, and makes none. Throws {@link EmbeddedError}. */
export function requireDatabase(
  dataDir: string,
  otherwise = 'set DATA_DIR to the data folder of the server',
): void {
  if (!holdsDatabase(dataDir)) throw new EmbeddedError(`${dataDir} holds no database: ${otherwise}`);
}

/**
 * Makes the data folder and tells where the database and its socket go. Throws {@link EmbeddedError}, also where the data folder
 * has its database in another place than that, unless it is known to be `disposable`.
 */
export function prepareFolders(given: string, runAs: RunAs, disposable = false): Folders {
  try {
    makeFolder(given);
    // One folder, one place for its socket, by whichever link one comes.
    const dataDir = realpathSync(given);
    const base = baseOf(dataDir, runAs);
    if (!disposable) requireOneDatabase(dataDir, base, runAs);
    if (runAs.kind === 'user') makeFolderOfUser(base, dataDir, runAs);
    const inside = join(base, 'socket');
    const fits = Buffer.byteLength(inside + socketFile) <= socketPathLimit;
    const socket = fits ? inside : join(tmpdir(), `averin-${shortHash(dataDir)}`);
    makePrivate(socket, runAs);
    return { cluster: join(base, clusterFolder), socket };
  } catch (error) {
    if (error instanceof EmbeddedError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedError(`The data folder ${given} cannot be used: ${reason}\n${otherWays}`);
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Another user cannot look into a folder of root's, so the database goes where it can. */
const baseOf = (dataDir: string, runAs: RunAs) =>
  runAs.kind === 'user' ? join('/var/lib', `averin-${shortHash(dataDir)}`) : dataDir;

/** A folder of the user's own, and a file in the data folder that tells where it is. */
function makeFolderOfUser(folder: string, dataDir: string, user: RunAs & { kind: 'user' }): void {
  makePrivate(folder, user);
  if (readElsewhere(dataDir) === folder) return;
  const note = join(dataDir, elsewhereFile);
  // Moved into place whole: another start may be reading it.
  writeFileSync(
    `${note}.part`,
    `PostgreSQL may not run as root here, so the database of this folder runs as ${user.name} in\n${folder}\n`,
  );
  renameSync(`${note}.part`, note);
}

/** Where a data folder says that its database is, if that is not in itself. */
function readElsewhere(dataDir: string): string | undefined {
  const note = join(dataDir, elsewhereFile);
  return existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n').at(-1) : undefined;
}

/** What is in a folder of PostgreSQL's; of one that is `away` what it is in is not there either. */
function look(cluster: string): 'files' | 'nothing' | 'away' | 'shut' {
  try {
    return readdirSync(cluster).length > 0 ? 'files' : 'nothing';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES') return 'shut';
    if (code !== 'ENOENT') throw error;
    return existsSync(dirname(cluster)) ? 'nothing' : 'away';
  }
}

/** Whoever PostgreSQL runs as and wherever the data folder was moved, no second database is made beside the one that it has. */
function requireOneDatabase(dataDir: string, base: string, runAs: RunAs): void {
  const note = readElsewhere(dataDir);
  const here = join(base, clusterFolder);
  for (const place of new Set([dataDir, ...(note ? [note] : [])])) {
    const cluster = join(place, clusterFolder);
    const found = look(cluster);
    // What is not there or may not be looked into says nothing where there is one.
    if (found === 'nothing' || (found !== 'files' && look(here) === 'files')) continue;
    if (found === 'away') throw new EmbeddedError(awayFrom(dataDir, place));
    if (place !== base) throw new EmbeddedError(elsewhere(dataDir, cluster, base, runAs));
  }
}

const awayFrom = (dataDir: string, place: string) => {
  const note = join(dataDir, elsewhereFile);
  return `The database of ${dataDir} is in ${place}, as ${note} says, and that folder is not there. Nothing is made in its stead. Ways out:
  - bring the folder back to where it was
  - if the database is not needed any more, delete the note, and a new one is made: rm ${shellWord(note)}`;
};

function elsewhere(dataDir: string, cluster: string, base: string, runAs: RunAs): string {
  const owner = runAs.kind === 'user' ? runAs.name : (process.getuid?.() ?? '');
  const here = join(base, clusterFolder);
  const note = shellWord(join(dataDir, elsewhereFile));
  const [from, to, folder] = [cluster, here, base].map(shellWord);
  const forget = dirname(cluster) === dataDir ? `mv ${from} ${shellWord(`${cluster}.before`)}` : `rm ${note}`;
  return `The database of ${dataDir} is in ${cluster}, and started as this it would be another one, in ${here}: the folder was moved or copied, or PostgreSQL runs as another user than before. Nothing was changed. Ways out:
  - start it in the place, as the user and with the rights to user namespaces of before
  - stop what runs on it, and bring it over: mkdir -p ${folder} && mv -T ${from} ${to} && chown -R ${owner} ${folder} && rm -f ${note}
  - if that database is not needed any more: ${forget}`;
}

/**
 * Whoever is about to make or restore a database in a data folder that is empty makes sure that none of before is there, which
 * may be outside of it. Throws {@link EmbeddedError}.
 */
export function requireUnused(given: string, runAs: RunAs): void {
  const base = baseOf(realPath(resolve(given)), runAs);
  const cluster = join(base, clusterFolder);
  if (look(cluster) !== 'files') return;
  const [from, to] = [base, `${base}.before`].map(shellWord);
  throw new EmbeddedError(
    `${cluster} holds a database, that of a folder that was ${given} before, and nothing is put over it. Move it aside as well: mv ${from} ${to} (both go back together), or delete it if it is one of samples, or what a restore that did not end has left: rm -r ${from}`,
  );
}

/** Of a folder that may not be there yet. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

/** Makes a folder nobody else can enter; refuses one that someone else has put there before. */
function makePrivate(folder: string, runAs: RunAs): void {
  const owner = runAs.kind === 'user' ? runAs.uid : process.getuid?.();
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (runAs.kind === 'user') chownSync(folder, runAs.uid, runAs.gid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory())
    throw new EmbeddedError(`${folder} is no folder; remove it or choose another DATA_DIR.`);
  if (found.uid !== owner) {
    throw new EmbeddedError(
      `${folder} belongs to another user (id ${found.uid}). If a server of that user has this data folder, start this as that user; otherwise choose another DATA_DIR.`,
    );
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
