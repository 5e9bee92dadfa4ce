import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../contract/zod';
import { buildDeposit, buildRegistration } from '../tests/builders';
import { serverProgram } from '../tests/support/bundle-program';
import { startExternal } from '../tests/support/external-postgres';
import { freePort } from '../tests/support/free-port';
import { liveEnvironment } from '../tests/support/live';
import { mailboxKey, mailboxList } from '../tests/support/mailbox';
import { patient } from '../tests/support/patience';
import { aboutFile, findBackups, partMark, wrapAbout } from './backup/places';
import { isAlive } from './db/embedded/cluster';

/* Backup, archive, restore and drill, as processes of their own beside a real server on the embedded database. */

let folder: string;
let commands: string;
let server: string;
let verifier: string;
let running: ChildProcess | undefined;
const at = (name: string) => join(folder, name);
const passphrase = 'correct horse battery staple';

beforeAll(async () => {
  // With what a shell, a list or a quoted setting would take for its own.
  folder = await mkdtemp(join(tmpdir(), 'averin "b" $HOME `id`, ü-'));
  [commands, server, verifier] = await Promise.all([
    serverProgram('data-commands', at('bundle-one')),
    serverProgram('main', at('bundle-two')),
    serverProgram('verify-history', at('bundle-three')),
  ]);
});
afterAll(async () => {
  await stopServer();
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = (more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  DATA_DIR: at('data'),
  BACKUP_DIR: at('archive'),
  BACKUP_PASSPHRASE: passphrase,
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: liveEnvironment.ADMIN_PASSWORD,
  DEV_MAILBOX_KEY: mailboxKey,
  RATE_LIMITS: 'off',
  TMPDIR: folder,
  ...more,
});

function begin(args: readonly string[], more: NodeJS.ProcessEnv = {}, program = commands) {
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentOf(more),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  );
  return { child, ended };
}
const drillsIn = (place: string) => readdirSync(place).filter((name) => name.startsWith('averin-drill-'));
const run = (args: readonly string[], more?: NodeJS.ProcessEnv) => begin(args, more).ended;
const restore = (from: string, to: string, ...args: string[]) =>
  run(['restore', from, ...args], { DATA_DIR: to });

async function startServer(more: NodeJS.ProcessEnv = {}): Promise<{ address: string; said(): string }> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [server], {
    env: environmentOf({ PORT: port, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => /Administrator/.test(chunk.toString()) && resolve());
    child.on('exit', () => reject(new Error(`The server has ended: ${output}`)));
  });
  return { address: `http://127.0.0.1:${port}`, said: () => output };
}

