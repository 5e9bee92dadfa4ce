import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { PersonalSeal } from '../personal-seal';
import { type Grants, migrationsTable } from './grants';
import { applyGrants } from './roles';
import { sealFormer } from './seal-former';

/** Any number; replicas that start together take turns on it. */
const migrationLock = 7_245_113;

const folder = join(import.meta.dirname, 'migrations');

/**
 * A database from before the first release is taken over when it has had this migration, 0005_search-indexes; what it
 * lacks of the first release's schema is in the folder.
 */
const beforeRelease = { oldest: 1795261667505, upgrade: join(folder, 'upgrade-from-0005') };

/** The database lacks what the migrations need; nothing has been changed. */
export class MigrationRefused extends Error {}

/** The code with which a migration refuses to go on, among PostgreSQL's own. */
const refusalCode = 'AV001';

/** Who works with the tables that an owner migrates, and may do what with them. */
interface Access {
  role: string;
  grants: Grants;
}

const insufficientPrivilege = '42501';

const setOwner =
  'Set DATABASE_OWNER_URL to the role that owns the database (docs/operating.md, "Two roles").';

/**
 * Brings the database to the newest schema, and gives the role of the server what it needs of it; whole or not at all.
 * `pool` is of the owner of the tables, `seal` that of the server: it seals what former versions left in the clear. Safe to run from many processes at once. Throws {@link MigrationRefused} when the
 * database lacks what it needs, belongs to another role, or is older than can be upgraded.
 */
export async function migrateDatabase(pool: pg.Pool, seal: PersonalSeal, access?: Access): Promise<void> {
  const client = await pool.connect();
  try {
    await requireOwner(client);
    await client.query('BEGIN');
    // Waiting for another replica's migrations may take longer than an ordinary statement may.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await makeJournal(client);
    for (const migration of findLacking(await readApplied(client))) await apply(client, migration);
    await sealFormer(client, seal);
    if (access) await applyGrants(client, access.role, access.grants);
    await client.query('COMMIT');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === refusalCode) {
      throw new MigrationRefused(error.message, { cause: error });
    }
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) {
      throw new MigrationRefused(
        `The role that migrates the database may not do so (${error.message}). ${setOwner} Nothing has been changed.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    // The connection takes a transaction that failed with it.
    client.release(true);
  }
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

/** Throws {@link MigrationRefused} when the database has not had every migration. For a role that does not migrate. */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  const found = await readOwnership(pool);
  const lacking = found ? findLacking(await readApplied(pool)).length : 'all';
  if (lacking === 0) return;
  throw new MigrationRefused(
    `The database lacks ${lacking} migrations of this version, and the role of the server does not own it. ${setOwner} Nothing has been changed.`,
  );
}

/** What a migrated database still has to be given, of the files of this version. */
function findLacking(applied: ReadonlySet<number>): MigrationMeta[] {
  return findPending(
    applied,
    readMigrationFiles({ migrationsFolder: beforeRelease.upgrade }),
    readMigrationFiles({ migrationsFolder: folder }),
  );
}

/** The table that drizzle's migrator keeps as well. */
async function makeJournal(client: pg.PoolClient): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${migrationsTable} (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
}

/** The times of the migrations the database has had. */
async function readApplied(client: Pick<pg.Pool, 'query'>): Promise<Set<number>> {
  const { rows } = await client.query<{ created_at: string }>(`SELECT created_at FROM ${migrationsTable}`);
  return new Set(rows.map((row) => Number(row.created_at)));
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
  const known = new Set([...applied, ...upgrade.map(({ folderMillis }) => folderMillis)]);
  // By place, not by time: the clock of whoever made the next migration may have been behind.
  const newest = all.findLastIndex(({ folderMillis }) => known.has(folderMillis));
  return [...lacking, ...all.slice(newest + 1)];
}

async function apply(client: pg.PoolClient, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await client.query(statement);
  await client.query(`INSERT INTO ${migrationsTable} (hash, created_at) VALUES ($1, $2)`, [
    migration.hash,
    migration.folderMillis,
  ]);
}
