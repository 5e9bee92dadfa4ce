import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { PersonalSeal } from '../personal-seal';
import { type Grants, migrationsTable } from './grants';
import { announced, finishInBackground } from './migration-background';
import { addToJournal, type JournalRow, makeJournal, readJournal } from './migration-journal';
import { openedVersion, runsInBackground } from './migration-statements';
import { applyGrants } from './roles';
import { sealFormer } from './seal-former';

/** Any number; replicas that start together take turns on it. */
const migrationLock = 7_245_113;

/** The product's migrations, and behind them those of an operator's own tables. */
export const migrationFolders: readonly string[] = ['migrations', 'own-migrations'].map((name) =>
  join(import.meta.dirname, name),
);

/**
 * A database from before the first release is taken over when it has had this migration, 0005_search-indexes; what it
 * lacks of the first release's schema is in the folder of the upgrade.
 */
const beforeRelease = {
  oldest: 1795261667505,
  upgrade: join(import.meta.dirname, 'migrations/upgrade-from-0005'),
};

/** Milliseconds that a statement waits for a lock: while it waits, whoever wants the table after it waits as well. */
const lockTimeout = 200;
/** Milliseconds until somebody who keeps a lock is waited for no longer, and between two tries. */
const lockPatience = 60_000;
const lockPause = 300;

/** The database does not fit, or the migrations cannot be done; the message is for people. */
export class MigrationRefused extends Error {}

/** The code with which a migration refuses to go on, among PostgreSQL's own. */
const refusalCode = 'AV001';

/** Who works with the tables that an owner migrates, and may do what with them. */
interface Access {
  role: string;
  grants: Grants;
}

interface Manner {
  access?: Access | undefined;
  /** Told in words what takes its time. */
  say?: (line: string) => void;
  /** Where the migrations are, in tests. */
  folders?: readonly string[];
}

const insufficientPrivilege = '42501';
/** lock_not_available, deadlock_detected */
const locked = new Set(['55P03', '40P01']);

const setOwner =
  'Set DATABASE_OWNER_URL to the role that owns the database (docs/operating.md, "Two roles").';

/**
 * Brings the database to the newest schema, and gives the role of the server what it needs of it, while servers of the same
 * minor version go on working with it (ADR 38). What a migration does in a transaction is done whole or not at all; what goes on in the
 * background after that is taken up again by the next start. A database that a later version of the same minor version
 * has migrated is left as it is.
 *
 * `pool` is of the owner of the tables and has two connections at least, `seal` is that of the server: it seals what former
 * versions left in the clear. Safe to run from many processes at once. Throws {@link MigrationRefused} when the database lacks
 * what it needs, belongs to another role, is older than can be upgraded, or is of a later minor version.
 */
export async function migrateDatabase(
  pool: pg.Pool,
  seal: PersonalSeal,
  { access, say = () => {}, folders = migrationFolders }: Manner = {},
): Promise<void> {
  const all = readMigrations(folders);
  const work = async (client: pg.PoolClient) => {
    const more = await applyNext(client, all, say);
    if (more === 'all applied') {
      await sealFormer(client, seal);
      if (access) await applyGrants(client, access.role, access.grants);
    }
    return more;
  };
  try {
    for (let more: Applied = 'more to come'; more === 'more to come'; ) {
      more = await inFreeLocks(pool, work, say);
      await finishInBackground(pool, all, say);
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === refusalCode) {
      throw new MigrationRefused(error.message, { cause: error });
    }
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) {
      throw new MigrationRefused(
        `The role that migrates the database may not do so (${error.message}). ${setOwner} Where it is set, make that role the owner of the database. Nothing has been changed.`,
        { cause: error },
      );
    }
    throw error;
  }
}

const readMigrations = (folders: readonly string[]) =>
  folders.flatMap((migrationsFolder) => readMigrationFiles({ migrationsFolder }));

/** How far the migrations are: `newer` ones than ours have been applied as well, and the database is not ours to change. */
type Applied = 'more to come' | 'all applied' | 'newer';

/** Does the work in a transaction under the lock of the migrations; again when a table is kept locked by somebody. */
async function inFreeLocks<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  say: (line: string) => void,
): Promise<T> {
  for (const begun = performance.now(); ; ) {
    const client = await pool.connect();
    try {
      await requireOwner(client);
      await client.query('BEGIN');
      // Waiting for another replica's migrations may take longer than an ordinary statement may.
      await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
      await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      await client.query(`SET LOCAL lock_timeout = ${lockTimeout}`);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && locked.has(error.code ?? ''))) throw error;
      if (performance.now() - begun > lockPatience) {
        throw new MigrationRefused(
          `For ${lockPatience / 1_000} s the migrations tried to lock a table that a transaction keeps (${error.message}): find it in pg_stat_activity, end it, and start again. Nothing has been changed.`,
          { cause: error },
        );
      }
      say(`A table that is to be migrated is in use (${error.message}); trying again.`);
    } finally {
      // The connection takes a transaction that failed with it.
      client.release(true);
    }
    await delay(lockPause);
  }
}

/** Applies what the database lacks, up to the first migration that goes on in the background. In a transaction under the lock. */
async function applyNext(
  client: pg.PoolClient,
  all: readonly MigrationMeta[],
  say: (line: string) => void,
): Promise<Applied> {
  await makeJournal(client);
  const journal = await readJournal(client);
  requireKnown(journal, all);
  const lacking = findLacking(journal, all);
  const first = lacking.findIndex(({ sql }) => sql.some(runsInBackground));
  const now = first === -1 ? lacking : lacking.slice(0, first + 1);
  for (const migration of now) await apply(client, migration, say);
  if (now.length < lacking.length) return 'more to come';
  return lacking.length === 0 && isNewer(journal, readUpgrade(), all) ? 'newer' : 'all applied';
}