async function stopServer(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Does in several steps what is one for the server: between them it would find its archive gone, and begin another one. */
async function unseen(work: () => Promise<void>): Promise<void> {
  running?.kill('SIGSTOP');
  try {
    await work();
  } finally {
    running?.kill('SIGCONT');
  }
}

async function call(address: string, method: string, path: string, token?: string, body?: object) {
  const response = await fetch(address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return z.object({ data: z.unknown() }).parse(answer).data;
}

const mailsSchema = z.object({ data: z.array(z.object({ to: z.string(), text: z.string() })) });

async function signUp(address: string): Promise<string> {
  const registration = buildRegistration({ email: 'ada@example.com' });
  await call(address, 'POST', '/api/user/create', undefined, registration);
  let otp: string | undefined;
  await expect
    .poll(async () => {
      const { data } = mailsSchema.parse(await (await fetch(address + mailboxList)).json());
      otp = /\b\d{6}\b/.exec(data.find(({ to }) => to === registration.email)?.text ?? '')?.[0];
      return otp;
    })
    .toBeDefined();
  return z
    .string()
    .parse(
      await call(address, 'POST', '/api/auth/verify-email', undefined, { email: registration.email, otp }),
    );
}

const deposit = (address: string, token: string, amount: number) =>
  call(address, 'POST', '/api/transaction/create', token, buildDeposit({ amount }));

const amountsSchema = z.array(z.object({ amount: z.coerce.number() }));
async function amountsIn(address: string, token: string): Promise<number[]> {
  const all = amountsSchema.parse(await call(address, 'GET', '/api/transaction/all', token));
  return all.map(({ amount }) => amount).toSorted((one, other) => one - other);
}

async function flip(path: string, part = 0.5): Promise<() => Promise<void>> {
  const place = Math.floor((await stat(path)).size * part);
  const turn = async () => {
    const file = await open(path, 'r+');
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, place);
    await file.write(Buffer.of((byte[0] ?? 0) ^ 1), 0, 1, place);
    await file.close();
  };
  await turn();
  return turn;
}

/** The process of a database that is started there. */
async function startedIn(postgres: string): Promise<number> {
  const pid = join(postgres, 'postmaster.pid');
  await expect.poll(() => existsSync(pid) && statSync(pid).size > 0, { interval: 5 }).toBe(true);
  return Number.parseInt(await readFile(pid, 'utf8'), 10);
}

const seriesIn = async (archive: string) =>
  join(archive, (await readdir(archive)).find((name) => name.startsWith('series-')) ?? '');

describe('one after the other', () => {
  let token: string;
  let between: string;

  test('a running server archives what is written, and a drill restores it and finds it the same', async () => {
    const { address } = await startServer();
    token = await signUp(address);
    await expect.poll(async () => (await findBackups(at('archive'))).length).toBe(1);
    await deposit(address, token, 150);
    await delay(50);
    between = new Date().toISOString();
    await delay(50);
    await deposit(address, token, 270);
    // The history is sealed in rounds.
    await expect.poll(() => existsSync(join(at('data'), 'checkpoints.txt'))).toBe(true);
    const drilled = await run(['drill']);
    expect(drilled.output).toContain('PASSED');
    expect(drilled.output).toMatch(
      /All \d+ checks of the books hold\.\nAll \d+ leaves of its history .*\nIt is what the running product had at/,
    );
    expect(drilled.code).toBe(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('averin-drill'))).toEqual([]);

    // Beside the server, into a folder of the operator's.
    const taken = await run(['backup', at('by-hand')]);
    expect(taken.output).toMatch(/^Backup .*\n.* encrypted, in /);
    expect((await run(['backup', join(at('data'), 'inside')])).output).toContain('would be lost with it');
    expect((await restore(at('archive'), at('data'))).output).toContain(
      `mv '${at('data')}' '${at('data')}.before'`,
    );
    expect(await amountsIn(address, token)).toEqual([150, 270]);
    await stopServer();
  });

  test('restored to a time between two deposits it holds the first and not the second', async () => {
    const restored = await restore(at('archive'), at('earlier'), '--to', between);
    expect(restored.output).toContain('Restored');
    expect(restored.code).toBe(0);
    const earlier = await startServer({ DATA_DIR: at('earlier') });
    expect(await amountsIn(earlier.address, token)).toEqual([150]);
    await stopServer();

    // Each restored folder archives into a series of its own.
    expect(new Set(await readdir(at('archive'))).size).toBe(2);
    const before = await restore(at('archive'), at('never'), '--to', '2020-01-01T00:00:00Z');
    expect(before.output).toContain('nothing before can be restored');
    expect(existsSync(at('never'))).toBe(false);
  });

  test('a drill with no passphrase or a wrong one is refused, and the archive and its note stay as they are', async () => {
    const look = async () => ({
      archive: (await readdir(at('archive'), { recursive: true })).toSorted(),
      note: await readFile(join(at('data'), 'backup-series'), 'utf8'),
    });
    const before = await look();
    // With no server running, where the drill archives by itself.
    for (const [BACKUP_PASSPHRASE, reason] of [
      ['', 'is encrypted: set BACKUP_PASSPHRASE.'],
      ['some other passphrase', 'BACKUP_PASSPHRASE is not the passphrase of'],
    ] as const) {
      const { code, output } = await run(['drill'], { BACKUP_PASSPHRASE });
      expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
      expect(output).not.toContain('    at ');
      expect(await look()).toEqual(before);
    }
    // Backups elsewhere are drilled with the passphrase that they have, and the archive is left alone.
    const elsewhere = { BACKUP_PASSPHRASE: 'of the other folder' };
    expect((await run(['backup', at('other')], elsewhere)).code).toBe(0);
    expect((await run(['drill', at('other')], elsewhere)).output).toContain('PASSED');
    expect(await look()).toEqual(before);

    const drilled = await run(['drill']);
    expect([drilled.code, drilled.output]).toEqual([0, expect.stringContaining('PASSED')]);
    const after = await look();
    expect(after.note).toBe(before.note);
    expect(after.archive.length).toBeGreaterThan(before.archive.length);
  });

  test('a wrong passphrase, a flipped byte and a missing part are said, and nothing is left', async () => {
    const refused = async (more: NodeJS.ProcessEnv, from = at('by-hand')) => {
      const { code, output } = await run(['restore', from], { DATA_DIR: at('none'), ...more });
      expect([code, existsSync(at('none'))]).toEqual([1, false]);
      expect(output).not.toContain('    at ');
      return output;
    };
    expect(await refused({ BACKUP_PASSPHRASE: 'some other passphrase' })).toContain(
      'is not the passphrase of',
    );
    expect(await refused({ BACKUP_PASSPHRASE: '' })).toContain('set BACKUP_PASSPHRASE');
    const [backup] = await findBackups(at('by-hand'));
    if (!backup) throw new Error('no backup');
    for (const [file, part] of [
      ['backup.tar.gz.age', 0.5],
      ['about.json', 0.3],
    ] as const) {
      const turnBack = await flip(join(backup.folder, file), part);
      expect(await refused({})).toMatch(/damaged/);
      await turnBack();
    }
    const log = join(await seriesIn(at('archive')), 'log');
    const [, second = ''] = (await readdir(log))
      .filter((name) => /^[0-9A-F]{24}-/.test(name))
      .toSorted()
      .slice(-2);
    const turnBack = await flip(join(log, second));
    const series = await seriesIn(at('archive'));
    expect(await refused({}, series)).toContain(`${second} is damaged`);
    await turnBack();
  });

  test('of a log with a hole it is said that what came behind is not restored, and a drill does not pass', async () => {
    const log = join(await seriesIn(at('archive')), 'log');
    const [hole = ''] = (await readdir(log))
      .filter((name) => /^[0-9A-F]{24}-/.test(name))
      .toSorted()
      .slice(-2);
    await rename(join(log, hole), at('hole'));
    const said = `The log lacks the file ${hole.slice(0, 24)} and has later ones`;
    const restored = await restore(at('archive'), at('with-hole'));
    expect([restored.code, restored.output]).toEqual([1, expect.stringContaining(said)]);
    const drilled = await run(['drill']);
    expect([drilled.code, drilled.output]).toEqual([1, expect.stringContaining(said)]);
    await rename(at('hole'), join(log, hole));
    await rm(at('with-hole'), { recursive: true });
    expect((await run(['drill'])).output).toContain('PASSED');
  });

  test('a killed backup leaves nothing that a restore takes, and a killed restore nothing that a server opens', async () => {
    for (const after of [400, 800]) {
      const { child, ended } = begin(['backup', at('killed')]);
      await delay(patient(after));
      child.kill('SIGKILL');
      await ended;
    }
    const whole = await findBackups(at('killed'));
    const refused = await restore(at('killed'), at('of-killed'));
    if (whole.length === 0) expect(refused.output).toContain('There is no whole backup');
    else expect(refused.code).toBe(0);

    const { child, ended } = begin(['restore', at('by-hand')], { DATA_DIR: at('half') });
    await expect.poll(() => existsSync(join(at('half'), 'postgres')), { interval: 5 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    await expect(startServer({ DATA_DIR: at('half') })).rejects.toThrow('A restore into');
    expect((await restore(at('by-hand'), at('half'))).output).toContain(`rm -r '${at('half')}'`);
  });

  test('a backup, a restore and a drill that are told to stop leave nothing, and no database that runs', async () => {
    const backup = begin(['backup', at('told')]);
    await expect
      .poll(() => existsSync(at('told')) && readdirSync(at('told')).length, { interval: 5 })
      .toBe(1);
    backup.child.kill('SIGTERM');
    expect(await backup.ended).toEqual({ code: 143, output: expect.stringContaining('Ended by SIGTERM') });
    expect(await readdir(at('told'))).toEqual([]);

    for (const signals of [['SIGINT'], ['SIGINT', 'SIGINT']] as const) {
      const restoring = begin(['restore', at('by-hand')], { DATA_DIR: at('told-folder') });
      const pid = await startedIn(join(at('told-folder'), 'postgres'));
      for (const signal of signals) restoring.child.kill(signal);
      expect((await restoring.ended).code).toBe(130);
      await expect.poll(() => isAlive(pid), { timeout: patient(10_000) }).toBe(false);
      // The second one leaves no time to take anything back, and what is there is refused.
      if (signals.length === 1) expect(existsSync(at('told-folder'))).toBe(false);
    }

    const drilling = begin(['drill', at('by-hand')]);
    await expect.poll(() => drillsIn(folder).length, { interval: 5, timeout: patient(10_000) }).toBe(1);
    const [drill = ''] = drillsIn(folder);
    const pid = await startedIn(join(folder, drill, 'data/postgres'));
    drilling.child.kill('SIGHUP');
    expect((await drilling.ended).code).toBe(129);
    expect([drillsIn(folder), isAlive(pid)]).toEqual([[], false]);
  });

  test('a restored folder is held against its sealed history with no server and beside one, and a row changed in it is named', async () => {
    const checked = at('checked');
    expect((await restore(at('by-hand'), checked)).code).toBe(0);
    const check = () => begin(['--data', checked], {}, verifier).ended;
    const good = await check();
    expect([good.code, good.output]).toEqual([
      0,
      expect.stringMatching(/^All \d+ leaves are as they were sealed/m),
    ]);
    expect(good.output).toMatch(/extends all [1-9]\d* checkpoints that were given/);

    await startServer({ DATA_DIR: checked, BACKUP_DIR: '' });
    const owner = new pg.Client({ host: join(checked, 'socket'), user: 'postgres', database: 'postgres' });
    await owner.connect();
    await owner.query('set session_replication_role = replica');
    const { rows } = await owner.query<{ id: string }>(
      'update transactions set amount = amount + 1 where amount = 15000 returning id',
    );
    await owner.end();
    const changed = `NOT AS IT WAS SEALED: The report of transaction ${rows[0]?.id} was changed after it was sealed.`;
    expect(rows).toHaveLength(1);
    expect(await check()).toEqual({ code: 1, output: `${changed}\n` });
    await stopServer();
    expect(await check()).toEqual({ code: 1, output: expect.stringContaining(changed) });
  });

  test('secrets of the environment are in encrypted backups alone, also of a folder where a restore has left them', async () => {
    const ofEnvironment = { JWT_SECRET: liveEnvironment.JWT_SECRET, BACKUP_DIR: '' };
    const left = (restored: string) => join(restored, 'restored-secrets.env');
    /** A backup of a folder, and what is restored from it. */
    const goRound = async (data: string, name: string, more: NodeJS.ProcessEnv = {}) => {
      const taken = await run(['backup', at(`of-${name}`)], { ...ofEnvironment, DATA_DIR: data, ...more });
      expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('Backup')]);
      const restored = await run(['restore', at(`of-${name}`)], { DATA_DIR: at(name), ...more });
      expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored')]);
      return restored.output;
    };
    const written = `JWT_SECRET=${ofEnvironment.JWT_SECRET}\n`;
    expect(await goRound(at('checked'), 'with-secrets')).toContain(
      `${left(at('with-secrets'))}: set them, and delete the file.`,
    );
    expect(await readFile(left(at('with-secrets')), 'utf8')).toBe(written);
    // Nobody has deleted the file.
    await goRound(at('with-secrets'), 'with-secrets-again');
    expect(await readFile(left(at('with-secrets-again')), 'utf8')).toBe(written);
    const open = await goRound(at('with-secrets'), 'without-secrets', { BACKUP_PASSPHRASE: '' });
    expect(open).not.toContain('set them, and delete');
    expect(existsSync(left(at('without-secrets')))).toBe(false);
  });

  test('an archive that cannot be written does not stop the product, is said, and is made up for', async () => {
    const { address, said } = await startServer();
    const log = join(await seriesIn(at('archive')), 'log');
    await unseen(async () => {
      await rename(log, `${log}.away`);
      await writeFile(log, '');
    });
    await deposit(address, token, 310);
    const failed = await run(['drill']);
    expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('ENOTDIR')]);
    expect(failed.output).not.toContain('    at ');
    await expect.poll(said).toContain('The archive of the log: ');
    expect(await amountsIn(address, token)).toEqual([150, 270, 310]);
    await unseen(async () => {
      await rm(log);
      await rename(`${log}.away`, log);
    });
    expect((await run(['drill'])).output).toContain('PASSED');
    await expect.poll(said).toContain('The archive of the log: works again.');
    await stopServer();
    expect(await readFile(join(at('data'), 'backup-drill.json'), 'utf8')).toContain('"passed":true');
  });

  test('moved to a server of another major version and back it has the same rows, and goes on from there', async () => {
    const external = await startExternal(at('external'));
    try {
      const { DATABASE_URL, DATABASE_OWNER_URL } = external.environment;
      const moveTo = (more: NodeJS.ProcessEnv = {}) =>
        run(['move', '--to', DATABASE_OWNER_URL], { BACKUP_DIR: '', ...more });
      expect((await moveTo({ DATABASE_URL })).output).toContain('run this without DATABASE_URL');
      const moved = await moveTo();
      expect(moved.output).toMatch(/^Moved \d+ rows of \d+ tables, each the same on both sides/m);
      expect([moved.code, moved.output.includes('BROKEN')]).toEqual([0, false]);
      expect((await moveTo()).output).toContain('The target holds data already');

      const environment = { BACKUP_DIR: '', DATABASE_URL, DATABASE_OWNER_URL };
      const { address } = await startServer(environment);
      await deposit(address, token, 420);
      const JWT_SECRET = await readFile(join(at('data'), 'jwt-secret'), 'utf8');
      const back = (more: NodeJS.ProcessEnv = {}) =>
        run(['move', '--from', DATABASE_OWNER_URL], {
          BACKUP_DIR: '',
          DATA_DIR: at('back'),
          JWT_SECRET,
          ...more,
        });
      expect((await back()).output).toContain('other connections use the database');
      await stopServer();
      expect((await back({ JWT_SECRET: 'x'.repeat(40) })).output).toContain('was sealed with another one');
      expect((await back({ JWT_SECRET: '' })).output).toContain('The secrets of the server are not here');
      expect((await back({ JWT_SECRET: '', PERSONAL_DATA_KEY: 'x'.repeat(40) })).output).toContain(
        'was sealed with another one',
      );
      expect(existsSync(at('back'))).toBe(false);
      expect((await back({ DATA_DIR: at('data') })).output).toContain(
        `Move it aside, and leave what else is in DATA_DIR: mv '${at('data')}/postgres'`,
      );
      const returned = await back();
      expect([returned.code, returned.output]).toEqual([0, expect.stringContaining('Moved')]);

      const again = await startServer({ DATA_DIR: at('back'), BACKUP_DIR: '', JWT_SECRET });
      expect(await amountsIn(again.address, token)).toEqual([150, 270, 310, 420]);
      await deposit(again.address, token, 500);
      await stopServer();
    } finally {
      await external.stop();
    }
  });

  test('a move that is told to stop moves nothing, leaves no database that runs, says so, and can be done again', async () => {
    const external = await startExternal(at('external-told'));
    const keeper = new pg.Client({ ...external.connections.superuser, database: 'averin' });
    await keeper.connect();
    try {
      const { DATABASE_URL, DATABASE_OWNER_URL } = external.environment;
      const environment = { BACKUP_DIR: '', DATABASE_URL, DATABASE_OWNER_URL };
      expect((await begin(['--migrate'], environment, server).ended).code).toBe(0);
      const waits = async () => {
        const { rows } = await keeper.query('select from pg_locks where not granted');
        return rows.length;
      };
      for (const [signal, code] of [
        ['SIGINT', 130],
        ['SIGTERM', 143],
        ['SIGHUP', 129],
      ] as const) {
        await keeper.query('begin; lock table accounts in access share mode');
        const moving = begin(['move', '--to', DATABASE_OWNER_URL], { BACKUP_DIR: '' });
        await expect.poll(waits, { timeout: patient(20_000) }).toBe(1);
        moving.child.kill(signal);
        const ended = await moving.ended;
        expect(ended).toEqual({
          code,
          output: expect.stringContaining(`Ended by ${signal}, and nothing was moved`),
        });
        // Neither the folder's database, nor what the server was asked.
        expect([existsSync(join(at('data'), 'postgres/postmaster.pid')), await waits()]).toEqual([false, 0]);
        await keeper.query('rollback');
      }
      const moved = await run(['move', '--to', DATABASE_OWNER_URL], { BACKUP_DIR: '' });
      expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('Start the product with')]);

      await keeper.end();
      const JWT_SECRET = await readFile(join(at('data'), 'jwt-secret'), 'utf8');
      const own = { BACKUP_DIR: '', DATA_DIR: at('told-back'), JWT_SECRET };
      const back = ['move', '--from', DATABASE_OWNER_URL];
      for (const signals of [['SIGTERM'], ['SIGINT', 'SIGINT']] as const) {
        const moving = begin(back, own);
        const pid = await startedIn(join(at('told-back'), 'postgres'));
        for (const signal of signals) moving.child.kill(signal);
        const { code, output } = await moving.ended;
        if (signals.length === 1)
          expect([code, output]).toEqual([143, expect.stringContaining('and nothing was moved')]);
        else expect(code).toBe(130);
        await expect.poll(() => isAlive(pid), { timeout: patient(10_000) }).toBe(false);
      }
      const returned = await run(back, own);
      expect([returned.code, returned.output]).toEqual([0, expect.stringContaining('without DATABASE_URL')]);
    } finally {
      await keeper.end();
      await external.stop();
    }
  });
});

