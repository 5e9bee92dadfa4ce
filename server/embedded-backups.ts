import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Backups, startBackups } from './backup/schedule';
import type { Source } from './backup/take';
import type { Config } from './config';
import type { Embedded } from './db/embedded/start-embedded';

/** The embedded database as something to be backed up. */
export function sourceOf(config: Config, { folder, superuser }: Embedded): Source {
  const { jwtSecret, personalDataKey } = config;
  return {
    dataDir: config.dataDir,
    folder,
    superuser,
    postgres: readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim(),
    secrets: {
      ...(jwtSecret !== undefined && { JWT_SECRET: jwtSecret }),
      ...(personalDataKey !== undefined && { PERSONAL_DATA_KEY: personalDataKey }),
    },
  };
}

/** Keeps the archive of `BACKUP_DIR`, where it is set. */
export function startConfiguredBackups(
  config: Config,
  embedded: Embedded | undefined,
  log: (message: string) => void,
): Backups | undefined {
  const { folder: place, ...settings } = config.backups;
  if (place === undefined || !embedded) return undefined;
  return startBackups({ source: sourceOf(config, embedded), place, ...settings, log });
}
