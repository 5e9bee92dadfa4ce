import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why the embedded PostgreSQL cannot run, and what the operator can do; the message is for people. */
export class EmbeddedError extends Error {}

/** The last part of every message that leaves no other way. */
export const otherWays = `Ways out:
  - start as another user, one that is not root
  - set DATA_DIR to another folder
  - set DATABASE_URL to a PostgreSQL server of your own`;

/** Whether what a program has printed, or an error of the system, says that there is no room for its files. */
const isDiskFull = (output: string) => /no space left on device|disk quota exceeded/i.test(output);

/** What is said of a folder whose disk is full; nothing where the output tells of something else. */
export function diskFull(what: string, folder: string, output: string): EmbeddedError | undefined {
  if (!isDiskFull(output)) return undefined;
  return new EmbeddedError(`${what}: the disk of ${folder} is full. Ways out:
  - make room there, and start again
  - set DATA_DIR to a folder on another disk
  - set DATABASE_URL to a PostgreSQL server of your own`);
}

/**
 * What is said where a program is there and the system finds nothing to load it with, as on one without glibc; nothing
 * where the output tells of something else.
 */
export function withoutLoader(program: string, output: string): EmbeddedError | undefined {
  const isNotFound = /\bENOENT\b|failed to execute .*: No such file or directory/.test(output);
  if (!(isNotFound && existsSync(program))) return undefined;
  return new EmbeddedError(
    'The PostgreSQL that comes with the product does not run on this system: it needs glibc, which Alpine Linux, for one, does not have. Set DATABASE_URL to a PostgreSQL server of your own, or use a system with glibc.',
  );
}

/** What is said where whom PostgreSQL runs as is not let to its programs: those of a product in /root, for one. */
export function shutAway(program: string, name: string): EmbeddedError {
  return new EmbeddedError(`The embedded PostgreSQL does not run as root, and ${name}, whom it would run as, cannot enter ${dirname(program)}. Ways out:
  - move the product to a folder that others can enter, such as one in /opt
  - start as another user, one that is not root
  - set DATABASE_URL to a PostgreSQL server of your own`);
}

/** Another process has the data folder, and runs its database. */
export class FolderInUse extends EmbeddedError {}
