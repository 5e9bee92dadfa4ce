import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/client';
import { MigrationRefused, migrateDatabase, migrationFolders } from '../../server/db/migrate';
import { checkRole } from '../../server/db/roles';
import { sqlState } from '../../server/errors/failures';
import { prepareDatabase, serverGrants } from '../../server/prepare-database';
import { breachesOf } from '../structure/additive-migrations';
import { countWaiting } from '../support/hold';
import { additiveStatements, addMigration } from '../support/next-version';
import { patient } from '../support/patience';
import {
  createTestDatabase,
  type PostgresConnection,
  type TestDatabase,
  testSeal,
} from '../support/test-database';

const [product = '', own = ''] = migrationFolders;
const live = { live: true, reason: undefined };

let migrated: TestDatabase;
/** The product's migrations and an operator's own, as the next version has them. */
let folder: string;
let ownFolder: string;
beforeEach(async () => {
  migrated = await createTestDatabase();
  const next = mkdtempSync(join(tmpdir(), 'averin-next-'));
  [folder, ownFolder] = [join(next, 'product'), join(next, 'own')];
  cpSync(product, folder, { recursive: true });
  cpSync(own, ownFolder, { recursive: true });
});
afterEach(async () => {
  await migrated.drop();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

async function withPool<T>(connection: PostgresConnection, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = openDatabase(connection, () => {}, 2);
  try {
    return await work(pool);
  } finally {
    await close();
  }
}

/** As a start of the next version does, with all migrations of the folder. Answers what it said. */
async function migrateToNext(): Promise<string[]> {
  const said: string[] = [];
  const { owner, server } = migrated.connections;
  await withPool(owner, (pool) =>
    migrateDatabase(pool, testSeal, {
      access: { role: server.user, grants: serverGrants },
      say: (line) => said.push(line),
      folders: [folder, ownFolder],
    }),
  );
  return said;
}

/** A start of this version, with the owner of the tables and without. */
const startWithOwner = () =>
  withPool(migrated.connections.server, (pool) =>
    prepareDatabase({ server: { pool, seal: testSeal }, owner: migrated.connections.owner }, live),
  );
const startWithout = () =>
  withPool(migrated.connections.server, (pool) =>
    prepareDatabase({ server: { pool, seal: testSeal } }, live),
  );

interface JournalRow {
  opens: string | null;
  unfinished: boolean;
}

async function lastOfJournal(): Promise<JournalRow | undefined> {
  const { rows } = await migrated.superuser.pool.query<JournalRow>(
    'select opens, unfinished from drizzle.__drizzle_migrations order by id desc limit 1',
  );
  return rows[0];
}

async function readIndex(name: string): Promise<boolean | undefined> {
  const { rows } = await migrated.superuser.pool.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  return rows[0]?.valid;
}

test('a database with an operator’s own migrations is given what a later version brings, and its former servers know', async () => {
  const ownTable = ['CREATE TABLE "own_notes" ("id" uuid PRIMARY KEY NOT NULL)'];
  addMigration(ownFolder, ownTable);
  await migrateToNext();
  // As merged: the product's migrations in their folder, and earlier or later than the own one.
  addMigration(folder, ['ALTER TABLE "accounts" ADD COLUMN "next_level" integer']);
  addMigration(folder, ['CREATE INDEX CONCURRENTLY "accounts_next_level_idx" ON "accounts" ("next_level")']);
  await migrateToNext();
  expect(await readIndex('accounts_next_level_idx')).toBe(true);
  const { rows } = await migrated.superuser.pool.query(
    'select created_at::text as at from drizzle.__drizzle_migrations',
  );
  expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length);
  expect(await startWithout()).toEqual([
    expect.stringContaining('A later version has migrated the database'),
  ]);
});

describe('a database that a later version of the same minor version has migrated', () => {
  test('is worked with by this one, which says so and leaves its rights as they are', async () => {
    expect(breachesOf(additiveStatements)).toEqual([]);
    addMigration(folder, additiveStatements);
    await migrateToNext();
    // As the next version's grants might have it.
    const { server } = migrated.connections;
    await migrated.superuser.pool.query(`grant delete on proofs, users to ${server.user}`);
    for (const start of [startWithOwner, startWithout]) {
      expect(await start()).toEqual([expect.stringContaining('A later version has migrated the database')]);
    }
    const { rows } = await migrated.superuser.pool.query(
      `select has_table_privilege('${server.user}', 'users', 'DELETE') as may`,
    );
    expect(rows).toEqual([{ may: true }]);
    expect(await lastOfJournal()).toEqual({ opens: null, unfinished: false });
  });

  test('is refused nevertheless to a role that may do more than any server', async () => {
    addMigration(folder, additiveStatements);
    await migrateToNext();
    const { server } = migrated.connections;
    await migrated.superuser.pool.query(`grant create on schema public to ${server.user}`);
    await expect(startWithout()).rejects.toThrow('create objects in the schema public');
    expect((await checkRole(migrated.database.pool, serverGrants)).lacking).toEqual([]);
  });
});

test('a database of a later minor version is refused, with the owner and without, and left as it is', async () => {
  addMigration(folder, [
    '-- opens version 0.2: users have no country\nALTER TABLE users DROP COLUMN country',
  ]);
  // Others may follow: it is not the last one that counts.
  addMigration(folder, ['CREATE TABLE "next_notes" ("id" uuid)']);
  await migrateToNext();
  const { server } = migrated.connections;
  await migrated.superuser.pool.query(`grant delete on users to ${server.user}`);
  for (const start of [startWithOwner, startWithout]) {
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MigrationRefused);
    expect(String(refused)).toContain('Start a version 0.2');
  }
  const { rows } = await migrated.superuser.pool.query(
    `select has_table_privilege('${server.user}', 'users', 'DELETE') as may`,
  );
  expect(rows).toEqual([{ may: true }]);
  // The version it belongs to goes on with it.
  await migrateToNext();
});

