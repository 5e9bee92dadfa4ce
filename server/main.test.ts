import { type ChildProcess, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Replica } from '../tests/roll/replica';
import { roll } from '../tests/roll/roll';
import { breachesOf } from '../tests/structure/additive-migrations';
import { beginProgram, type Ended } from '../tests/support/begin-program';
import { bundleProgram } from '../tests/support/bundle-program';
import { type ExternalPostgres, startExternal } from '../tests/support/external-postgres';
import { freePort } from '../tests/support/free-port';
import { liveEnvironment } from '../tests/support/live';
import { additiveStatements, makeNextVersion } from '../tests/support/next-version';
import { handOverByTheBook } from '../tests/support/operator-roles';
import { patient } from '../tests/support/patience';
import { lackingPrograms } from '../tests/support/system-programs';
import { onDatabase, runAsSuperuser } from '../tests/support/test-database';
import { readPid, roles, superuser } from './db/embedded/cluster';
import { locate } from './db/embedded/start-embedded';

let folder: string;
let program: string;
/** A data folder whose database has the newest schema and nothing else in it. */
let migrated: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-program-'));
  program = await bundleProgram('server/main.ts', folder);
  migrated = join(folder, 'migrated');
  const { output } = await start({ DATA_DIR: migrated, PORT: '0' }, ['--migrate']);
  expect(output).toContain('The database has the newest schema');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let dataDir: string;
let taken: Server | undefined;
const makeDataDir = () => mkdtemp(join(folder, 'data-'));
beforeEach(async () => {
  dataDir = await makeDataDir();
});

