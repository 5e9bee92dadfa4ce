import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/client';
import { requireEngine } from '../../server/db/engine';
import { requireEngineOfRows } from '../../server/db/engine-rows';
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

/** What the checks leave behind must be nothing, or each start would leave more. */
const left = async () =>
  (
    await own.superuser.pool.query(
      `select (select count(*) from users)::int as users, (select count(*) from ledger_entries)::int as entries,
        (select count(*) from list_counts)::int as counts, (select count(*) from rate_limits)::int as limits`,
    )
  ).rows[0];

test('PostgreSQL keeps what the server relies on, and nothing is left of the tries', async () => {
  const before = await left();
  await expect(requireEngine(own.database.pool)).resolves.toBeUndefined();
  await expect(requireEngineOfRows(own.database.pool)).resolves.toBeUndefined();
  expect(await left()).toEqual(before);
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

test('an engine whose locks of rows keep nobody out is refused', async () => {
  const { user } = own.connections.server;
  // A view of what a function answers: FOR UPDATE is accepted, and locks nothing.
  await own.superuser.pool.query(`
    alter table rate_limits rename to kept_limits;
    create function limit_rows() returns setof kept_limits language sql security definer as 'table kept_limits';
    create view rate_limits as select * from limit_rows();
    create function put_limit() returns trigger language plpgsql security definer as $$ begin
      insert into kept_limits (key, expire) values (new.key, new.expire); return new; end $$;
    create function drop_limit() returns trigger language plpgsql security definer as $$ begin
      delete from kept_limits where key = old.key; return old; end $$;
    create trigger put instead of insert on rate_limits for each row execute function put_limit();
    create trigger dropped instead of delete on rate_limits for each row execute function drop_limit();
    grant all on rate_limits to ${user}`);
  await expect(requireEngineOfRows(own.database.pool)).rejects.toThrow(
    /locks of rows and does not keep them/,
  );
  await own.superuser.pool.query(`
    drop view rate_limits; drop function limit_rows, put_limit, drop_limit; alter table kept_limits rename to rate_limits`);
});

test('an engine that lets a waiter wait beyond lock_timeout is refused', async () => {
  const { pool, close } = openDatabase(own.connections.server, () => {}, 2);
  // It waits until something else ends it.
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const ignoring = (text: unknown, ...rest: unknown[]) =>
      String(text).startsWith('set local lock_timeout')
        ? query('set local lock_timeout = 0; set local statement_timeout = 50')
        : query(text, ...rest);
    client.query = ignoring as typeof client.query;
  });
  await expect(requireEngineOfRows(pool)).rejects.toThrow(/does not keep lock_timeout/);
  await close();
});

test('a database whose triggers are switched off is refused', async () => {
  const all = (what: string) =>
    own.superuser.pool.query(`alter table ledger_postings ${what} trigger ledger_postings_balanced`);
  await all('disable');
  await expect(requireEngineOfRows(own.database.pool)).rejects.toThrow(
    /an entry of the books that does not balance/,
  );
  await all('enable');
});

test('and PostgreSQL itself is not, after that', async () => {
  await expect(requireEngine(own.database.pool)).resolves.toBeUndefined();
  await expect(requireEngineOfRows(own.database.pool)).resolves.toBeUndefined();
});
