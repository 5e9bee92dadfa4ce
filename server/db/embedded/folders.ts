import { createHash, randomUUID } from 'node:crypto';
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
/** In the folder of such a database: of which data folder it is. */
export const ownerFile = 'database-of.txt';

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
    if (runAs.kind === 'user') makePrivate(base, runAs);
    const inside = join(base, 'socket');
    const fits = Buffer.byteLength(inside + socketFile) <= socketPathLimit;
    const socket = fits ? inside : join(tmpdir(), `averin-${shortHash(dataDir)}`);
    makePrivate(socket, runAs);
    return { cluster: join(base, clusterFolder), socket };
  } catch (error) {
    throw unusable(given, error);
  }
}

function unusable(given: string, error: unknown): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedError(`The data folder ${given} cannot be used: ${reason}\n${otherWays}`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Another user cannot look into a folder of root's, so the database goes where it can. */
const baseOf = (dataDir: string, runAs: RunAs) =>
  runAs.kind === 'user' ? join('/var/lib', `averin-${shortHash(dataDir)}`) : dataDir;

/**
 * Once the database of a data folder is made: where it is in another folder, a note in each says which the other one is. So neither
 * says of a database that it is there before it is.
 */
export function noteDatabase(given: string, cluster: string, runAs: RunAs): void {
  if (runAs.kind !== 'user') return;
  const base = dirname(cluster);
  const why = `PostgreSQL may not run as root here, so the database of this folder runs as ${runAs.name} in`;
  try {
    const dataDir = realpathSync(given);
    keepNote(join(dataDir, elsewhereFile), why, base);
    keepNote(join(base, ownerFile), 'The database in this folder is that of the data folder', dataDir);
  } catch (error) {
    throw unusable(given, error);
  }
}

function keepNote(note: string, text: string, folder: string): void {
  if (readNote(note) === folder) return;
  // Moved into place whole: another start may be reading it. A new file, as that user could have put a link there.
  const part = `${note}.${randomUUID()}`;
  writeFileSync(part, `${text}\n${folder}\n`, { flag: 'wx' });
  renameSync(part, note);
}

/** The folder that a note names, which is its last line. */
const readNote = (note: string): string | undefined =>
  existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n').at(-1) : undefined;

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
  const note = readNote(join(dataDir, elsewhereFile));
  const here = join(base, clusterFolder);
  for (const place of new Set([dataDir, ...(note ? [note] : [])])) {
    const cluster = join(place, clusterFolder);
    const found = look(cluster);
    // What is not there or may not be looked into says nothing where there is one.
    if (found !== 'files' && look(here) === 'files') continue;
    if (found === 'nothing' && place === dataDir) continue;
    if (found === 'nothing' || found === 'away') throw new EmbeddedError(awayFrom(dataDir, place, found));
    if (place === base) continue;
    const owner = readNote(join(place, ownerFile));
    if (owner !== undefined && owner !== dataDir && existsSync(owner))
      throw new EmbeddedError(ofAnother(dataDir, cluster, owner));
    throw new EmbeddedError(elsewhere(dataDir, cluster, base, runAs, owner !== undefined));
  }
}

const awayFrom = (dataDir: string, place: string, found: 'nothing' | 'away') => {
  const note = join(dataDir, elsewhereFile);
  const lacks = found === 'away' ? 'that folder is not there' : 'there is none in that folder';
  return `The database of ${dataDir} is in ${place}, as ${note} says, and ${lacks}. Nothing is made in its stead. Ways out:
  - bring it back to where it was
  - if the database is not needed any more, delete the note, and a new one is made: rm ${shellWord(note)}`;
};

const ofAnother = (dataDir: string, cluster: string, owner: string) => {
  const note = join(dataDir, elsewhereFile);
  return `${note} says that the database of ${dataDir} is in ${cluster}, but that is the database of ${owner}, as ${join(dirname(cluster), ownerFile)} says. Nothing was changed. Ways out:
  - if this folder was moved aside, its database was moved aside as well: give both the names that they had before
  - if this folder is a copy of ${owner}, its database was not copied: restore a backup of that one into an empty folder (docs/backup.md)
  - if this folder needs no database of before, delete the note, and a new one is made: rm ${shellWord(note)}`;
};

function elsewhere(dataDir: string, cluster: string, base: string, runAs: RunAs, isKnown: boolean): string {
  const owner = runAs.kind === 'user' ? runAs.name : (process.getuid?.() ?? '');
  const here = join(base, clusterFolder);
  const note = shellWord(join(dataDir, elsewhereFile));
  const [from, to, folder] = [cluster, here, base].map(shellWord);
  const others = isKnown || dirname(cluster) === dataDir ? '' : ', unless another data folder has it';
  const forget = dirname(cluster) === dataDir ? `mv ${from} ${shellWord(`${cluster}.before`)}` : `rm ${note}`;
  return `The database of ${dataDir} is in ${cluster}, and started as this it would be another one, in ${here}: the folder was moved or copied, or PostgreSQL runs as another user than before. Nothing was changed. Ways out:
  - start it in the place, as the user and with the rights to user namespaces of before
  - stop what runs on it, and bring it over${others}: mkdir -p ${folder} && mv -T ${from} ${to} && chown -R ${owner} ${folder} && rm -f ${note}
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

/** The command that moves the database of a data folder aside, so that another one can be made in its place. */
export function commandToMoveAside(dataDir: string, cluster: string): string {
  const note = join(dataDir, elsewhereFile);
  const forget = readNote(note) === dirname(cluster) ? ` && rm ${shellWord(note)}` : '';
  return `mv ${shellWord(cluster)} ${shellWord(`${cluster}.before`)}${forget}`;
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
