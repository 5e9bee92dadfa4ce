import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleProgram } from '../../../tests/support/bundle-program';
import { patient } from '../../../tests/support/patience';
import { makeSmallDisk } from '../../../tests/support/small-disk';
import {
  isOpenToOthers,
  isRoot,
  nobody,
  pathWithoutNamespaces,
} from '../../../tests/support/without-namespaces';
import { isAlive } from './cluster';
import { EmbeddedError } from './embedded-error';
import { startEmbedded } from './start-embedded';
import { type Holder, holdFolder } from './testing/holder';

const whereOthersEnter = isOpenToOthers ? '' : ' (not tried: they cannot enter the folder of the product)';

let shared: string;
/** The process that holds a data folder, bundled. */
let program: string;
/** A data folder that was started and stopped once. */
let made: string;
let base: string;
let dataDir: string;
/** What a test has started; ended after it, whatever happened. */
let holders: Holder[];

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'averin-shared-'));
  // One of them runs as another user.
  await chmod(shared, 0o711);
  program = await bundleProgram('server/db/embedded/testing/hold-folder.ts', shared);
  made = join(shared, 'data');
  await (await startEmbedded({ dataDir: made, log: () => {} })).stop();
});
afterAll(() => rm(shared, { recursive: true, force: true }));

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'averin-embedded-'));
  dataDir = join(base, 'data');
  holders = [];
});

afterEach(async () => {
  for (const holder of holders) {
    if (holder.process.exitCode === null) await holder.end('SIGTERM');
  }
  await rm(base, { recursive: true, force: true });
});

async function hold(options: Parameters<typeof holdFolder>[2] = {}, folder = dataDir): Promise<Holder> {
  const holder = await holdFolder(program, folder, options);
  holders.push(holder);
  return holder;
}

function started(holder: Holder) {
  if ('refused' in holder.line) throw new Error(holder.line.refused);
  return holder.line;
}

async function query(host: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < patient(15_000); waited += 50) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not happen');
}

const start = () => startEmbedded({ dataDir, log: () => {} });

/** Gives the data folder a database, for a test whose subject is not the first start. */
async function haveDatabase(): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await cp(join(made, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
}

test('the first start makes a database, and the next one finds what was stored in it', async () => {
  const first = await start();
  await query(first.connection.host, 'create table kept (n int); insert into kept values (7)');
  await first.stop();
  await expect(query(first.connection.host, 'select 1')).rejects.toThrow('ENOENT');
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.connection.host, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
});

test('no port is opened, and nobody else may enter the folder of the socket', async () => {
  await haveDatabase();
  const { connection, stop } = await start();
  const [row] = await query(
    connection.host,
    `select current_setting('listen_addresses') as tcp, current_setting('unix_socket_permissions') as mode,
       current_setting('fsync') as fsync, current_setting('data_checksums') as checksums`,
  );
  expect(row).toEqual({ tcp: '', mode: '0700', fsync: 'on', checksums: 'on' });
  await stop();
});

test('after kill -9 of the product the next start adopts the running database', async () => {
  await haveDatabase();
  const killed = await hold();
  const { pid } = started(killed);
  await killed.end('SIGKILL');
  expect(isAlive(pid)).toBe(true);
  const next = await start();
  expect(next).toMatchObject({ adopted: true, pid });
  await next.stop();
});

test('after kill -9 of the product and the database together the next start recovers', async () => {
  await haveDatabase();
  const killed = await hold();
  const { pid, host } = started(killed);
  await query(host, 'create table kept (n int); insert into kept values (7)');
  process.kill(pid, 'SIGKILL');
  await killed.end('SIGKILL');
  const next = await start();
  expect(next.adopted).toBe(false);
  expect(await query(next.connection.host, 'select n from kept')).toEqual([{ n: 7 }]);
  await next.stop();
});

test('a second process on the folder is refused, and told who has it', async () => {
  await haveDatabase();
  const first = await hold();
  const refused = await start().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EmbeddedError);
  expect(String(refused)).toContain(`in use by process ${first.process.pid}`);
  expect(isAlive(started(first).pid)).toBe(true);
});

test('of two processes that start at once on an empty folder exactly one wins', async () => {
  const both = await Promise.all([hold(), hold()]);
  const refused = both.filter(({ line }) => 'refused' in line);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.line).toMatchObject({ refused: expect.stringContaining('in use by process') });
});