describe('the folder of an archive', () => {
  const backupsIn = async (archive: string) => (await findBackups(at(archive))).map(({ folder: of }) => of);

  /** Rows that nobody has read: the first reading writes to their pages, and so some files of the log. */
  async function writeUnread(dataDir: string): Promise<void> {
    const owner = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' });
    await owner.connect();
    await owner.query(
      "insert into security_events (kind, detail) select 'limit_hit', repeat('x', 1900) from generate_series(1, 12000)",
    );
    await owner.end();
  }

  test('has no hole by commands that start the database, also without BACKUP_DIR', async () => {
    const own = { DATA_DIR: at('commands-data'), BACKUP_DIR: at('commands') };
    const external = await startExternal(at('external-of-commands'));
    try {
      await startServer(own);
      await expect.poll(() => backupsIn('commands')).toHaveLength(1);
      await writeUnread(at('commands-data'));
      await stopServer();
      const { DATABASE_OWNER_URL } = external.environment;
      expect((await run(['move', '--to', DATABASE_OWNER_URL], { ...own, BACKUP_DIR: '' })).code).toBe(0);
      const { address } = await startServer(own);
      const owner = await signUp(address);
      await deposit(address, owner, 640);
      await stopServer();
      const drilled = await run(['drill'], own);
      expect([drilled.code, drilled.output]).toEqual([0, expect.stringContaining('PASSED')]);
      expect((await restore(at('commands'), at('of-commands'))).code).toBe(0);
      const again = await startServer({ DATA_DIR: at('of-commands'), BACKUP_DIR: '' });
      expect(await amountsIn(again.address, owner)).toEqual([640]);
      await stopServer();

      // Another database in the same folder has a series of its own.
      await rename(join(at('commands-data'), 'postgres'), at('moved-aside'));
      expect((await run(['move', '--from', DATABASE_OWNER_URL], own)).code).toBe(0);
      await startServer(own);
      await expect.poll(() => backupsIn('commands')).toHaveLength(2);
      await stopServer();
      const ofMoved = await run(['drill'], own);
      expect([ofMoved.code, ofMoved.output]).toEqual([0, expect.stringContaining('PASSED')]);
    } finally {
      await external.stop();
    }
  });

  test('is gone on with by a backup of its own after a server without BACKUP_DIR', async () => {
    const own = { DATA_DIR: at('paused-data'), BACKUP_DIR: at('paused') };
    await startServer(own);
    await expect.poll(() => backupsIn('paused')).toHaveLength(1);
    await stopServer();
    await startServer({ ...own, BACKUP_DIR: '' });
    await stopServer();
    await startServer(own);
    await expect.poll(() => backupsIn('paused')).toHaveLength(2);
    await stopServer();
    const [former = '', later = ''] = await backupsIn('paused');
    expect(dirname(former)).not.toBe(dirname(later));
  });

  test('of two sites in one folder each keeps its own, and a restore asks which is meant', async () => {
    const ofA = { DATA_DIR: at('site-a'), BACKUP_DIR: at('shared') };
    const ofB = { DATA_DIR: at('site-b'), BACKUP_DIR: at('shared'), BACKUP_KEEP: '1' };
    await startServer(ofA);
    await expect.poll(() => backupsIn('shared')).toHaveLength(1);
    await stopServer();
    const [kept = ''] = await backupsIn('shared');
    await startServer(ofB);
    await expect.poll(() => backupsIn('shared')).toHaveLength(2);
    // Once it has stopped it has removed what it would.
    await stopServer();
    expect(await backupsIn('shared')).toEqual([kept, expect.any(String)]);

    const refused = await restore(at('shared'), at('of-one'));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('backups of several sites')]);
    for (const name of ['site-a', 'site-b']) expect(refused.output).toContain(`:${at(name)}: up to`);
    expect((await restore(dirname(kept), at('of-one'))).code).toBe(0);
    for (const own of [ofA, ofB]) expect((await run(['drill'], own)).output).toContain('PASSED');
  });

  test('brings what was written after a backup by hand that lies in it, and none that is not encrypted', async () => {
    const own = { DATA_DIR: at('by-hand-data'), BACKUP_DIR: at('with-by-hand') };
    const { address } = await startServer(own);
    const owner = await signUp(address);
    await expect.poll(() => backupsIn('with-by-hand')).toHaveLength(1);
    const [first = ''] = await backupsIn('with-by-hand');
    await symlink(at('with-by-hand'), at('link-to-archive'));
    for (const place of [at('with-by-hand'), dirname(first), join(at('link-to-archive'), 'inside')]) {
      const refused = await run(['backup', place], own);
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is in BACKUP_DIR')]);
    }
    // Made elsewhere, and brought there.
    expect((await run(['backup', at('beside')], own)).code).toBe(0);
    expect((await run(['backup', at('open')], { ...own, BACKUP_PASSPHRASE: '' })).code).toBe(0);
    const [byHand] = await findBackups(at('beside'));
    const [open] = await findBackups(at('open'));
    if (!byHand || !open) throw new Error('no backup');
    await rename(byHand.folder, join(at('with-by-hand'), 'by-hand'));
    await rename(open.folder, join(dirname(first), 'open'));
    await deposit(address, owner, 730);
    const drilled = await run(['drill'], own);
    expect([drilled.code, drilled.output]).toEqual([0, expect.stringContaining('PASSED')]);
    const named = join(dirname(first), 'open');
    const ofOpen = await run(['drill', named], own);
    expect([ofOpen.code, ofOpen.output]).toEqual([1, expect.stringContaining(`${named} is not encrypted`)]);
    await stopServer();

    const restored = await restore(at('with-by-hand'), at('of-with-by-hand'));
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`Restored ${first} of`)]);
    const again = await startServer({ DATA_DIR: at('of-with-by-hand'), BACKUP_DIR: '' });
    expect(await amountsIn(again.address, owner)).toEqual([730]);
    await stopServer();
    const alone = await restore(join(at('with-by-hand'), 'by-hand'), at('of-by-hand'));
    expect([alone.code, alone.output]).toEqual([0, expect.stringContaining('no log comes after it')]);
  });

  test('that was emptied begins anew with a backup, and is whole from there', async () => {
    const own = { DATA_DIR: at('emptied-data'), BACKUP_DIR: at('emptied') };
    const { said } = await startServer(own);
    await expect.poll(() => backupsIn('emptied')).toHaveLength(1);
    const [before = ''] = await backupsIn('emptied');
    // Moved, each at once: to what is removed file by file, the server may still add one.
    for (const name of await readdir(at('emptied')))
      await rename(join(at('emptied'), name), at(`gone-${name}`));
    await expect.poll(said).toContain(`${dirname(before)} is gone.`);
    await expect.poll(() => backupsIn('emptied')).toHaveLength(1);
    const drilled = await run(['drill'], own);
    expect(drilled.output).toContain('PASSED');
    expect(drilled.output).not.toContain('did not come into');
    expect(await readdir(at('emptied'))).not.toContain(basename(dirname(before)));

    // The whole folder is a disk that is away, which comes back.
    await rename(at('emptied'), at('emptied-away'));
    await expect
      .poll(said)
      .toContain(`The archive of the log: ${at('emptied')} is not there: bring its disk back`);
    expect(existsSync(at('emptied'))).toBe(false);
    await rename(at('emptied-away'), at('emptied'));
    await expect.poll(said).toContain('The archive of the log: works again.');
    expect(await backupsIn('emptied')).toHaveLength(1);
    await stopServer();
  });

  test('that was emptied while a backup is written has another one at once', async () => {
    const place = at('emptied-early');
    const written = async () =>
      (await readdir(place, { recursive: true })).filter(
        (name) => /^\d/.test(basename(name)) && name.includes(partMark),
      );
    await mkdir(place);
    const { said } = await startServer({ DATA_DIR: at('emptied-early-data'), BACKUP_DIR: place });
    await expect.poll(written, { interval: 5 }).not.toEqual([]);
    for (const name of await readdir(place)) await rename(join(place, name), at(`away-${name}`));
    await expect.poll(said).toContain('The backup: ENOENT');
    // Within less than the minute after which what failed is tried again.
    await expect.poll(() => backupsIn('emptied-early')).toHaveLength(1);
    await stopServer();
  });

  test('of a time that is still to come stops no backup and no drill', async () => {
    const own = { DATA_DIR: at('ahead-data'), BACKUP_DIR: at('ahead'), DRILL_EVERY: '1d' };
    await startServer({ ...own, DRILL_EVERY: '' });
    await expect.poll(() => backupsIn('ahead')).toHaveLength(1);
    await stopServer();
    const [made] = await findBackups(at('ahead'));
    if (!made) throw new Error('no backup');
    const ahead = '2999-01-01T00:00:00.000Z';
    await writeFile(join(made.folder, aboutFile), wrapAbout({ ...made.about, begun: ahead, ended: ahead }));
    const drilled = { at: ahead, passed: true, report: '', backupOf: null, lastCommit: null, seconds: 1 };
    await writeFile(join(at('ahead-data'), 'backup-drill.json'), JSON.stringify(drilled));

    const { said } = await startServer(own);
    await expect.poll(() => backupsIn('ahead')).toHaveLength(2);
    await expect.poll(said).toContain(`The last drill is of ${ahead}`);
    expect(said()).toContain(`${made.folder} is of ${ahead}, which is still to come`);
    await expect
      .poll(() => readFile(join(at('ahead-data'), 'backup-drill.json'), 'utf8'))
      .not.toContain(`"at":"${ahead}"`);
    await stopServer();
    expect(await backupsIn('ahead')).toHaveLength(2);
  });
});