test('a database that was migrated before versions were kept is worked with, and keeps them from the next migration on', async () => {
  const { pool } = migrated.superuser;
  await pool.query('alter table drizzle.__drizzle_migrations drop column opens, drop column unfinished');
  expect(await startWithout()).toEqual([]);
  addMigration(folder, ['-- opens version 0.2: to try it\nCREATE TABLE "next_notes" ("id" uuid)']);
  await migrateToNext();
  expect(await lastOfJournal()).toEqual({ opens: '0.2', unfinished: false });
});

describe('a table that somebody keeps locked', () => {
  test('is waited for in short turns, so that others can use it between them', async () => {
    addMigration(folder, ['ALTER TABLE "transactions" ADD COLUMN "next_note" text']);
    const holder = new pg.Client(migrated.connections.superuser);
    await holder.connect();
    try {
      await holder.query('begin; lock table transactions in row exclusive mode');
      const migrating = migrateToNext();
      await expect.poll(() => countWaiting(holder)).toBe(1);
      // Held for several turns; a reader that waits for one of them has longer than that.
      for (let turn = 0; turn < 20; turn += 1) {
        await migrated.superuser.pool.query(
          `begin; set local lock_timeout = '${patient(2_000)}'; select count(*) from transactions; commit`,
        );
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await holder.query('rollback');
      const said = await migrating;
      expect(said.join('\n')).toContain('A table that is to be migrated is in use');
    } finally {
      await holder.end();
    }
    expect(await lastOfJournal()).toEqual({ opens: null, unfinished: false });
  });
});

describe('what a migration does in the background', () => {
  const index = 'CREATE UNIQUE INDEX CONCURRENTLY "pairs_next_key" ON "pairs" USING btree ("n")';

  test('is done by one of two replicas that start at once', async () => {
    addMigration(folder, additiveStatements);
    addMigration(folder, ['ALTER TABLE "accounts" ADD COLUMN "next_note" text']);
    await Promise.all([migrateToNext(), migrateToNext(), migrateToNext()]);
    expect(await readIndex('transactions_next_note_idx')).toBe(true);
    const { rows } = await migrated.superuser.pool.query(
      `select convalidated from pg_constraint where conname = 'transactions_next_note_check'`,
    );
    expect(rows).toEqual([{ convalidated: true }]);
  });

  test('that fails leaves the database usable, and is done anew by the next start', async () => {
    const { pool } = migrated.superuser;
    const { owner } = migrated.connections;
    await pool.query(
      `create table pairs (n int); alter table pairs owner to ${owner.user}; insert into pairs values (1), (1)`,
    );
    addMigration(folder, ['ALTER TABLE "pairs" ADD COLUMN "next_note" text', index]);
    addMigration(folder, ['ALTER TABLE "accounts" ADD COLUMN "next_note" text']);
    await expect(migrateToNext()).rejects.toThrow('pairs_next_key');
    expect(await lastOfJournal()).toEqual({ opens: null, unfinished: true });
    expect(await readIndex('pairs_next_key')).toBe(false);
    expect(await startWithout()).toEqual([expect.stringContaining('A later version')]);
    await pool.query('delete from pairs; insert into pairs values (1)');
    expect((await migrateToNext()).join('\n')).toContain('was not finished by a former start');
    expect(await readIndex('pairs_next_key')).toBe(true);
    expect(await lastOfJournal()).toEqual({ opens: null, unfinished: false });
  });
});

describe('a table of a million rows', () => {
  const rows = 1_000_000;
  /** What keeps writers of a table, or readers as well, waiting. */
  const blocking = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

  async function fill(): Promise<void> {
    const { pool } = migrated.superuser;
    const { owner, server } = migrated.connections;
    await pool.query(`
      create table payments (id bigserial primary key, user_id uuid not null, amount bigint not null, at timestamptz not null);
      alter table payments owner to ${owner.user};
      grant select, insert, update on payments to ${server.user};
      grant usage on sequence payments_id_seq to ${server.user};
      set statement_timeout = 0;
      insert into payments (user_id, amount, at)
        select md5((n % 5000)::text)::uuid, n % 1000, timestamptz '2026-01-01' + n * interval '1 second'
        from generate_series(1, ${rows}) n;
      analyze payments`);
  }

  interface UnderLoad {
    /** The locks of the table that others have to wait for, as seen many times a second. */
    locks: string[];
    requests: number;
    /** Processes that helped to do it, at most, beside those that do it. */
    helpers: number;
    /** Requests that waited for a lock until their time was up. */
    failed: number;
    /** Milliseconds. */
    slowest: number;
  }

  /** Does something while clients read and write the table. */
  async function underLoad<T>(work: () => Promise<T>): Promise<UnderLoad & { result: T }> {
    let going = true;
    let [requests, failed, slowest] = [0, 0, 0];
    const user = randomUUID();
    const { pool } = migrated.database;
    const client = async () => {
      for (; going; requests += 1) {
        const begun = performance.now();
        const id = 1 + ((requests * 7_919) % rows);
        try {
          await pool.query('insert into payments (user_id, amount, at) values ($1, 1, now())', [user]);
          await pool.query('update payments set amount = amount + 1 where id = $1', [id]);
          await pool.query('select amount from payments where id = $1', [id]);
        } catch (error) {
          if (sqlState(error) !== '55P03') throw error;
          failed += 1;
        }
        slowest = Math.max(slowest, performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const seen = new Set<string>();
    let helpers = 0;
    const watch = async () => {
      while (going) {
        const { rows: found } = await migrated.superuser.pool.query<{ helpers: number }>(
          `select count(*)::int as helpers from pg_stat_activity
           where backend_type = 'parallel worker' and datname = current_database()`,
        );
        helpers = Math.max(helpers, found[0]?.helpers ?? 0);
        const { rows: held } = await migrated.superuser.pool.query<{ mode: string }>(
          `select distinct mode from pg_locks where locktype = 'relation' and relation = 'payments'::regclass and granted and mode = any($1)`,
          [blocking],
        );
        for (const { mode } of held) seen.add(mode);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const load = Promise.all([client(), client(), watch()]);
    try {
      const result = await work();
      return { result, locks: [...seen], helpers, requests, failed, slowest };
    } finally {
      going = false;
      await load;
    }
  }

  const wordsOf = ({ requests, failed, slowest }: UnderLoad) =>
    `${requests} rounds meanwhile, ${failed} of them given up, the slowest took ${slowest.toFixed(0)} ms`;

  test('gets an index while others read and write it, and the start says how long that takes', async () => {
    await fill();
    addMigration(folder, [
      'CREATE INDEX CONCURRENTLY "payments_next_idx" ON "payments" USING btree ("user_id","at")',
    ]);
    const built = await underLoad(migrateToNext);
    const { result: said, locks, helpers, requests, failed } = built;
    console.log(`${said.join('\n')}\n${wordsOf(built)}`);
    expect(locks).toEqual([]);
    // It takes one processor, and leaves the others to those who read and write.
    expect(helpers).toBe(0);
    expect(failed).toBe(0);
    expect(requests).toBeGreaterThan(0);
    expect(said).toEqual([
      expect.stringMatching(
        /^Migrating: CREATE INDEX .*about 1,000,000 rows.* Up to \d+ s .* read and write meanwhile\.$/,
      ),
      expect.stringMatching(/^Migrated in \d+\.\d s: CREATE INDEX/),
    ]);
    expect(await readIndex('payments_next_idx')).toBe(true);
    // The same index as migrations were not to make it, so that one sees what would be seen.
    addMigration(folder, ['CREATE INDEX "payments_blocking_idx" ON "payments" USING btree ("user_id","at")']);
    const former = await underLoad(migrateToNext);
    console.log(`${former.result.join('\n')}\n${wordsOf(former)}`);
    expect(former.locks).toContain('ShareLock');
    expect(former.result[0]).toContain('others wait meanwhile');
  });
});