test('a database that dies under the product is started again', async () => {
  await haveDatabase();
  const embedded = await start();
  process.kill(embedded.pid, 'SIGKILL');
  await until(async () =>
    query(embedded.connection.host, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  await embedded.stop();
});

test('a Ctrl-C sent to all of the product leaves stopping the database to the product', async () => {
  await haveDatabase();
  const { pid, stop } = await start();
  const group = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2];
  expect(Number(group)).toBe(pid);
  await stop();
});

test('a process that is ended by a signal it does not listen to takes the database with it', async () => {
  await haveDatabase();
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    const holder = await hold();
    const { pid, adopted } = started(holder);
    expect(adopted).toBe(false);
    await holder.end(signal);
    await until(() => !isAlive(pid));
  }
});

test('a folder whose path is too long for a socket works', async () => {
  dataDir = join(base, 'a-rather-long-name-'.repeat(5), 'data');
  await haveDatabase();
  const { connection, stop } = await start();
  expect(connection.host.startsWith(dataDir)).toBe(false);
  expect(await query(connection.host, 'select 1 as one')).toEqual([{ one: 1 }]);
  await stop();
  await rm(connection.host, { recursive: true });
});

test.skipIf(!isOpenToOthers)(
  `an ordinary user starts it in a folder nobody else can enter${whereOthersEnter}`,
  async () => {
    await chmod(base, 0o711);
    await mkdir(dataDir, { mode: 0o700 });
    if (isRoot) await chown(dataDir, nobody, nobody);
    expect(started(await hold(isRoot ? { uid: nobody } : {})).adopted).toBe(false);
  },
);

test.skipIf(!(isRoot && isOpenToOthers))(
  `another user than the one of the server is told whose folder it is, and touches nothing${whereOthersEnter}`,
  async () => {
    await chmod(base, 0o711);
    await mkdir(join(dataDir, 'socket'), { recursive: true, mode: 0o700 });
    await chown(dataDir, nobody, nobody);
    const { line } = await hold({ uid: nobody });
    expect(line).toEqual({ refused: expect.stringContaining('belongs to another user (id 0)') });
    expect(await readdir(dataDir)).toEqual(['socket']);
  },
);

test('root starts it in a folder nobody else can enter', async () => {
  // Run by an ordinary user this is the test above once more.
  await mkdir(dataDir, { mode: 0o700 });
  expect(started(await hold()).adopted).toBe(false);
  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
});

test('root without user namespaces runs it as an unprivileged user, or is told the ways out', async () => {
  const { line } = await hold({ env: { PATH: await pathWithoutNamespaces(base) } });
  if ('refused' in line) {
    const where = isOpenToOthers ? 'DATA_DIR' : 'move the product';
    for (const way of ['another user', where, 'DATABASE_URL']) expect(line.refused).toContain(way);
    return;
  }
  expect(await query(line.host, 'select 1 as one')).toEqual([{ one: 1 }]);
  if (!isRoot) return;
  const note = await readFile(join(dataDir, 'postgres-is-elsewhere.txt'), 'utf8');
  const elsewhere = note.trim().split('\n').at(-1) ?? '';
  expect(line.host.startsWith(elsewhere)).toBe(true);
  await holders[0]?.end('SIGTERM');
  await rm(elsewhere, { recursive: true });
});

test('a number that another program has taken over does not keep the database from starting', async () => {
  await haveDatabase();
  const killed = await hold();
  process.kill(started(killed).pid, 'SIGKILL');
  await killed.end('SIGKILL');
  for (const name of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const path = join(dataDir, name);
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, [String(process.ppid), ...lines.slice(1)].join('\n'));
  }
  const next = await start();
  expect(next.adopted).toBe(false);
  await next.stop();
});

test('a folder of another PostgreSQL version is refused, naming both', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 15, and this version brings PostgreSQL 18/);
});

test('a data folder that cannot be made is named', async () => {
  await writeFile(dataDir, 'a file');
  await expect(start()).rejects.toThrow(`The data folder ${dataDir} cannot be used`);
});

test('a data folder may have any name: no shell and no list takes part of it for its own', async () => {
  const made = join(base, 'made');
  dataDir = join(base, `a "b" $(touch made) \`touch ${made}\`, c's \\ 数据 ü`, '-data');
  for (const round of [1, 2]) {
    const embedded = await start();
    expect(await query(embedded.connection.host, `select ${round} as round`)).toEqual([{ round }]);
    await embedded.stop();
  }
  expect(existsSync(made)).toBe(false);
});