test('a folder without a database, such as the mount point of a disk that is away, is not backed up, drilled or moved', async () => {
  const DATA_DIR = at('mount-point');
  await mkdir(DATA_DIR);
  for (const args of [
    ['backup', at('of-nothing')],
    ['drill', at('archive')],
    ['move', '--to', 'postgres://a@127.0.0.1/b'],
  ]) {
    const { code, output } = await run(args, { DATA_DIR, BACKUP_DIR: '' });
    expect([code, output]).toEqual([1, expect.stringContaining(`${DATA_DIR} holds no database`)]);
  }
  const misspelt = await run(['backup', at('of-nothing')], { DATA_DIR, BACKUP_DIR: '', BACKUP_DIRS: '/mnt' });
  expect(misspelt.output).toContain('BACKUP_DIRS is not a setting: did you mean BACKUP_DIR?');
  expect([await readdir(DATA_DIR), existsSync(at('of-nothing'))]).toEqual([[], false]);
});

test('what is asked for wrongly is explained', async () => {
  for (const args of [
    ['backup'],
    ['restore'],
    ['unknown'],
    ['backup', 'a', 'b'],
    ['backup', 'a', '--to', 'b'],
  ]) {
    const { code, output } = await run(args);
    expect([code, output]).toEqual([1, expect.stringContaining('Usage:')]);
  }
  for (const to of ['yesterday', '9999-12-31T23:59:59-10:00']) {
    expect((await run(['restore', 'a', '--to', to])).output).toContain('a time with its zone');
  }
  const other = await run(['backup', 'a'], { BACKUP_DIR: '', DATABASE_URL: 'postgres://a@b/c' });
  expect(other.output).toContain('its own means');
});
