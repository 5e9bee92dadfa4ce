import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailSubjects } from '../contract/mail-subjects';
import { refusals } from '../contract/refusals';
import { z } from '../contract/zod';
import { beginProgram } from '../tests/support/begin-program';
import { serverProgram } from '../tests/support/bundle-program';
import { freePort } from '../tests/support/free-port';
import { liveEnvironment } from '../tests/support/live';
import { mailboxKey, mailboxList } from '../tests/support/mailbox';
import { patient } from '../tests/support/patience';

/* The command line beside a server that runs, and without one: as processes of their own, on one data folder. */

let folder: string;
let commandLine: string;
let server: string;
let dataDir: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-command-line-'));
  const [first, second] = [join(folder, 'one'), join(folder, 'two')];
  [commandLine, server] = await Promise.all([
    serverProgram('command-line', first),
    serverProgram('main', second),
  ]);
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  await stopServer();
  await rm(folder, { recursive: true, force: true });
});

const email = 'admin@example.com';
const environmentOf = (more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  DATA_DIR: dataDir,
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: liveEnvironment.ADMIN_PASSWORD,
  DEV_MAILBOX_KEY: mailboxKey,
  RATE_LIMITS: 'off',
  ...more,
});

/** Runs the command line to its end. */
const admin = (...args: string[]) => adminWith({}, ...args);
const adminWith = (more: NodeJS.ProcessEnv, ...args: string[]) =>
  beginProgram(commandLine, args, environmentOf(more)).ended;

/** Starts the server and answers its address once it is open. */
async function startServer(): Promise<string> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [server], {
    env: environmentOf({ PORT: port }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => /Administrator/.test(chunk.toString()) && resolve());
    child.on('exit', () => reject(new Error('The server has ended')));
  });
  return `http://127.0.0.1:${port}`;
}

