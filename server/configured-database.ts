import { BackupError } from './backup/backup-error';
import { endSeries, hasSeries } from './backup/log-archive';
import { type Config, ConfigError } from './config';
import { type Database, openDatabase, type Reach } from './db/client';
import { EmbeddedError } from './db/embedded/embedded-error';
import { type Embedded, joinEmbedded, startEmbedded } from './db/embedded/start-embedded';
import { MigrationRefused } from './db/migrate';
import { DatabaseUnreached, requireReached } from './db/require-reached';
import { RoleRefused } from './db/roles';
import { openStandby } from './db/standby';
import { refusalOf, sqlState } from './errors/failures';
import { describeError, explainError } from './log';
import { createPersonalSeal, type PersonalSeal } from './personal-seal';
import { loadSecrets, requireDataDir } from './secrets';

interface OpenDatabase {
  database: Database;
  /** How to connect as the server, past a pooler. */
  connection: Reach;
  /** Whether that is another way than the one of `database`. */
  lent?: true;
  /** Where lists and reports may be read. */
  standby?: Database;
  /** How to connect as the owner of its tables. */
  owner?: Reach;
  /** The embedded database, where it is that one. */
  embedded?: Embedded;
  /** Whether the embedded database is another process's, which has prepared it. */
  joined?: true;
  close(): Promise<void>;
}

const say = (error: Error) => console.error(`Database: ${describeError(error).message}`);

async function openEmbedded(embedded: Embedded, seal: PersonalSeal): Promise<OpenDatabase> {
  const database = openDatabase(embedded.connection, say, undefined, seal);
  return {
    database,
    connection: embedded.connection,
    owner: embedded.owner,
    embedded,
    ...(embedded.joined && { joined: true }),
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

/**
 * The database of `DATABASE_URL`, or the embedded one of the data folder: that one belongs to this process alone, unless it
 * is told to `join` the one that runs. A command line, which does that, goes past a pooler. Throws {@link DatabaseUnreached}
 * where an address leads to no database; `named` is what the one of `DATABASE_URL` was given by.
 */
export async function openConfigured(
  config: Config,
  { join = false, named = 'DATABASE_URL' } = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) requireDataDir(config.dataDir);
  const seal = createPersonalSeal(loadSecrets(config).personalKey);
  if (config.databaseUrl !== undefined) {
    const direct = config.databaseDirectUrl;
    const lent = direct !== undefined && !join;
    await requireReached({
      [named]: join && direct !== undefined ? undefined : config.databaseUrl,
      DATABASE_DIRECT_URL: direct,
      DATABASE_OWNER_URL: join ? undefined : config.databaseOwnerUrl,
    });
    const connection = { connectionString: direct ?? config.databaseUrl };
    const reach = lent ? { connectionString: config.databaseUrl, lent } : connection;
    const database = openDatabase(reach, say, undefined, seal);
    const { databaseOwnerUrl: owner, databaseReadUrl: standbys } = config;
    const standby = standbys && !join ? openStandby({ connectionString: standbys }, seal) : undefined;
    return {
      database,
      connection,
      ...(lent && { lent }),
      ...(standby && { standby }),
      ...(owner && { owner: { connectionString: owner } }),
      async close() {
        await standby?.close();
        await database.close();
      },
    };
  }
  const { dataDir } = config;
  // What the command line prints is read by programs as well.
  if (join)
    return openEmbedded(await joinEmbedded({ dataDir, archive: keepsLog(config), log: console.error }), seal);
  const archive = config.backups.folder !== undefined;
  const embedded = await startEmbedded({ dataDir, archive, log: console.log });
  if (!archive) await endSeries(dataDir);
  return openEmbedded(embedded, seal);
}

/**
 * Whether a command has the log of the embedded database kept: also without `BACKUP_DIR`, where a server goes on with it.
 * It waits in the data folder until then.
 */
export const keepsLog = ({ backups, dataDir }: Config): boolean =>
  backups.folder !== undefined || hasSeries(dataDir);

/** What a start that was refused says; other errors are ours and keep their stack. */
export function explainRefused(error: unknown): string {
  if (error instanceof ConfigError) return `The configuration is not right:\n${error.message}`;
  const known = [BackupError, DatabaseUnreached, EmbeddedError, MigrationRefused, RoleRefused];
  if (known.some((one) => error instanceof one) && error instanceof Error) return error.message;
  const code = sqlState(error);
  const said = innermost(error);
  // Of a file of the data folder; of PostgreSQL's, which takes back what it was at.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') {
    return `A disk is full: ${said}. Make room there, and start again; nothing that was finished is lost.`;
  }
  if (code === '42501') {
    return `DATABASE_URL: its role may not do in the database what the server needs (${said}). Start once with DATABASE_OWNER_URL set to the role that owns the database and its tables: it grants what is missing (docs/operating.md, "Two roles").`;
  }
  if (error instanceof Error && 'syscall' in error && 'path' in error) {
    return `A file or folder cannot be used (${said}). See that it is there, and that the user who starts this may read and write it.`;
  }
  if (refusalOf(error)) {
    return `The database does not answer any more, or not in time (${said}). Start again once it does.`;
  }
  return explainError(error);
}

/** What was said where it went wrong: what lies around it repeats the statement. */
function innermost(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error ? innermost(cause) : describeError(error).message;
}
