import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOtherPostgres } from '../../scripts/postgresql';
import { readConfig } from '../../server/config';
import { type CheckpointKey, createCheckpointKey, readCheckpoints } from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import { loadSecrets } from '../../server/secrets';
import { serverProgram } from '../support/bundle-program';
import { freePort } from '../support/free-port';
import { historyOrigin, makeActivity, makeSealer, sealAll } from '../support/history';
import { startTestApp, type TestApp } from '../support/test-app';
import {
  createDatabase,
  onDatabase,
  type PostgresConnection,
  runAsSuperuser,
} from '../support/test-database';

/* `npm run verify` as a process of its own (docs/ledger.md, "Checking"), beside a server and on a dump that was restored. */

const programs = dirname(findOtherPostgres()?.initdb ?? '');
const lacksDump = !existsSync(join(programs, 'pg_dump'));

let app: TestApp;
let admin: string;
let folder: string;
let verifier: string;
/** What the server signs with, and its public key. */
let signing: CheckpointKey;
let key: string;
let deposit: string;
const at = (name: string) => join(folder, name);
const file = () => checkpointFile(app.dataDir);
const urlOf = ({ user, password, host, port, database }: PostgresConnection) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-verify-'));
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  verifier = await serverProgram('verify-history', at('bundle'));
  signing = createCheckpointKey(loadSecrets(readConfig({ DATA_DIR: app.dataDir })).checkpointKey);
  key = signing.verifierKey(historyOrigin);
  ({ deposit } = await makeActivity(app, admin));
  await sealAll(app.database, makeSealer(app.database, { key: signing, file: file() }));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

/** With the environment of the server, unless another one is given. */
const verify = (args: readonly string[] = [], environment?: NodeJS.ProcessEnv) =>
  run(
    process.execPath,
    [verifier, ...args],
    environment ?? { DATABASE_URL: urlOf(app.connection), DATA_DIR: app.dataDir },
  );

/** Changes what was reported of a transaction, as whoever owns the database can. */
async function tamper(connection: PostgresConnection, dollars: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`set session_replication_role = replica;
    update transactions set amount = amount + ${dollars} where id = '${deposit}'`);
  await client.end();
}

test('says that all holds, with the key to hand out, and ends with 0; names a row that was changed, and ends with 1', async () => {
  const count = readCheckpoints(await readFile(file(), 'utf8')).length;
  const good = await verify();
  expect(good).toMatchObject({ code: 0, err: '' });
  expect(good.out).toMatch(/^All \d+ leaves are as they were sealed/);
  expect(good.out).toContain(`extends all ${count} checkpoints that were given`);
  expect(good.out.trim().split('\n').at(-1)).toBe(key);
  await tamper(app.connections.superuser, 1);
  expect(await verify()).toEqual({
    code: 1,
    out: '',
    err: `NOT AS IT WAS SEALED: The report of transaction ${deposit} was changed after it was sealed.\n`,
  });
  await tamper(app.connections.superuser, -1);
  expect((await verify()).code).toBe(0);
});

test('the one that is named is looked at, whatever else the server has', async () => {
  const backups = { BACKUP_DIR: at('backups'), DRILL_EVERY: '7d' };
  const named = await verify(['--database', urlOf(app.connection)], { DATA_DIR: app.dataDir, ...backups });
  expect(named).toMatchObject({ code: 0, err: '' });
  const elsewhere = urlOf({ ...app.connections.server, port: await freePort() });
  const folder = await verify(['--data', 'missing'], {
    DATABASE_URL: elsewhere,
    DATABASE_READ_URL: elsewhere,
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: elsewhere,
  });
  expect(folder).toMatchObject({ code: 2, err: expect.stringContaining('missing holds no database') });
});

test('needs no secret where it has the public key, and takes no other key for it', async () => {
  const database = ['--database', urlOf(app.connection)];
  const alone = await verify([...database, '--key', key, '--from', file()], {});
  expect(alone).toMatchObject({ code: 0, err: '' });
  const stranger = createCheckpointKey(new Uint8Array(32).fill(3)).verifierKey(historyOrigin);
  const other = await verify([...database, '--key', stranger], {});
  expect(other.code).toBe(1);
  expect(other.err).toContain('is not signed by this key');
});

