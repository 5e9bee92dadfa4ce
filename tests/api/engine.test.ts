import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireEngine } from '../../server/db/engine';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

/** Lets a function of PostgreSQL's do something else in this database, as in an engine that only accepts it. */
async function insteadOf(signature: string, definition: string, work: () => Promise<void>): Promise<void> {
  const name = signature.replace(/\(.*/, '');
  const client = await own.superuser.pool.connect();
  try {
    await client.query('set allow_system_table_mods = on');
    await client.query(`alter function pg_catalog.${signature} rename to ${name}_kept`);
    await client.query(`create function pg_catalog.${definition}`);
    await work();
    await client.query(`drop function pg_catalog.${signature}`);
    await client.query(
      `alter function pg_catalog.${signature.replace(name, `${name}_kept`)} rename to ${name}`,
    );
  } finally {
    client.release(true);
  }
}

test('PostgreSQL keeps what the server relies on', async () => {
  await expect(requireEngine(own.database.pool)).resolves.toBeUndefined();
});

test('an engine whose advisory locks keep nobody out is refused', () =>
  insteadOf(
    'pg_try_advisory_xact_lock(bigint)',
    `pg_try_advisory_xact_lock(key bigint) returns boolean language sql as 'select true'`,
    async () => {
      await expect(requireEngine(own.database.pool)).rejects.toThrow(/advisory locks and does not keep them/);
    },
  ));

test('an engine that ends no statement in time is refused', () =>
  insteadOf(
    'pg_sleep(double precision)',
    `pg_sleep(seconds double precision) returns void language sql as 'select null::void'`,
    async () => {
      await expect(requireEngine(own.database.pool)).rejects.toThrow(
        /statement_timeout and does not keep it/,
      );
    },
  ));

test('and PostgreSQL itself is not, after that', async () => {
  await expect(requireEngine(own.database.pool)).resolves.toBeUndefined();
});
