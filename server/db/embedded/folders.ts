import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder';
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

/** Makes the data folder and tells where the database and its socket go. Throws {@link EmbeddedError}. */
export function prepareFolders(given: string, runAs: RunAs): Folders {
  try {
    makeFolder(given);
    // One folder, one place for its socket, by whichever link one comes.
    const dataDir = realpathSync(given);
    // Another user cannot look into a folder of root's, so the database goes where it can.
    const base = runAs.kind === 'user' ? folderOfUser(dataDir, runAs) : dataDir;
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

/** A folder of the user's own, and a file in the data folder that tells the operator where it is. */
function folderOfUser(dataDir: string, user: RunAs & { kind: 'user' }): string {
  const folder = join('/var/lib', `averin-${shortHash(dataDir)}`);
  makePrivate(folder, user);
  writeFileSync(
    join(dataDir, elsewhereFile),
    `PostgreSQL may not run as root here, so the database of this folder runs as ${user.name} in\n${folder}\n`,
  );
  return folder;
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