describe('what cannot be looked at is explained, and ends with 2:', () => {
  test.each([
    ['an option that is none', ['--nothing'], 'Usage: npm run verify'],
    ['two databases', ['--database', 'postgres://x@127.0.0.1/x', '--data', '/x'], 'Usage: npm run verify'],
    ['a key that is none', ['--key', 'nonsense'], '--key: nonsense is no public key of a history'],
    ['a file that is not there', ['--from', 'missing.txt'], 'missing.txt cannot be read'],
    ['a file without a checkpoint', ['--from', 'empty.txt'], 'empty.txt holds no checkpoint'],
    ['a folder without a database', ['--data', 'missing'], 'missing holds no database'],
    ['a database of other tables', ['--database', 'OTHER'], 'The database lacks all migrations'],
    ['a server that does not answer', ['--database', 'CLOSED'], 'the database does not answer'],
  ])('%s', async (_, args, said) => {
    await writeFile(at('empty.txt'), 'Nothing\n');
    const { server } = app.connections;
    const addresses: Record<string, string> = {
      OTHER: urlOf({ ...server, database: 'postgres' }),
      CLOSED: urlOf({ ...server, port: await freePort() }),
    };
    const { code, out, err } = await verify(args.map((one) => addresses[one] ?? one));
    expect({ code, out }, err).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });

  test('checkpoints of the data folder that are there and cannot be read', async () => {
    await rename(file(), at('checkpoints.aside'));
    await mkdir(file());
    try {
      const { code, out, err } = await verify();
      expect({ code, out }, err).toEqual({ code: 2, out: '' });
      expect(err).toContain(`${file()} cannot be read`);
      await rm(file(), { recursive: true });
      // A server that has sealed nothing yet has none.
      expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('extends all 0') });
    } finally {
      await rm(file(), { recursive: true, force: true });
      await rename(at('checkpoints.aside'), file());
    }
  });

  test('a server whose secrets are elsewhere, of which it makes none', async () => {
    const environment = { DATABASE_URL: urlOf(app.connection), DATA_DIR: at('elsewhere') };
    const { code, err } = await verify([], environment);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('The secrets of the server are not here'),
    });
    expect(existsSync(at('elsewhere'))).toBe(false);
  });
});

describe.skipIf(lacksDump)(`with pg_dump${lacksDump ? ' (missing here)' : ''}`, () => {
  test('a dump that was restored holds against the checkpoints of the original, and what is changed in it is named', async () => {
    const restored = onDatabase(app.connections, `${app.connection.database}_restored`);
    const { database } = restored.owner;
    await createDatabase(app.connections, database);
    try {
      const own = app.connections.owner;
      const dump = await run(join(programs, 'pg_dump'), ['-Fc', '-f', at('dump'), urlOf(own)]);
      expect(dump).toEqual({ code: 0, out: '', err: '' });
      const back = await run(join(programs, 'pg_restore'), ['-d', urlOf(restored.owner), at('dump')]);
      expect(back).toEqual({ code: 0, out: '', err: '' });
      const asked = ['--database', urlOf(restored.server), '--key', key, '--from'];
      const good = await verify([...asked, file()], {});
      expect(good).toMatchObject({ code: 0, err: '' });

      // The original goes on: what it signs since is not in the copy.
      await makeActivity(app, admin);
      await sealAll(app.database, makeSealer(app.database, { key: signing, file: file() }));
      expect((await verify([...asked, file()], {})).err).toContain('the end is missing');
      const copy = await verify([...asked, file(), '--copy'], {});
      expect(copy).toMatchObject({ code: 0, err: '' });
      expect(copy.out).toMatch(/, without the [1-9]\d* that were signed after it\./);

      await tamper(restored.superuser, 1);
      const changed = `The report of transaction ${deposit} was changed after it was sealed.`;
      const found = await verify([...asked, file(), '--copy'], {});
      expect(found).toEqual({ code: 1, out: '', err: `NOT AS IT WAS SEALED: ${changed}\n` });
    } finally {
      await runAsSuperuser(app.connections, `drop database if exists ${database} with (force)`);
    }
  });
});
