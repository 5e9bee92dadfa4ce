import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import { type Database, openDatabase } from '../../server/db/client';
import { MigrationRefused, migrateDatabase } from '../../server/db/migrate';
import { serverGrants } from '../../server/prepare-database';
import { bookProblems } from '../support/books';
import { fillAsBefore, migrateAsBefore } from '../support/former-database';
import { schemaOf } from '../support/schema-of';
import { createDatabase, onDatabase, runAsSuperuser, testSeal } from '../support/test-database';

const { connections } = inject('postgres');

interface Empty {
  /** As the server. */
  database: Database;
  /** As the owner of the tables. */
  owner: pg.Client;
  migrate(): Promise<void>;
  drop(): Promise<void>;
}

/** A database with nothing in it, and a connection to look at it. */
async function createEmpty(): Promise<Empty> {
  const name = `empty_${randomUUID().slice(0, 8)}`;
  await createDatabase(connections, name);
  const own = onDatabase(connections, name);
  const owner = new pg.Client(own.owner);
  await owner.connect();
  const database = openDatabase(own.server, () => {}, undefined, testSeal);
  return {
    database,
    owner,
    async migrate() {
      // As each replica has: a pool of its own.
      const { pool, close } = openDatabase(own.owner, () => {}, 2);
      try {
        await migrateDatabase(pool, testSeal, { access: { role: own.server.user, grants: serverGrants } });
      } finally {
        await close();
      }
    },
    async drop() {
      await database.close();
      await owner.end();
      await runAsSuperuser(connections, `drop database ${name} with (force)`);
    },
  };
}

async function withEmpty(work: (empty: Empty) => Promise<void>): Promise<void> {
  const empty = await createEmpty();
  try {
    await work(empty);
  } finally {
    await empty.drop();
  }
}

/** How many migrations a database has had, by its own account. */
async function countApplied(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query('select 1 from drizzle.__drizzle_migrations');
  return rows.length;
}

describe('a database that refuses extensions, as managed ones do that are not on their provider’s list', () => {
  const name = `strict_${randomUUID().slice(0, 8)}`;
  let database: Database;
  let owner: pg.Client;
  beforeAll(async () => {
    await runAsSuperuser(connections, `create role ${name} login password '${name}'`);
    await runAsSuperuser(connections, `create database ${name}`);
    owner = new pg.Client({ ...connections.superuser, database: name });
    await owner.connect();
    await owner.query(`grant all on schema public to ${name}`);
    await owner.query(`grant create on database ${name} to ${name}`);
    await owner.query(`
      create function refuse_extension() returns event_trigger language plpgsql as $$
      begin raise 'extension is not on the list' using errcode = 'insufficient_privilege'; end $$`);
    await owner.query(`
      create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION')
      execute function refuse_extension()`);
    database = openDatabase(
      { ...connections.superuser, database: name, user: name, password: name },
      () => {},
    );
  });
  afterAll(async () => {
    await database.close();
    await owner.end();
    await runAsSuperuser(connections, `drop database ${name} with (force)`);
    await runAsSuperuser(connections, `drop role ${name}`);
  });

  test('it is left as it was, with a word on what to do', async () => {
    const refused = await migrateDatabase(database.pool, testSeal).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MigrationRefused);
    expect(String(refused)).toContain('CREATE EXTENSION pg_trgm;');
    expect(String(refused)).toContain(name);
    const tables = await owner.query(`select 1 from pg_tables where schemaname in ('public', 'drizzle')`);
    expect(tables.rowCount).toBe(0);
  });

  test('once an owner has added it, the start goes on', async () => {
    await owner.query('drop event trigger no_extensions');
    await owner.query('create extension pg_trgm');
    await migrateDatabase(database.pool, testSeal);
    await migrateDatabase(database.pool, testSeal);
    const { rows } = await owner.query<{ found: string | null }>(
      `select to_regclass('users_search_idx') as found`,
    );
    expect(rows[0]?.found).toBe('users_search_idx');
  });
});