/** Gives a data folder that database, for a test whose subject is not the first start. */
function haveDatabase(to = dataDir): string {
  execFileSync('cp', ['-a', join(migrated, 'postgres'), to]);
  return to;
}
afterEach(async () => {
  taken?.close();
  taken = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the server as a process of its own; `said` hears all that it has said, each time it says more. */
const launch = (
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  file = program,
  said?: (output: string) => void,
): { child: ChildProcess; ended: Promise<Ended> } =>
  beginProgram(file, args, { ...process.env, DATA_DIR: dataDir, ...environment }, said);

/** The same, and waits for its end; once it is open it is asked to end. */
function start(environment: NodeJS.ProcessEnv, args: readonly string[] = [], file = program): Promise<Ended> {
  const { child, ended } = launch(environment, args, file, (output) => {
    // Once: at the second time it ends at once.
    if (/^ {2}Open /m.test(output) && !child.killed) child.kill('SIGTERM');
  });
  return ended;
}

test('an argument that is not known begins no server', async () => {
  for (const args of [['--migrat'], ['--migrate', '--port']]) {
    const { code, output } = await start({ PORT: '0' }, args);
    expect([code, output]).toEqual([1, expect.stringContaining(`${args.at(-1)}: not known; --migrate is`)]);
  }
});

test('a bad variable stops the start and is named', async () => {
  const { code, output } = await start({ PORT: 'many', SITE_MODE: 'sometimes' });
  expect(code).toBe(1);
  expect(output).toMatch(/PORT: .*\n.*SITE_MODE: /);
  expect(output).not.toContain('    at ');
});

test('a variable with a slip in its name is named once, and stops no start', async () => {
  haveDatabase();
  const said = 'SMPT_URL is not a setting: did you mean SMTP_URL?';
  const { code, output } = await start({ PORT: '0', SMPT_URL: 'smtps://mail.example.com' });
  expect([code, output.split('\n').filter((line) => line.includes('SMPT'))]).toEqual([0, [said]]);
  // A start that is refused for want of it names it before.
  const refused = await start({ PORT: '0', SITE_MODE: 'live', SMPT_URL: 'smtps://mail.example.com' });
  expect(refused.output).toMatch(/^SMPT_URL is not a setting.*^SMTP_URL: required/ms);
});

test('a data folder that is a file is said in one line, whether secrets are made in it or only the database', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  for (const more of [{}, { JWT_SECRET: liveEnvironment.JWT_SECRET }]) {
    expect(await start({ DATA_DIR: file, PORT: '0', ...more })).toEqual({
      code: 1,
      output: `The configuration is not right:\nDATA_DIR: ${file} is not a folder\n`,
    });
  }
});

test('a port in use is said, and the database it had started is stopped again', async () => {
  haveDatabase();
  const server = createServer();
  taken = server;
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const { code, output } = await start({ PORT: String(port) });
  expect(code).toBe(1);
  expect(output).toContain(`PORT: port ${port} on 127.0.0.1 is in use; set it to another one`);
  // Nothing that had begun to work went on without its database.
  expect(output).not.toContain('"level"');
  // This start has made the first administrator, and no later one can show the password.
  expect(output).toMatch(
    /^ {2}Administrator {3}admin@example\.com\n {2}Password {8}\S+ {3}\(shown this once/m,
  );
  // Had it been left running, the folder could not be removed in peace; a second start would adopt it.
  const again = await start({ PORT: String(port) });
  expect(again.output).not.toContain('in use by process');
});

/** Whether a statement finds anything in the database of a socket; not while that does not answer. */
async function findsIn(socket: string, statement: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: superuser, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
const asksIt = `select from pg_stat_activity where usename in ('${Object.values(roles).join("', '")}')`;

test('told to stop during a start it ends, and the database it had launched is stopped', async () => {
  const { cluster, socket } = await locate(dataDir);
  const isMade = () =>
    readdirSync(dirname(cluster.folder)).some((name) => name.startsWith('postgres.draft-'));
  const isLaunched = () => readPid(cluster.folder) !== undefined;
  const isAsked = () => findsIn(socket, asksIt);
  // The database is made; is launched for the first time; is launched again; the server asks it.
  for (const [moment, signal] of [
    [isMade, 'SIGTERM'],
    [isLaunched, 'SIGINT'],
    [isLaunched, 'SIGTERM'],
    [isAsked, 'SIGTERM'],
  ] as const) {
    const { child, ended } = launch({ PORT: '0' });
    try {
      await expect.poll(async () => moment(), { interval: 1 }).toBe(true);
      child.kill(signal);
      const { code, output } = await ended;
      expect([code, output]).toEqual([
        0,
        expect.stringContaining('Ended before it was open. The database is stopped.'),
      ]);
      expect(output).not.toContain('    at ');
    } finally {
      child.kill('SIGKILL');
    }
    expect(isLaunched()).toBe(false);
  }
});

test('told twice to stop during a start it ends at once, its database stops, and the sign-in it has made is not lost', async () => {
  // The database is launched; the server asks it; it has made the first administrator.
  for (const made of [undefined, asksIt, 'select from users']) {
    const own = haveDatabase(await makeDataDir());
    const { cluster, socket } = await locate(own);
    const launched = () => readPid(cluster.folder);
    const { child, ended } = launch({ DATA_DIR: own, PORT: '0' });
    try {
      await expect.poll(launched, { interval: 1 }).toBeDefined();
      if (made !== undefined) await expect.poll(() => findsIn(socket, made), { interval: 1 }).toBe(true);
      child.kill('SIGINT');
      await delay(5);
      child.kill('SIGINT');
      await ended;
    } finally {
      child.kill('SIGKILL');
    }
    // It writes all that it has to the disk first, which others may keep busy.
    await expect.poll(launched, { timeout: patient(120_000) }).toBeUndefined();
    // Either it has said the password, or there is no administrator yet and the next start makes one.
    const again = await start({ DATA_DIR: own, PORT: '0' });
    expect((await ended).output + again.output).toMatch(/^ {2}Password {8}\S+ {3}\(shown this once/m);
  }
});

test('a database server that does not answer is said', async () => {
  const { code, output } = await start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
  expect(code).toBe(1);
  expect(output).toContain('DATABASE_URL: the database does not answer');
  expect(output).not.toContain('secret');
});

test('a host that is not of this machine is said, and no other setting is blamed', async () => {
  const standIn = await bundleProgram('tests/support/no-such-host.ts', await makeDataDir());
  const NODE_OPTIONS = `--import ${standIn}`;
  const { code, output } = await start({ PORT: '0', HOST: 'no-such-host.invalid', NODE_OPTIONS });
  expect(code).toBe(1);
  expect(output).toContain('HOST: no-such-host.invalid is neither an address nor a name of this machine');
  expect(output).not.toMatch(/DATABASE_URL|^ {4}at /m);
});

test('live mode without an administrator asks for one', async () => {
  const { code, output } = await start({
    ...liveEnvironment,
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    PORT: '0',
  });
  expect(code).toBe(1);
  expect(output).toContain('ADMIN_EMAIL and ADMIN_PASSWORD: required');
});

test('a weak live start says everything that is wrong, at once', async () => {
  const { code, output } = await start({
    SITE_MODE: 'live',
    JWT_SECRET: 'x'.repeat(40),
    ADMIN_EMAIL: 'admin@averin.test',
    ADMIN_PASSWORD: 'password',
    DATABASE_URL: 'postgres://averin:planted@db.averin.test/averin',
  });
  expect(code).toBe(1);
  for (const name of [
    'JWT_SECRET',
    'ADMIN_PASSWORD',
    'SMTP_URL',
    'MAIL_FROM',
    'PUBLIC_URL',
    'DATABASE_URL',
  ]) {
    expect(output).toMatch(new RegExp(`^${name}: `, 'm'));
  }
  expect(output).not.toContain('planted');
});

test('a live start that nothing is wrong with opens, and says why a connection need not be encrypted', async () => {
  haveDatabase();
  const { output } = await start({
    ...liveEnvironment,
    PORT: '0',
    PUBLIC_URL: 'http://invest.averin.test',
    ALLOW_INSECURE: 'a proxy on this machine',
    FOUR_EYES: 'address,withdrawal:99.5',
  });
  expect(output).toContain('"a proxy on this machine"');
  expect(output).toMatch(/^ {2}Two persons {5}address,withdrawal:99\.5,people$/m);
  expect(output).toContain('Administrator   admin@example.com');
});

describe('on a PostgreSQL server of the operator’s own', () => {
  let external: ExternalPostgres;
  beforeAll(async () => {
    external = await startExternal(await mkdtemp(join(folder, 'external-')));
  });
  afterAll(() => external.stop());

  const isOpen = /^ {2}Administrator {3}admin@example\.com$/m;
  const live = { ...liveEnvironment, PORT: '0' };

  test('with the roles of docs/operating.md a live start migrates as the owner, and others need not know it', async () => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = external.environment;
    const early = await start({ ...live, DATABASE_URL });
    expect(early.code).toBe(1);
    expect(early.output).toContain('Set DATABASE_OWNER_URL');
    expect(early.output).not.toContain('    at ');

    const migrated = await start({ ...live, ...external.environment }, ['--migrate']);
    expect(migrated).toEqual({ code: 0, output: 'The database has the newest schema.\n' });

    for (const environment of [{ DATABASE_URL }, external.environment]) {
      const { output } = await start({ ...live, ...environment });
      expect(output).toMatch(isOpen);
      expect(output).not.toContain('database role');
    }
    const both = await start({ ...live, DATABASE_URL: DATABASE_OWNER_URL, DATABASE_OWNER_URL });
    expect(both.code).toBe(1);
    expect(both.output).toMatch(/it owns __drizzle_migrations, .*accounts,/);
  });

  test('one that does not let a role in, or not do what it must, is said in a line that names the variable', async () => {
    const { environment, connections } = external;
    const said = async (changed: NodeJS.ProcessEnv) => {
      const { code, output } = await start({ ...live, ...environment, ...changed });
      expect(code).toBe(1);
      expect(output).not.toMatch(/^ {4}at /m);
      for (const address of Object.values(environment))
        expect(output).not.toContain(new URL(address).password);
      return output;
    };
    const { DATABASE_URL, DATABASE_OWNER_URL } = environment;
    const elsewhere = (address: string, change: (url: URL) => void) => {
      const url = new URL(address);
      change(url);
      return url.href;
    };
    const nobody = elsewhere(DATABASE_URL, (url) => {
      url.username = 'nobody';
    });
    const noDatabase = elsewhere(DATABASE_OWNER_URL, (url) => {
      url.pathname = '/none';
    });
    // Both at once.
    expect(await said({ DATABASE_URL: nobody, DATABASE_OWNER_URL: noDatabase })).toMatch(
      /^DATABASE_URL: the server does not take the role or its password .*"nobody".*\nDATABASE_OWNER_URL: the server has no such database .*"none"/,
    );
    const noPassword = elsewhere(DATABASE_URL, (url) => {
      url.password = '';
    });
    expect(await said({ DATABASE_URL: noPassword })).toMatch(/^DATABASE_URL: the server asks for a password/);
    await runAsSuperuser(connections, `alter role ${roles.server} nologin`);
    expect(await said({})).toMatch(/^DATABASE_URL: the server does not let the role in \(.*not permitted/);
    await runAsSuperuser(connections, `alter role ${roles.server} login`);
    const { server } = roles;
    const inside = onDatabase(connections, 'averin');
    await runAsSuperuser(inside, `revoke usage on schema drizzle from ${server}`);
    expect(await said({ DATABASE_OWNER_URL: '' })).toMatch(
      /^DATABASE_URL: its role may not .*schema drizzle.* Start once with DATABASE_OWNER_URL/,
    );
    expect((await start({ ...live, ...environment })).output).toMatch(isOpen);
  });

  test('told to stop when it has made the first administrator it ends, and says the sign-in', async () => {
    const { connections, environment } = external;
    await runAsSuperuser(
      connections,
      'drop database averin with (force)',
      `create database averin owner ${roles.owner}`,
      `grant connect on database averin to ${roles.server}`,
    );
    const client = new pg.Client(onDatabase(connections, 'averin').superuser);
    await client.connect();
    const isMade = async () =>
      (await client.query('select from users').catch(() => ({ rowCount: 0 }))).rowCount === 1;
    const { child, ended } = launch({ ...environment, PORT: '0' });
    try {
      await expect.poll(isMade, { interval: 1 }).toBe(true);
      child.kill('SIGTERM');
      const { code, output } = await ended;
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/^ {2}Password {8}\S+ {3}\(shown this once/m),
      ]);
      expect(output).not.toContain('The database is stopped');
    } finally {
      child.kill('SIGKILL');
      await client.end();
    }
  });

  test('one that a single role owned runs in demo mode with a warning, and live once it is handed over by the book', async () => {
    const { connections, environment } = external;
    await runAsSuperuser(
      connections,
      'drop database averin with (force)',
      "create role averin login password 'of-one-role'",
      'create database averin owner averin',
    );
    const DATABASE_URL = environment.DATABASE_URL.replace(/\/\/.*@/, '//averin:of-one-role@');
    // With the secret of later: what is written about people is sealed by it.
    const demo = await start({ DATABASE_URL, PORT: '0', JWT_SECRET: live.JWT_SECRET });
    expect(demo.output).toMatch(isOpen);
    expect(demo.output).toMatch(/The database role averin of the server can do more[\s\S]*it owns .* users/);

    const refused = await start({ ...live, DATABASE_URL });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('ALLOW_OWNER_ROLE');
    const reasoned = await start({ ...live, DATABASE_URL, ALLOW_OWNER_ROLE: 'the provider has one role' });
    expect(reasoned.output).toMatch(isOpen);
    expect(reasoned.output).toContain('"the provider has one role"');

    expect(handOverByTheBook.length).toBeGreaterThan(3);
    await runAsSuperuser(onDatabase(connections, 'averin'), ...handOverByTheBook);
    const handed = await start({ ...live, ...environment });
    expect(handed.output).toMatch(isOpen);
    expect(handed.output).not.toContain('database role');
  });
});

test('localhost is one address, though it has several: a further server would have none of the guards', async () => {
  const twice = join(dataDir, 'twice.cjs');
  await writeFile(
    twice,
    `const dns = require('node:dns');
     const { lookup } = dns;
     dns.lookup = (name, options, done) => name === 'localhost' && options.all
       ? done(null, [{ address: '127.0.0.1', family: 4 }, { address: '127.0.0.2', family: 4 }])
       : lookup(name, options, done);`,
  );
  const replica = new Replica(program, await freePort(), {
    DATA_DIR: haveDatabase(),
    HOST: 'localhost',
    NODE_OPTIONS: `--require ${twice}`,
  });
  await replica.start();
  try {
    await expect(fetch(`http://127.0.0.2:${replica.port}/api/health`)).rejects.toThrow();
  } finally {
    await replica.stop();
  }
});

// Each of these sits still for a while.
describe.concurrent('replicas, and their stop', () => {
  test('the database has a minute for its stop, after the time of what had begun', async ({ expect }) => {
    const own = haveDatabase(await makeDataDir());
    const replica = new Replica(program, await freePort(), { DATA_DIR: own });
    await replica.start();
    const { socket } = await locate(own);
    const client = new pg.Client({ host: socket, user: superuser, database: 'postgres' });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    );
    await client.end();
    // Its last checkpoint takes longer than 15 s.
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    try {
      replica.askToStop();
      await delay(17_000);
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    }
    expect([rows.length, await replica.stop()]).toEqual([1, 0]);
  });

  test('before it stops it says for a while that it is not ready, and answers what still comes', async ({
    expect,
  }) => {
    const own = haveDatabase(await makeDataDir());
    // Long enough for the questions below, on a busy machine too.
    const replica = new Replica(program, await freePort(), { DATA_DIR: own, SHUTDOWN_DELAY: '5s' });
    await replica.start();
    const ask = (path: string) => fetch(replica.address + path);
    expect((await ask('/api/health')).headers.get('connection')).toBe('keep-alive');
    replica.askToStop();
    await expect.poll(async () => (await ask('/api/ready')).status).toBe(503);
    const answer = await ask('/api/health');
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await replica.stop()).toBe(0);
  });

  test.skipIf(lackingPrograms('haproxy').length > 0)(
    'replicas of this version and the next serve side by side behind HAProxy, rolled forth and back, fail no request, and lose or double no deposit',
    async ({ expect }) => {
      expect(breachesOf(additiveStatements)).toEqual([]);
      const other = makeNextVersion(program, join(folder, 'next'), additiveStatements);
      const options = { program, other, requests: 500, restarts: 4, calm: 0, clients: 4 };
      const { answered, failed, deposits, said } = await roll(options);
      expect(failed).toEqual([]);
      expect(answered).toBeGreaterThanOrEqual(500);
      expect(deposits.acknowledged).toBeGreaterThan(50);
      expect(deposits.found).toBe(deposits.acknowledged);
      // Both of this version, started anew after the next one had migrated.
      expect(said.filter((line) => line.startsWith('A later version'))).toHaveLength(2);
    },
  );
});

test('a version whose minor version is over is refused the database, and says which one it needs', async () => {
  const opening = ['-- opens version 0.2: to try it\nALTER TABLE "accounts" ADD COLUMN "next_level" integer'];
  haveDatabase();
  const later = makeNextVersion(program, join(folder, 'later'), opening);
  expect((await start({ PORT: '0' }, ['--migrate'], later)).output).toContain('has the newest schema');
  const refused = await start({ PORT: '0' });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('The database was migrated to version 0.2');
});
