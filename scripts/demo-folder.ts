import { existsSync, readdirSync } from 'node:fs';
import { EmbeddedError } from '../server/db/embedded/embedded-error';
import { shellWord } from '../server/shell-word';

/** The command that starts the product on a data folder. */
export const startCommand = (folder: string) => `DATA_DIR=${shellWord(folder)} npm start`;

/**
 * The folder that `npm run demo` fills: the named one, else that of DATA_DIR, else one of its own. Throws an EmbeddedError
 * where there is something in it: it may be the data of a product that is in use.
 */
export function demoFolder(named: string | undefined, dataDir: string | undefined): string {
  const folder = named || dataDir || './data-demo';
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new EmbeddedError(
      `${folder} is not empty, and is left as it is. Name another folder by DATA_DIR, delete it if it held samples, or start the product on it:\n\n  ${startCommand(folder)}\n`,
    );
  }
  return folder;
}