describe('a database from before the first release', () => {
  /** The schema of a new database, and how many migrations it has had since the three of the first release. */
  let fresh: string[];
  let later: number;
  beforeAll(async () => {
    await withEmpty(async ({ owner, migrate }) => {
      await migrate();
      later = (await countApplied(owner)) - 3;
      fresh = await schemaOf(owner);
    });
  });

  test('at 0005 it comes to exactly the schema of a new one', () =>
    withEmpty(async ({ owner, migrate }) => {
      await migrateAsBefore(owner, 6);
      expect(await schemaOf(owner)).not.toEqual(fresh);
      await migrate();
      expect(await schemaOf(owner)).toEqual(fresh);
      expect(await countApplied(owner)).toBe(7 + later);
    }));

  test('at 0006 it has that schema, and the first release’s migrations are not run', () =>
    withEmpty(async ({ owner, migrate }) => {
      await migrateAsBefore(owner, 7);
      await migrate();
      expect(await schemaOf(owner)).toEqual(fresh);
      expect(await countApplied(owner)).toBe(7 + later);
    }));

  test.each([6, 7])('after %i migrations it keeps its people and its books, and goes on with them', (count) =>
    withEmpty(async ({ database, owner, migrate }) => {
      await migrateAsBefore(owner, count);
      await fillAsBefore(owner);
      await migrate();
      expect(await bookProblems(database.pool)).toEqual([]);
      const dataDir = await mkdtemp(join(tmpdir(), 'averin-data-'));
      const app = await buildApp({
        config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
        database,
      });
      try {
        const signIn = async (email: string, password: string) => {
          const reply = await app.inject({
            method: 'POST',
            url: '/api/user/login',
            payload: { email, password },
          });
          expect(reply.statusCode).toBe(200);
          return { authorization: `Bearer ${reply.json().data}` };
        };
        const ada = await signIn('ada@example.com', 'correct horse');
        const account = await app.inject({ url: '/api/account', headers: ada });
        expect(account.json().data).toMatchObject({ balance: 4649.75, held: 200.5, investment: 5000.25 });
        const own = await app.inject({ url: '/api/transaction/all', headers: ada });
        expect(
          own
            .json()
            .data.map(({ status }: { status: string }) => status)
            .sort(),
        ).toEqual(['CONFIRMED', 'CONFIRMED', 'DECLINED', 'DECLINED', 'PENDING']);
        const admin = await signIn('admin@example.com', 'demo password');
        const { _id } = own.json().data.find(({ status }: { status: string }) => status === 'PENDING');
        const decided = await app.inject({
          method: 'PUT',
          url: `/api/transaction/${_id}`,
          headers: admin,
          payload: { status: 'CONFIRMED' },
        });
        expect(decided.statusCode).toBe(200);
        const page = await app.inject({
          url: '/api/user/users?range=[0,9]&sort=["email","ASC"]',
          headers: admin,
        });
        expect(page.headers['content-range']).toMatch(/0-2\/3$/);
      } finally {
        await app.close();
        await rm(dataDir, { recursive: true, force: true });
      }
      expect(await bookProblems(database.pool)).toEqual([]);
    }),
  );

  test('two replicas that start on it at once upgrade it once', () =>
    withEmpty(async ({ owner, migrate }) => {
      await migrateAsBefore(owner, 6);
      await fillAsBefore(owner);
      await Promise.all([migrate(), migrate()]);
      expect(await countApplied(owner)).toBe(7 + later);
      expect(await schemaOf(owner)).toEqual(fresh);
    }));

  test('an upgrade that fails changes nothing, and is done by the next start', () =>
    withEmpty(async ({ owner, migrate }) => {
      await migrateAsBefore(owner, 6);
      // The last index that the upgrade makes.
      await owner.query('create index transactions_pending_deposits_idx on transactions (user_id)');
      const before = await schemaOf(owner);
      await expect(migrate()).rejects.toThrow(/transactions_pending_deposits_idx/);
      expect(await schemaOf(owner)).toEqual(before);
      expect(await countApplied(owner)).toBe(6);
      await owner.query('drop index transactions_pending_deposits_idx');
      await migrate();
      expect(await schemaOf(owner)).toEqual(fresh);
    }));

  test.each([1, 2, 3, 4, 5])('after %i migrations it is refused as too old, and left as it was', (count) =>
    withEmpty(async ({ owner, migrate }) => {
      await migrateAsBefore(owner, count);
      const before = await schemaOf(owner);
      const refused = await migrate().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(MigrationRefused);
      expect(String(refused)).toContain('Start the newest version 0.1 on it once');
      expect(await schemaOf(owner)).toEqual(before);
      expect(await countApplied(owner)).toBe(count);
    }),
  );
});
