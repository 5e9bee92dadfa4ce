import { randomUUID } from 'node:crypto';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/client';
import { timeouts } from '../../server/db/connection';
import { MigrationRefused } from '../../server/db/migrate';
import { checkRole, RoleRefused, requireTimeouts } from '../../server/db/roles';
import { schema } from '../../server/db/schema/tables';
import { readSnapshot } from '../../server/db/snapshot';
import { resources } from '../../server/declared-resources';
import { sqlState } from '../../server/errors/failures';
import { prepareDatabase, serverGrants } from '../../server/prepare-database';
import {
  createDatabase,
  createTestDatabase,
  onDatabase,
  type RoleConnections,
  runAsSuperuser,
  type TestDatabase,
  testSeal,
} from '../support/test-database';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const asServer = (statement: string) => own.database.pool.query(statement);
type Policy = Parameters<typeof prepareDatabase>[1];
const live: Policy = { live: true, reason: undefined };
const demo: Policy = { live: false, reason: undefined };

/** Works with a pool that is closed afterwards. */
async function withPool<T>(config: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = openDatabase(config, () => {}, 2);
  try {
    return await work(pool);
  } finally {
    await close();
  }
}

/** A pool without the settings of the product's. */
function plainPool(): pg.Pool {
  const pool = new pg.Pool(own.connection);
  // The end of a pool does not wait for the server to hear of it, which then ends the connection with the database.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

describe('the role of the server', () => {
  const books = [
    'ledger_entries',
    'ledger_postings',
    'audit_events',
    'act_proofs',
    'legal_acceptances',
    'statements',
  ];

  test('reads and adds to the books', async () => {
    for (const table of books) await asServer(`select count(*) from ${table}`);
    await asServer(
      "insert into audit_events (action, subject_type, subject_id) values ('tried', 'nothing', 'nobody')",
    );
  });

  const named: Readonly<Record<string, string>> = {
    legal_acceptances: 'version = version',
    ledger_postings: 'line = line',
    statements: 'hash = hash',
  };
  const column = (table: string) => named[table] ?? 'id = id';

  test.each(
    books.flatMap((table) => [
      `update ${table} set ${column(table)}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger ${table}_append_only`,
      `alter table ${table} disable trigger all`,
      `drop trigger ${table}_append_only on ${table}`,
      `drop table ${table} cascade`,
      `lock table ${table} in access exclusive mode`,
      `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
      `create rule mine as on insert to ${table} do instead nothing`,
    ]),
  )('may not: %s', (statement) => refused(statement));

  test.each([
    'truncate users, accounts, transactions cascade',
    'delete from users',
    'delete from accounts',
    'delete from transactions',
    'alter table users add column note text',
    'alter table users owner to current_user',
    'create index mine on users (country)',
    "select setval('ledger_entries_id_seq', 1)",
    'alter sequence ledger_entries_id_seq restart',
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1)",
    'create table mine (n int)',
    'create table drizzle.mine (n int)',
    'create temporary table mine (n int)',
    'create view mine as select 1',
    'create schema mine',
    'create extension dblink',
    'drop extension pg_trgm cascade',
    'drop schema public cascade',
    "create function mine() returns int language sql as 'select 1'",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    'alter function refuse_change() owner to current_user',
    'drop function refuse_change() cascade',
    'create event trigger mine on ddl_command_start execute function refuse_change()',
    'set session_replication_role = replica',
    "select set_config('session_replication_role', 'replica', false)",
    'set role averin_owner',
    'set session authorization averin_owner',
    'set role postgres',
    'grant averin_owner to averin_server',
    'alter role averin_server superuser',
    'create role mine',
    'create database mine',
    'drop database postgres',
    "alter system set fsync = 'off'",
    'select rolpassword from pg_authid',
    'select * from pg_shadow',
    "select pg_read_file('postgresql.conf')",
    "copy (select 1) to program 'true'",
    "copy users (email) from program 'true'",
    "copy users to '/tmp/users'",
    'reassign owned by averin_owner to averin_server',
    'checkpoint',
    'select pg_reload_conf()',
  ])('may not: %s', (statement) => refused(statement));

  async function refused(statement: string): Promise<void> {
    // In a transaction that is taken back: what is not refused does not spoil the other tests.
    const state = await own.database
      .transact(async ({ db }) => {
        await db.execute(statement);
        throw new Error('It was done');
      })
      .catch((error: unknown) => sqlState(error) ?? error);
    // 25001: never in a transaction, so tried by itself.
    const alone = state === '25001' ? await asServer(statement).then(String, sqlState) : state;
    expect(alone).toBe('42501');
  }

  test('what it sets for itself does not change what a trigger does', async () => {
    await own.superuser.pool.query('create schema planted; grant all on schema planted to public');
    const id = randomUUID();
    const added = (amount: number) => `with entry as (
        insert into ledger_entries (user_id, kind, actor_id) values ('${id}', 'adjustment', '${id}') returning id
      ) insert into ledger_postings (entry_id, line, book, account, amount)
        select id, 1, 'money', 'balance', ${amount} from entry`;
    const state = await own.database
      .transact(async ({ db }) => {
        await db.execute(`insert into users (id, type, first_name, last_name, email, password_hash)
          values ('${id}', 'investor', 'Ada', 'Lovelace', '${id}@example.com', '-')`);
        await db.execute(`insert into accounts (user_id) values ('${id}')`);
        await db.execute(
          `create aggregate planted.sum(bigint) (sfunc = int8mul, stype = bigint, initcond = '0')`,
        );
        await db.execute('set local search_path = planted, public, pg_catalog');
        await db.execute(added(5));
      })
      .catch(sqlState);
    await own.superuser.pool.query('drop schema planted cascade');
    expect(state).toBe('23514');
  });
});

interface Held {
  name: string;
  privileges: string[];
}

describe('what is granted', () => {
  /** By the access lists themselves, and not as the product asks for it. */
  const held = async (kinds: string[], who: string) =>
    (
      await own.superuser.pool.query<Held>(
        `select n.nspname || '.' || c.relname as name, array_agg(a.privilege_type order by a.privilege_type) as privileges
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         cross join lateral aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
         where c.relkind = any($1) and n.nspname in ('public', 'drizzle') and a.grantee = $2::regrole::oid
         group by 1 order by 1`.replace('$2::regrole::oid', who === 'public' ? '0' : '$2::regrole::oid'),
        who === 'public' ? [kinds] : [kinds, who],
      )
    ).rows;

  test('every table of the code is declared, and there is no other in the database', async () => {
    const inCode = Object.values(schema).flatMap((table) =>
      is(table, PgTable) ? [`public.${getTableName(table)}`] : [],
    );
    const ofResources = resources.map(({ table }) => `public.${getTableName(table)}`);
    const expected = [...new Set([...inCode, ...ofResources, 'drizzle.__drizzle_migrations'])].toSorted();
    expect(inCode.length).toBeGreaterThan(15);
    expect([...serverGrants.keys()].toSorted()).toEqual(expected);
    const { rows } = await own.superuser.pool.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  test('the database says the same of each, and everybody else has nothing', async () => {
    expect(await held(['r', 'p', 'v', 'm', 'f'], own.connection.user)).toEqual(
      [...serverGrants]
        .map(([name, privileges]) => ({ name, privileges: privileges.toSorted() }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(await held(['r', 'p', 'v', 'm', 'f', 'S'], 'public')).toEqual([]);
  });

  test('of sequences, those of tables that are added to, to draw from', async () => {
    expect(await held(['S'], own.connection.user)).toEqual(
      ['audit_events', 'ledger_entries', 'security_events'].map((table) => ({
        name: `public.${table}_id_seq`,
        privileges: ['USAGE'],
      })),
    );
  });

  test('everything belongs to the owner', async () => {
    const { rows } = await own.superuser.pool.query(
      `select distinct relowner::regrole::text as owner from pg_class
       where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
       union select proowner::regrole::text from pg_proc p where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
       union select stxowner::regrole::text from pg_statistic_ext
       union select datdba::regrole::text from pg_database where datname = current_database()`,
    );
    expect(rows).toEqual([{ owner: own.connections.owner.user }]);
  });
});

describe('a start', () => {
  const prepare = (policy = live, connections = own.connections) =>
    withPool(connections.server, (pool) =>
      prepareDatabase({ server: { pool, seal: testSeal }, owner: connections.owner }, policy),
    );
  const without = (policy = live, connection = own.connections.server) =>
    withPool(connection, (pool) => prepareDatabase({ server: { pool, seal: testSeal } }, policy));

  test('finds nothing to say of the two roles, as often as it comes', async () => {
    expect(await prepare()).toEqual([]);
    expect(await prepare()).toEqual([]);
  });

  test('takes back what was granted by hand, and gives what was taken', async () => {
    const server = own.connection.user;
    await own.superuser.pool.query(`
      grant truncate, update on ledger_entries to ${server};
      grant update (amount) on ledger_postings to ${server};
      grant delete on audit_events to public;
      grant all on sequence ledger_entries_id_seq to ${server};
      grant create on schema public to ${server};
      grant temporary on database ${own.connection.database} to public;
      revoke insert on sessions from ${server}`);
    const { lacking, excess } = await checkRole(own.database.pool, serverGrants);
    expect(lacking).toEqual(['it lacks INSERT on public.sessions']);
    expect(excess.join('\n')).toMatch(/schema public[\s\S]*temporary tables/);
    for (const what of [
      'DELETE on public.audit_events',
      'UPDATE, TRUNCATE on public.ledger_entries',
      'UPDATE on public.ledger_postings',
      'SELECT, UPDATE on public.ledger_entries_id_seq',
    ]) {
      expect(excess).toContain(`it has ${what}`);
    }
    await expect(without(demo)).rejects.toThrow(/lacks INSERT on public.sessions/);
    expect(await prepare()).toEqual([]);
    expect(await checkRole(own.database.pool, serverGrants)).toMatchObject({ lacking: [], excess: [] });
  });

  /** Connections of a role of its own as the server's: what it becomes, the servers of other test files do not. */
  async function withTwin<T>(work: (connections: RoleConnections) => Promise<T>): Promise<T> {
    const user = `twin_${randomUUID().slice(0, 8)}`;
    const password = randomUUID();
    const { pool } = own.superuser;
    await pool.query(`create role ${user} login password '${password}'`);
    try {
      return await work({ ...own.connections, server: { ...own.connection, user, password } });
    } finally {
      await pool.query(`drop owned by ${user}; drop role ${user}`);
    }
  }

  test.each([
    ['superuser', 'it is a superuser'],
    ['createrole', 'it has CREATEROLE'],
    ['bypassrls replication', 'it has REPLICATION, BYPASSRLS'],
  ])('with a role that is %s is refused in live mode, and said in demo mode', async (attributes, said) => {
    await withTwin(async (connections) => {
      await own.superuser.pool.query(`alter role ${connections.server.user} ${attributes}`);
      await expect(prepare(live, connections)).rejects.toThrow(RoleRefused);
      expect((await prepare(demo, connections)).join()).toContain(said);
      const reason = 'the provider gives one role';
      expect((await prepare({ ...live, reason }, connections)).join()).toContain(reason);
    });
  });

  test.each([
    ['can become the owner', (owner: string) => owner, 'it is a member of'],
    [
      'can set what switches triggers off',
      () => 'set on parameter session_replication_role',
      'it may set session_replication_role',
    ],
  ])('with a role that %s is refused', async (_, granted, said) => {
    await withTwin(async (connections) => {
      const { server, owner } = connections;
      await own.superuser.pool.query(`grant ${granted(owner.user)} to ${server.user}`);
      await expect(prepare(live, connections)).rejects.toThrow(said);
      await own.superuser.pool.query(`revoke ${granted(owner.user)} from ${server.user}`);
    });
  });

  test('with the owner alone is refused in live mode, before anything is changed', async () => {
    const { connections } = own;
    const name = `empty_${randomUUID().slice(0, 8)}`;
    await createDatabase(connections, name);
    const { owner } = onDatabase(connections, name);
    try {
      await expect(without(live, owner)).rejects.toThrow(/migrates the tables.*[\s\S]*ALLOW_OWNER_ROLE/);
      const tables =
        "select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')";
      expect((await withPool(owner, (pool) => pool.query(tables))).rows).toEqual([{ tables: 0 }]);
      expect((await without(demo, owner)).join()).toMatch(
        /it owns __drizzle_migrations, account_days, accounts, .*, users/,
      );
    } finally {
      await runAsSuperuser(connections, `drop database ${name} with (force)`);
    }
  });

  test('without the owner goes on when the database is the newest, and no further', async () => {
    expect(await without()).toEqual([]);
    const { rows } = await own.superuser.pool.query<{ id: number; created_at: string; hash: string }>(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *',
    );
    await expect(without()).rejects.toThrow(MigrationRefused);
    for (const { id, hash, created_at } of rows) {
      await own.superuser.pool.query('insert into drizzle.__drizzle_migrations values ($1, $2, $3)', [
        id,
        hash,
        created_at,
      ]);
    }
    expect(await without()).toEqual([]);
  });

  test('with one role for both leaves the owner its rights, and says so', async () => {
    const { owner } = own.connections;
    expect((await prepare(demo, { ...own.connections, server: owner })).join()).toContain('it owns');
    const { rows } = await own.superuser.pool.query(
      `select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and not has_table_privilege($1::name, c.oid, 'UPDATE')`,
      [owner.user],
    );
    expect(rows).toEqual([]);
  });

  test('with an owner that the tables do not belong to says whose they are', async () => {
    const { server, owner } = own.connections;
    await expect(prepare(live, { ...own.connections, owner: server })).rejects.toThrow(
      `belong to the role ${owner.user}`,
    );
  });
});

test('a transaction sees what was committed while it waited, whatever is set for the database, unless it names something else', async () => {
  const { server } = own.connections;
  const { pool } = own.superuser;
  await pool.query(
    `alter database "${server.database}" set default_transaction_isolation = 'repeatable read'`,
  );
  try {
    for (const lent of [false, true]) {
      const opened = openDatabase({ ...server, lent }, () => {}, 2);
      const levels = async (begin?: string) => {
        const client = await opened.pool.connect();
        try {
          if (begin !== undefined) await client.query(begin);
          const { rows } = await client.query('show transaction_isolation');
          if (begin !== undefined) await client.query('rollback');
          return rows;
        } finally {
          client.release();
        }
      };
      const usual = [{ transaction_isolation: 'read committed' }];
      expect(await levels()).toEqual(usual);
      expect(await levels('begin')).toEqual(usual);
      expect(await levels('begin isolation level repeatable read')).toEqual([
        { transaction_isolation: 'repeatable read' },
      ]);
      const inWrite = opened.transact(({ db }) => db.execute(sql`show transaction_isolation`));
      expect((await inWrite).rows).toEqual(usual);
      const inSnapshot = readSnapshot(opened, (db) => db.execute(sql`show transaction_isolation`));
      expect((await inSnapshot).rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
      await opened.close();
    }
  } finally {
    await pool.query(`alter database "${server.database}" reset default_transaction_isolation`);
  }
});

describe('the time limits of a connection', () => {
  test('are set on every one, and read back', async () => {
    await requireTimeouts(own.database.pool);
    const clients = await Promise.all([own.database.pool.connect(), own.database.pool.connect()]);
    for (const client of clients) {
      const { rows } = await client.query('show statement_timeout');
      expect(rows).toEqual([{ statement_timeout: '8s' }]);
      client.release();
    }
  });

  test('that the database does not keep stop a start', async () => {
    const pool = plainPool();
    await expect(requireTimeouts(pool)).rejects.toThrow(/statement_timeout is 0 and was set to 8000/);
    await expect(prepareDatabase({ server: { pool, seal: testSeal } }, demo)).rejects.toThrow(RoleRefused);
    await pool.end();
  });

  test('that another connection than the one they were set on lacks stop a start', async () => {
    const pool = plainPool();
    let connections = 0;
    // As behind a pooler that lends a connection for one transaction: the statements come to whichever is free.
    pool.on('connect', (client) => {
      connections += 1;
      if (connections === 1) {
        for (const [name, value] of Object.entries(timeouts)) void client.query(`set ${name} = ${value}`);
      }
    });
    await expect(requireTimeouts(pool)).rejects.toThrow(/lend connections for a whole session/);
    await pool.end();
  });

  test('end a statement that takes too long', async () => {
    const client = await own.database.pool.connect();
    await client.query('set statement_timeout = 50');
    const state = await client.query('select pg_sleep(5)').catch(sqlState);
    client.release(true);
    expect(state).toBe('57014');
  });
});
