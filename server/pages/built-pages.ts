import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Site, siteFile, siteSchema } from '../../contract/site';
import { ConfigError } from '../config';

/** The built pages: their folder, and what their build tells the server. */
export interface BuiltPages {
  /** Absolute. */
  folder: string;
  site: Site;
}

/** Finds the built pages; `undefined` when there are none. Throws {@link ConfigError} when they are incomplete. */
export function findBuiltPages(folder: string): BuiltPages | undefined {
  if (!existsSync(folder)) return undefined;
  const text = readBuilt(folder, siteFile);
  try {
    return { folder, site: siteSchema.parse(JSON.parse(text)) };
  } catch {
    throw incomplete(folder, siteFile);
  }
}

/** A built text file. Throws {@link ConfigError} when it cannot be read. */
export function readBuilt(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    throw incomplete(folder, name);
  }
}

function incomplete(folder: string, name: string): ConfigError {
  return new ConfigError(
    `${join(folder, name)}: not there or not of this version; build the product again with npm run build`,
  );
}
