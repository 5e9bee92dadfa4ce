import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillAsBefore, migrateAsBefore } from '../tests/support/former-database';
import { openDatabase } from './db/client';
import { findBinaries } from './db/embedded/binaries';
import {
  type Cluster,
  createCluster,
  roles,
  startCluster,
  stopCluster,
  superuser,
} from './db/embedded/cluster';
import { prepareFolders } from './db/embedded/folders';
import { chooseRunAs } from './db/embedded/run-as';
import { type Embedded, startEmbedded } from './db/embedded/start-embedded';
import { createPersonalSeal } from './personal-seal';
import { prepareDatabase } from './prepare-database';

let base: string;
let dataDir: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'averin-former-'));
  dataDir = join(base, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(base, { recursive: true, force: true }));

/** A data folder as it was while there was one role, the superuser, with people and their money in it; it is running. */
async function startFormer(): Promise<{ cluster: Cluster; socket: string }> {
  const runAs = await chooseRunAs();
  if (!runAs) throw new Error('PostgreSQL cannot run here');
  const folders = prepareFolders(dataDir, runAs);
  const cluster = { folder: folders.cluster, binaries: findBinaries(), runAs };
  await createCluster(cluster, ['--auth=trust']);
  await startCluster(cluster, {
    listen_addresses: '',
    unix_socket_directories: folders.socket,
    unix_socket_permissions: '0700',
    port: '5432',
  });
  await asSuperuser(folders.socket, async (client) => {
    await migrateAsBefore(client, 7);
    await fillAsBefore(client);
    // As an operator may have added it.
    await client.query('create view richest as select user_id from accounts order by balance desc');
    await client.query('create sequence numbers');
  });
  return { cluster, socket: folders.socket };
}

async function asSuperuser<T>(host: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host, user: superuser, database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What belongs to whom, of all that no extension has brought. */
const owners = `
  select relowner::regrole::text as owner, relname as name from pg_class c
    where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  union all select proowner::regrole::text, proname from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all select stxowner::regrole::text, stxname from pg_statistic_ext
  union all select nspowner::regrole::text, nspname from pg_namespace where nspname = 'drizzle'
  union all select datdba::regrole::text, datname from pg_database where datname = current_database()`;

interface Owned {
  owner: string;
  name: string;
}

const personalSeal = createPersonalSeal(new Uint8Array(32).fill(7));

async function prepare(embedded: Embedded): Promise<string[]> {
  const { pool, seal, close } = openDatabase(embedded.connection, () => {}, 2, personalSeal);
  try {
    const said = await prepareDatabase(
      { server: { pool, seal }, owner: embedded.owner },
      { live: true, reason: undefined },
    );
    const { rows } = await pool.query('select current_user as role, count(*)::int as people from users');
    expect(rows).toEqual([{ role: roles.server, people: 3 }]);
    await expect(pool.query('alter table ledger_entries disable trigger all')).rejects.toThrow(
      'must be owner',
    );
    return said;
  } finally {
    await close();
  }
}

test.each(['stopped', 'left running'])(
  'a data folder of one role, %s, is handed over to the owner, and is as a live product asks for',
  async (how) => {
    const { cluster, socket } = await startFormer();
    if (how === 'stopped') await stopCluster(cluster);
    const first = await startEmbedded({ dataDir, log: () => {} });
    expect(first.adopted).toBe(how === 'left running');
    expect(await prepare(first)).toEqual([]);
    const found = await asSuperuser(socket, async (client) => (await client.query<Owned>(owners)).rows);
    expect(found.filter(({ owner }) => owner !== roles.owner)).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['users', 'richest', 'numbers', 'refuse_change', 'transactions_facets']),
    );
    await first.stop();
    const second = await startEmbedded({ dataDir, log: () => {} });
    expect(await prepare(second)).toEqual([]);
    await second.stop();
  },
);

test('roles that were changed by hand are what they were after the next start', async () => {
  const first = await startEmbedded({ dataDir, log: () => {} });
  await asSuperuser(first.connection.host, (client) =>
    client.query(
      `alter role ${roles.server} superuser; alter role ${roles.server} set search_path = nowhere;
       alter role ${roles.owner} createrole nologin`,
    ),
  );
  await first.stop();
  const second = await startEmbedded({ dataDir, log: () => {} });
  const { rows } = await asSuperuser(second.connection.host, (client) =>
    client.query(
      'select rolname, rolsuper, rolcreaterole, rolcanlogin, rolconfig from pg_roles where rolname = any($1) order by 1',
      [Object.values(roles)],
    ),
  );
  expect(rows).toEqual(
    [roles.owner, roles.server].map((rolname) => ({
      rolname,
      rolsuper: false,
      rolcreaterole: false,
      rolcanlogin: true,
      rolconfig: null,
    })),
  );
  await second.stop();
});
