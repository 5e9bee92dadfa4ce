import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client';
import { MigrationRefused, migrateDatabase } from '../../server/db/migrate';
import { runAsAdmin } from '../support/test-database';

const name = `strict_${randomUUID().slice(0, 8)}`;
const { connection } = inject('postgres');

/** A database that refuses extensions, as managed ones do that are not on their provider's list. */
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  await runAsAdmin(connection, `create role ${name} login password '${name}'`);
  await runAsAdmin(connection, `create database ${name}`);
  owner = new pg.Client({ ...connection, database: name });
  await owner.connect();
  await owner.query(`grant all on schema public to ${name}`);
  await owner.query(`grant create on database ${name} to ${name}`);
  await owner.query(`
    create function refuse_extension() returns event_trigger language plpgsql as $$
    begin raise 'extension is not on the list' using errcode = 'insufficient_privilege'; end $$`);
  await owner.query(`
    create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION')
    execute function refuse_extension()`);
  database = openDatabase({ ...connection, database: name, user: name, password: name }, () => {});
});
afterAll(async () => {
  await database.close();
  await owner.end();
  await runAsAdmin(connection, `drop database ${name} with (force)`);
  await runAsAdmin(connection, `drop role ${name}`);
});

test('a database that withholds pg_trgm is left as it was, with a word on what to do', async () => {
  const refused = await migrateDatabase(database.pool).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MigrationRefused);
  expect(String(refused)).toContain('CREATE EXTENSION pg_trgm;');
  expect(String(refused)).toContain(name);
  const tables = await owner.query(`select 1 from pg_tables where schemaname = 'public'`);
  expect(tables.rowCount).toBe(0);
});

test('once an owner has added it, the start goes on', async () => {
  await owner.query('drop event trigger no_extensions');
  await owner.query('create extension pg_trgm');
  await migrateDatabase(database.pool);
  await migrateDatabase(database.pool);
  const { rows } = await owner.query<{ found: string | null }>(
    `select to_regclass('users_search_idx') as found`,
  );
  expect(rows[0]?.found).toBe('users_search_idx');
});