const disk = makeSmallDisk(30 * 1024 ** 2);
afterAll(() => disk.remove());

test.skipIf(disk.missing)(
  'a full disk is said at the first start, which leaves nothing and is made up for',
  async () => {
    const full = join(disk.folder, 'data');
    const refused = startEmbedded({ dataDir: full, log: () => {} });
    await expect(refused).rejects.toThrow(
      `The database could not be created, and nothing of it was kept: the disk of ${join(full, 'postgres')} is full. Ways out:
  - make room there, and start again`,
    );
    await expect(refused).rejects.not.toThrow('root');
    expect((await readdir(full)).filter((name) => name.startsWith('postgres'))).toEqual([]);
    spawnSync('mount', ['-o', 'remount,size=200m', disk.folder]);
    await (await startEmbedded({ dataDir: full, log: () => {} })).stop();

    // At a later one, it is said at each try, and no half of a file is left.
    const filler = join(disk.folder, 'filler');
    await writeFile(filler, Buffer.alloc(250 * 1024 ** 2)).catch(() => {});
    await expect(startEmbedded({ dataDir: full, log: () => {} })).rejects.toThrow(
      `The database did not start: the disk of ${join(full, 'postgres')} is full. Ways out:`,
    );
    expect((await readdir(join(full, 'postgres'))).filter((name) => name.includes('.conf.'))).toEqual([]);
    await rm(filler);
    await (await startEmbedded({ dataDir: full, log: () => {} })).stop();
  },
);

test('a draft of a killed first start is removed', async () => {
  await mkdir(join(dataDir, 'postgres.draft-999999'), { recursive: true });
  // In a container the killed start had our own process id.
  await mkdir(join(dataDir, `postgres.draft-${process.pid}`, 'base'), { recursive: true });
  const { stop } = await start();
  expect(existsSync(join(dataDir, 'postgres.draft-999999'))).toBe(false);
  expect(existsSync(join(dataDir, `postgres.draft-${process.pid}`))).toBe(false);
  await stop();
});

test('starts at once through a symbolic link leave the running database its process file', async () => {
  await haveDatabase();
  await symlink(base, join(base, 'link'));
  dataDir = join(base, 'link', 'data');
  const both = await Promise.allSettled([start(), start(), start()]);
  const won = both.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  expect(won).toHaveLength(1);
  expect(won[0]?.pid).toBeGreaterThan(0);
  await won[0]?.stop();
});

test('a process that has lost the folder to another one leaves the database running when it stops', async () => {
  await haveDatabase();
  const embedded = await start();
  const other = new pg.Client({ ...embedded.connection, application_name: `averin ${process.ppid} now` });
  await other.connect();
  const taken = other.query('select pg_advisory_lock(7245114)');
  // Who waits has the lock next; the process that loses it would else be the first to ask again.
  const waits = "select from pg_locks where locktype = 'advisory' and not granted";
  await until(async () => (await query(embedded.connection.host, waits)).length > 0);
  await query(
    embedded.connection.host,
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted",
  );
  await taken;
  await new Promise((resolve) => setTimeout(resolve, 300));
  await embedded.stop();
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.end();
  const next = await start();
  expect(next.adopted).toBe(true);
  await next.stop();
});

test('a start during the stop of the process before it works', async () => {
  await haveDatabase();
  let running = await start();
  for (const wait of [0, 10, 20, 40]) {
    const stopping = running.stop();
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Refused while the other one still has the folder, which is right; never any other error.
    const [next] = await Promise.allSettled([start()]);
    await stopping;
    if (next.status === 'rejected') expect(String(next.reason)).toContain('in use by process');
    running = next.status === 'fulfilled' ? next.value : await start();
  }
  await running.stop();
});

test("the operator's variables for other databases do not reach ours, nor our secrets PostgreSQL", async () => {
  await haveDatabase();
  const { line } = await hold({ env: { PGSSLMODE: 'require', PGPASSWORD: 'x', JWT_SECRET: 'a-secret' } });
  if ('refused' in line) throw new Error(line.refused);
  expect(await readFile(`/proc/${line.pid}/environ`, 'utf8')).not.toContain('a-secret');
});
