import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { takeBack } from '../server/backup/restore';
import { EmbeddedError } from '../server/db/embedded/embedded-error';
import {
  type Embedded,
  requireNoDatabase,
  startEmbedded,
  unfinishedDemo,
} from '../server/db/embedded/start-embedded';
import { shellWord } from '../server/shell-word';

/** The command that starts the product on a data folder. */
export const startCommand = (folder: string) => `DATA_DIR=${shellWord(folder)} npm start`;

/**
 * The folder that `npm run demo` fills: the named one, else that of DATA_DIR, else one of its own. Throws an EmbeddedError
 * where there is something in it: it may be the data of a product that is in use.
 */
export function demoFolder(named: string | undefined, dataDir: string | undefined): string {
  const folder = named || dataDir || './data-demo';
  if (existsSync(join(folder, unfinishedDemo))) {
    throw new EmbeddedError(
      `The samples in ${folder} are not whole. If another npm run demo is at it, wait for its end; otherwise delete the folder, and run this again:\n\n  rm -r ${shellWord(folder)}\n`,
    );
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new EmbeddedError(
      `${folder} is not empty, and is left as it is. Name another folder by DATA_DIR, delete it if it held samples, or start the product on it:\n\n  ${startCommand(folder)}\n`,
    );
  }
  return folder;
}

/** Makes a data folder and has its database filled. Ended or failed it leaves nothing, and killed nothing that starts. */
export async function fillFolder(
  folder: string,
  signal: AbortSignal,
  fill: (embedded: Embedded) => Promise<void>,
): Promise<void> {
  await requireNoDatabase(folder);
  const existed = existsSync(folder);
  const embedded = await startEmbedded({ dataDir: folder, log: console.log });
  const mark = join(folder, unfinishedDemo);
  writeFileSync(mark, '');
  try {
    try {
      signal.throwIfAborted();
      await fill(embedded);
    } finally {
      await embedded.stop();
    }
    rmSync(mark);
  } catch (error) {
    await takeBack(resolve(folder), embedded.folder, existed);
    throw error;
  }
}
