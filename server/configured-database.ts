import { BackupError } from './backup/backup-error';
import { type Config, ConfigError } from './config';
import { type Database, openDatabase, type Reach } from './db/client';
import { EmbeddedError } from './db/embedded/embedded-error';
import { type Embedded, joinEmbedded, startEmbedded } from './db/embedded/start-embedded';
import { MigrationRefused } from './db/migrate';
import { RoleRefused } from './db/roles';
import { openStandby } from './db/standby';
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
 * is told to `join` the one that runs. A command line, which does that, goes past a pooler.
 */
export async function openConfigured(config: Config, { join = false } = {}): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) requireDataDir(config.dataDir);
  const seal = createPersonalSeal(loadSecrets(config).personalKey);
  if (config.databaseUrl !== undefined) {
    const direct = config.databaseDirectUrl;
    const lent = direct !== undefined && !join;
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
  const archive = config.backups.folder !== undefined;
  // What the command line prints is read by programs as well.
  if (join) return openEmbedded(await joinEmbedded({ dataDir, archive, log: console.error }), seal);
  return openEmbedded(await startEmbedded({ dataDir, archive, log: console.log }), seal);
}

/** What a start that was refused says; other errors are ours and keep their stack. */
export function explainRefused(error: unknown): string {
  if (error instanceof ConfigError) return `The configuration is not right:\n${error.message}`;
  const known = [BackupError, EmbeddedError, MigrationRefused, RoleRefused];
  if (known.some((one) => error instanceof one) && error instanceof Error) return error.message;
  if (error instanceof Error && 'code' in error) {
    // Files are refused with the same codes.
    if ('syscall' in error && error.syscall === 'listen') {
      const host = process.env.HOST ?? '127.0.0.1';
      const port = process.env.PORT ?? '3000';
      if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Set PORT to another one.`;
      if (error.code === 'EACCES')
        return `Port ${port} on ${host} is not allowed to this user. Set PORT to another.`;
      if (error.code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`;
    }
    // Of a file of the data folder; of PostgreSQL's, which takes back what it was at.
    if (error.code === 'ENOSPC' || error.code === '53100') {
      return `A disk is full: ${describeError(error).message}. Make room there, and start again; nothing that was finished is lost.`;
    }
    if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND') {
      return `DATABASE_URL: the database does not answer (${describeError(error).message}).`;
    }
  }
  return explainError(error);
}
