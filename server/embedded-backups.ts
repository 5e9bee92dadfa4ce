import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../contract/home';
import { type BackupState, type Backups, startBackups } from './backup/schedule';
import type { Source } from './backup/take';
import type { Config } from './config';
import type { Embedded } from './db/embedded/start-embedded';
import { isOver } from './due';
import { loadSecrets } from './secrets';

/** The embedded database as something to be backed up. */
export function sourceOf(config: Config, { folder, superuser }: Embedded): Source {
  const { jwtSecret, personalDataKey, checkpointKey } = config;
  return {
    dataDir: config.dataDir,
    folder,
    superuser,
    postgres: readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim(),
    secrets: {
      ...(jwtSecret !== undefined && { JWT_SECRET: jwtSecret }),
      ...(personalDataKey !== undefined && { PERSONAL_DATA_KEY: personalDataKey }),
      ...(checkpointKey !== undefined && { CHECKPOINT_KEY: checkpointKey }),
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
  const { checkpointKey } = loadSecrets(config);
  return startBackups({ source: sourceOf(config, embedded), place, checkpointKey, ...settings, log });
}

/** Milliseconds that the log may wait for the archive: a minute of it is what may be lost. */
const longestWait = 10 * 60_000;

/** How the backups stand, for people. */
export function describeBackups(
  { every, newest, archived, waiting, problems, drill }: BackupState,
  now = Date.now(),
): NonNullable<Home['backups']> {
  const late = newest !== null && isOver(newest, 2 * every, now);
  const stuck = waiting.since !== null && now - waiting.since.getTime() > longestWait;
  const failing = problems.length > 0 || late || stuck || drill?.passed === false;
  return {
    state: failing ? 'failing' : newest ? 'good' : 'none',
    newest: newest?.toISOString() ?? null,
    archived: archived?.toISOString() ?? null,
    drill: drill && { at: drill.at, passed: drill.passed },
  };
}