/** Whose a migrated database is. */
interface Ownership {
  owner: string;
  role: string;
  /** Whether the role of the connection may do what the owner may. */
  own: boolean;
}

/** Undefined for a database that no migration has been in. */
async function readOwnership(client: Pick<pg.Pool, 'query'>): Promise<Ownership | undefined> {
  // A schema that one may not look into cannot be named otherwise.
  const { rows } = await client.query<Ownership>(
    `SELECT c.relowner::regrole::text AS owner, current_user AS role, pg_has_role(c.relowner, 'USAGE') AS own
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE format('%s.%s', n.nspname, c.relname) = $1`,
    [migrationsTable],
  );
  return rows[0];
}

async function requireOwner(client: pg.PoolClient): Promise<void> {
  const ownership = await readOwnership(client);
  if (!ownership || ownership.own) return;
  throw new MigrationRefused(
    `The tables of the database belong to the role ${ownership.owner}, so that the role ${ownership.role} cannot migrate them. ${setOwner} Nothing has been changed.`,
  );
}

/** Whether the role of a connection is the one to migrate: the tables are its own, or there are none and it may make them. */
export async function mayMigrate(pool: pg.Pool): Promise<boolean> {
  const ownership = await readOwnership(pool);
  if (ownership) return ownership.own;
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AS may`,
  );
  return rows[0]?.may ?? false;
}

/**
 * Throws {@link MigrationRefused} unless this version can work with the database. For a role that does not migrate. Answers
 * whether a later one has migrated it.
 */
export async function requireMigrated(pool: pg.Pool): Promise<{ newer: boolean }> {
  const all = readMigrations(migrationFolders);
  const journal = (await readOwnership(pool)) ? await readJournal(pool) : [];
  requireKnown(journal, all);
  const lacking = journal.length === 0 ? 'all' : findLacking(journal, all).length;
  if (lacking !== 0) {
    throw new MigrationRefused(
      `The database lacks ${lacking} migrations of this version, and the role of the server does not own it. ${setOwner} Nothing has been changed.`,
    );
  }
  return { newer: isNewer(journal, readUpgrade(), all) };
}

/** Throws {@link MigrationRefused} when the database has had a migration that opened a minor version later than this one. */
function requireKnown(journal: readonly JournalRow[], all: readonly MigrationMeta[]): void {
  const known = times(all);
  const opened = journal.findLast(({ at, opens }) => opens !== null && !known.has(at))?.opens;
  if (opened === undefined) return;
  throw new MigrationRefused(
    `The database was migrated to version ${opened}, and this is an earlier one, which cannot work with it. Start a version ${opened}, or restore the backup from before the upgrade. Nothing has been changed.`,
  );
}

/** Whether a database has had migrations that this version does not have, those from before the first release apart. */
export function isNewer(
  journal: readonly JournalRow[],
  upgrade: readonly MigrationMeta[],
  all: readonly MigrationMeta[],
): boolean {
  const [known, last] = [times(all), times(upgrade)];
  const released = journal.findLastIndex(({ at }) => last.has(at));
  return released !== -1 && journal.slice(released + 1).some(({ at }) => !known.has(at));
}

const readUpgrade = () => readMigrations([beforeRelease.upgrade]);

function findLacking(journal: readonly JournalRow[], all: readonly MigrationMeta[]): MigrationMeta[] {
  return findPending(new Set(journal.map(({ at }) => at)), readUpgrade(), all);
}

/**
 * What a database still has to be given, in this order. A migration is known by its time in the journal; those of the
 * first release have the time of the last one before it, so that a database which had that one needs none of them.
 */
export function findPending(
  applied: ReadonlySet<number>,
  upgrade: readonly MigrationMeta[],
  all: readonly MigrationMeta[],
): MigrationMeta[] {
  if (applied.size === 0) return [...all];
  const lacking = upgrade.filter(({ folderMillis }) => !applied.has(folderMillis));
  if (lacking.length > 0 && !applied.has(beforeRelease.oldest)) {
    throw new MigrationRefused(
      'The database was last used by a version of this product that is too old to be upgraded by this one. Start the newest version 0.1 on it once, stop it, and start this one again. Nothing has been changed.',
    );
  }
  // Each by itself: what an operator has added may have been applied before what a later version brings, and times are those of
  // clocks that may have been behind.
  const last = times(upgrade);
  const sinceRelease = all.slice(all.findLastIndex(({ folderMillis }) => last.has(folderMillis)) + 1);
  return [...lacking, ...sinceRelease.filter(({ folderMillis }) => !applied.has(folderMillis))];
}

const times = (migrations: readonly MigrationMeta[]) =>
  new Set(migrations.map(({ folderMillis }) => folderMillis));

async function apply(
  client: pg.PoolClient,
  { sql, hash, folderMillis }: MigrationMeta,
  say: (line: string) => void,
): Promise<void> {
  for (const statement of sql) {
    if (!runsInBackground(statement)) await announced(client, statement, say, () => client.query(statement));
  }
  await addToJournal(client, {
    hash,
    at: folderMillis,
    opens: openedVersion(sql) ?? null,
    unfinished: sql.some(runsInBackground),
  });
}
