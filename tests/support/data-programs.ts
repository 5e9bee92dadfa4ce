import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { z } from '../../contract/zod';
import { findBackups } from '../../server/backup/places';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { buildDeposit, buildRegistration } from '../builders';
import { beginProgram, type Ended } from './begin-program';
import { serverProgram } from './bundle-program';
import { freePort } from './free-port';
import { liveEnvironment } from './live';
import { mailboxKey, mailboxList } from './mailbox';
import { patient } from './patience';

/*
 * The commands about data, as processes of their own beside a real server on the embedded database. A test file has one folder for
 * all of it, and in that a data folder with its archive, made once, which tests copy.
 */

let folder: string;
let server: ChildProcess | undefined;

export const programs = { commands: '', server: '', verifier: '' };

/** Of whoever has signed up in the data folder that was made. */
let token: string;

/** What they have reported there, after its first backup. */
export const firstDeposit = 150;

export const at = (name: string): string => join(folder, name);

const made = () => ({ DATA_DIR: at('made'), BACKUP_DIR: at('made-archive') });

/** Tries until it succeeds: what is asked for a whole file may not poll as tests do. */
const until = <T>(attempt: () => Promise<T>) => vi.waitFor(attempt, { timeout: patient(30_000) });

/** Has a server make a data folder and begin its archive. */
export async function setUp(): Promise<void> {
  // With what a shell, a list or a quoted setting would take for its own.
  folder = await mkdtemp(join(tmpdir(), 'averin "b" $HOME `id`, ü-'));
  [programs.commands, programs.server, programs.verifier] = await Promise.all([
    serverProgram('data-commands', at('bundle-one')),
    serverProgram('main', at('bundle-two')),
    serverProgram('verify-history', at('bundle-three')),
  ]);
  const { address } = await startServer(made());
  await until(async () => expect(await findBackups(made().BACKUP_DIR)).toHaveLength(1));
  token = await signUp(address);
  await deposit(address, firstDeposit);
  await stopServer();
}

export async function tearDown(): Promise<void> {
  await stopServer();
  await rm(folder, { recursive: true, force: true });
}

/** Copies the data folder that was made, and its archive if that is named. */
export function copyMade(data: string, archive?: string): void {
  execFileSync('cp', ['-a', made().DATA_DIR, at(data)]);
  if (archive !== undefined) execFileSync('cp', ['-a', made().BACKUP_DIR, at(archive)]);
}

const environmentOf = (more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  DATA_DIR: at('data'),
  BACKUP_DIR: at('archive'),
  BACKUP_PASSPHRASE: 'correct horse battery staple',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: liveEnvironment.ADMIN_PASSWORD,
  DEV_MAILBOX_KEY: mailboxKey,
  RATE_LIMITS: 'off',
  TMPDIR: folder,
  ...more,
});

export const begin = (
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
  program = programs.commands,
): { child: ChildProcess; ended: Promise<Ended> } => beginProgram(program, args, environmentOf(more));

export const run = (args: readonly string[], more?: NodeJS.ProcessEnv): Promise<Ended> =>
  begin(args, more).ended;

export const restore = (from: string, to: string, ...args: string[]): Promise<Ended> =>
  run(['restore', from, ...args], { DATA_DIR: to });

export async function drillPasses(more?: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await run(['drill'], more);
  expect([code, output]).toEqual([0, expect.stringContaining('PASSED')]);
}

export async function startServer(
  more: NodeJS.ProcessEnv = {},
): Promise<{ address: string; said(): string }> {
  // One that a failed test has left.
  await stopServer();
  const port = String(await freePort());
  const child = spawn(process.execPath, [programs.server], {
    env: environmentOf({ PORT: port, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = child;
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

export async function stopServer(): Promise<void> {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Does in several steps what is one for the server: between them it would find its archive gone, and begin another one. */
export async function unseen(work: () => Promise<void>): Promise<void> {
  server?.kill('SIGSTOP');
  try {
    await work();
  } finally {
    server?.kill('SIGCONT');
  }
}

async function call(address: string, method: string, path: string, bearer?: string, body?: object) {
  const response = await fetch(address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
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
  const otp = await until(async () => {
    const { data } = mailsSchema.parse(await (await fetch(address + mailboxList)).json());
    const mail = data.find(({ to }) => to === registration.email);
    return z.string().parse(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0]);
  });
  const verified = { email: registration.email, otp };
  return z.string().parse(await call(address, 'POST', '/api/auth/verify-email', undefined, verified));
}

export const deposit = (address: string, amount: number): Promise<unknown> =>
  call(address, 'POST', '/api/transaction/create', token, buildDeposit({ amount }));

const amountsSchema = z.array(z.object({ amount: z.coerce.number() }));

export async function amountsIn(address: string): Promise<number[]> {
  const all = amountsSchema.parse(await call(address, 'GET', '/api/transaction/all', token));
  return all.map(({ amount }) => amount).toSorted((one, other) => one - other);
}

/** Asks the database of a data folder, started for that and stopped again; what it writes is archived if asked for. */
export async function askFolder<Row extends object>(
  dataDir: string,
  statement: string,
  { archive = false } = {},
): Promise<Row[]> {
  const { superuser, stop } = await startEmbedded({ dataDir, archive, log: () => {} });
  try {
    const client = new pg.Client(superuser);
    await client.connect();
    const { rows } = await client.query<Row>(statement);
    await client.end();
    return rows;
  } finally {
    await stop();
  }
}

/** What was reported, by the database of a data folder that no server has. */
export async function amountsOf(dataDir: string): Promise<number[]> {
  const rows = await askFolder<{ amount: string }>(
    dataDir,
    'select amount / 100 as amount from transactions order by transactions.amount',
  );
  return rows.map(({ amount }) => Number(amount));
}

/** The process of a database that is started there. */
export async function startedIn(postgres: string): Promise<number> {
  const pid = join(postgres, 'postmaster.pid');
  await expect.poll(() => existsSync(pid) && statSync(pid).size > 0, { interval: 5 }).toBe(true);
  return Number.parseInt(await readFile(pid, 'utf8'), 10);
}