async function stopServer(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function post(address: string, path: string, body: object, method = 'POST') {
  const response = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, data: z.object({ data: z.unknown() }).parse(await response.json()).data };
}
const signIn = async (address: string, who: object) =>
  (
    await fetch(`${address}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
    })
  ).status;

const mailsSchema = z.object({ data: z.array(z.object({ to: z.string(), subject: z.string() })) });
async function subjectsTo(address: string, to: string): Promise<string[]> {
  const { data } = mailsSchema.parse(await (await fetch(address + mailboxList)).json());
  return data.filter((mail) => mail.to === to).map(({ subject }) => subject);
}

test('what it cannot read it explains, and does nothing', async () => {
  const wrong = [[], ['promote', email], ['invite', email, '--admin'], ['disable', email, 'another']];
  for (const { code, output } of await Promise.all(wrong.map((args) => admin(...args)))) {
    expect([code, output]).toEqual([1, expect.stringContaining('Usage:')]);
    expect(output).not.toContain('    at ');
  }
});

describe('one after the other', () => {
  const grace = { email: 'grace@example.com', password: 'a long password of the own' };

  test('without a server it starts the database, acts, and stops it', async () => {
    const none = `${dataDir} holds no database: set DATA_DIR to the data folder of the server\n`;
    for (const args of [['list'], ['invite', grace.email, '--role', 'admin']]) {
      expect(await admin(...args)).toEqual({ code: 1, output: none });
    }
    const DATABSE_URL = 'postgres://averin@database.example.com/averin';
    expect(await adminWith({ DATABSE_URL }, 'list')).toEqual({
      code: 1,
      output: `DATABSE_URL is not a setting: did you mean DATABASE_URL?\n${none}`,
    });
    expect(existsSync(dataDir)).toBe(false);
    await startServer();
    await stopServer();
    const listed = await admin('list');
    expect(listed.code).toBe(0);
    expect(listed.output).toMatch(
      /^admin@example\.com\tAdministrator\tEnabled\t0 second factors\tnever seen$/m,
    );
    const invited = await admin('invite', 'Grace@example.com', '--role', 'admin');
    expect(invited.output).toMatch(
      /^grace@example\.com is invited as Administrator, until .*\n.*once: http\S+#/,
    );
    expect((await admin('invite', grace.email, '--role', 'auditor')).output).toBe(
      `${refusals.invitedAlready}\n`,
    );
  });

  test('beside a server that runs it acts at once, and leaves it running', async () => {
    const address = await startServer();
    const lastAdministrator = { code: 1, output: `${refusals.lastAdministrator}\n` };
    expect(
      await Promise.all([
        admin('disable', 'Admin@example.com'),
        admin('offboard', 'Admin@example.com'),
        admin('disable', 'nobody@example.com'),
        admin('invite', grace.email),
        admin('invite', 'not-an-address', '--role', 'admin'),
      ]),
    ).toEqual([
      lastAdministrator,
      lastAdministrator,
      { code: 1, output: 'Nobody has the address nobody@example.com.\n' },
      { code: 1, output: '--role must be one of admin, auditor.\n' },
      { code: 1, output: expect.any(String) },
    ]);
    const invited = await admin('invite', 'ada@example.com', '--role', 'auditor', '--reason', 'The audit');
    const link = /#([\w-]+)/.exec(invited.output)?.[1];
    const accepted = await post(
      address,
      '/api/auth/invitation',
      { token: link, firstName: 'Ada', lastName: 'Lovelace', password: grace.password },
      'PUT',
    );
    expect(accepted.status).toBe(200);
    const token = z.string().parse(accepted.data);
    const me = async () =>
      (await fetch(`${address}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status;
    const ada = { email: 'ada@example.com', password: grace.password };
    expect(await me()).toBe(200);

    expect((await admin('disable', ada.email)).output).toContain('is signed out everywhere');
    expect([await me(), await signIn(address, ada)]).toEqual([401, 401]);
    expect((await admin('list', ada.email)).output).toMatch(
      /^ada@example\.com\tAuditor\tDisabled\t0 second factors\tlast seen 2\d{3}-\S+Z$/m,
    );
    expect((await admin('enable', ada.email)).code).toBe(0);
    expect(await signIn(address, ada)).toBe(200);
    expect((await admin('enable', ada.email)).output).toBe(`${refusals.standingIs('enabled')}\n`);

    expect((await admin('reset-factors', 'Ada@example.com')).output).toContain(
      'has no second factor any more',
    );
    expect((await admin('reset-factors', 'nobody@example.com')).code).toBe(1);
    expect((await admin('offboard', ada.email)).output).toContain('can never sign in again');
    expect(await signIn(address, ada)).toBe(401);
    const root = { email, password: liveEnvironment.ADMIN_PASSWORD };
    expect(await signIn(address, root)).toBe(200);
    // The server sends what was put there, also to administrators.
    await expect
      .poll(() => subjectsTo(address, email), { timeout: patient(20_000), interval: 200 })
      .toEqual(
        expect.arrayContaining([
          mailSubjects.personInvited,
          mailSubjects.personJoined,
          mailSubjects.personDisabled,
          mailSubjects.personEnabled,
          mailSubjects.personOffboarded,
          mailSubjects.factorsReset,
        ]),
      );
    await expect.poll(() => subjectsTo(address, ada.email)).toContain(mailSubjects.offboarded);
  });

  test('beside a server whose secrets it does not have it writes nothing that the server could not read', async () => {
    const invite = ['invite', 'eve@example.com', '--role', 'auditor'];
    const other = await adminWith({ JWT_SECRET: 'another secret than the one of the server' }, ...invite);
    expect(other).toEqual({ code: 1, output: expect.stringContaining('are not those of the server') });
    const kept = join(dataDir, 'jwt-secret');
    const aside = `${kept}.aside`;
    await rename(kept, aside);
    try {
      const none = 'The secrets of the server are not here: give its DATA_DIR or JWT_SECRET\n';
      expect(await admin(...invite)).toEqual({ code: 1, output: none });
      expect(existsSync(kept)).toBe(false);
    } finally {
      await rename(aside, kept);
    }
    expect((await admin('list', 'eve@example.com')).output).toBe('Nobody has the address eve@example.com.\n');
  });
});
