import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from '../../contract/zod';
import { root } from '../../scripts/run-command';
import { superuser } from '../../server/db/embedded/cluster';
import type { Embedded } from '../../server/db/embedded/start-embedded';
import { freePort } from '../support/free-port';

const servers = {
  product: ['dist/server/main.js'],
  /** The product once more: how far two of the same are apart is what the machine does. */
  again: ['dist/server/main.js'],
  /** The product with nothing encrypted: what encryption costs a call. */
  unencrypted: ['--import', './tests/bench/without-encryption.js', 'dist/server/main.js'],
  bare: ['--import', 'tsx', 'tests/bench/bare-server.ts'],
} as const;
export type ServerName = keyof typeof servers;

/** A product as people run it. */
export const usual = { NODE_ENV: 'production' };
/** The same but for deposits of one person that wait, of which a run makes many. */
export const limited = { ...usual, PENDING_DEPOSITS: '1000000000' };
/** What no run should be stopped by: limits that are for people. */
export const unlimited = { ...limited, RATE_LIMITS: 'off' };

/** How Node is started: variables of its own, and flags. */
export interface NodeSettings {
  env: NodeJS.ProcessEnv;
  flags: readonly string[];
}

/** What `npm start` sets: "start" in package.json, before and behind its "node". */
export function startSettings(): NodeSettings {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const words = scripts.start.split(' ');
  const node = words.indexOf('node');
  return {
    env: Object.fromEntries(words.slice(0, node).map((word) => word.split('=', 2))),
    flags: words.slice(node + 1, -1),
  };
}

/** Milliseconds: a machine that is busy with other work is given time. */
const startPatience = 120_000;

/** Starts a server as a process of its own, as `npm start` does or as it is told, and waits until it answers. */
export async function startServer(
  name: ServerName,
  env: NodeJS.ProcessEnv,
  { program = process.execPath, settings = startSettings() } = {},
) {
  const port = String(await freePort());
  const child = spawn(program, [...settings.flags, ...servers[name]], {
    cwd: root,
    // Nothing of the caller's: its DATABASE_URL or SITE_MODE would be measured.
    env: { PATH: process.env.PATH, ...settings.env, ...env, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await fetch(address).catch(() => undefined)); waited += 50) {
    if (waited > startPatience || child.exitCode !== null) {
      await end(child);
      throw new Error(`The ${name} server did not start`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { child, address };
}

/** Stops a server in order. */
export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Gives work a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'averin-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL's code of it. */
const deadlock = '40P01';

/**
 * Removes the mail that waits: what one turn has left must not be sent during the next. Senders take mail in another order meanwhile; a
 * removal that a deadlock has ended is tried again.
 */
export async function forgetMail(database: pg.Pool): Promise<void> {
  for (;;) {
    try {
      await database.query('delete from mail_outbox where sent_at is null');
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== deadlock) throw error;
    }
  }
}

/**
 * Lets mail wait in the outbox, so that a server that sends none is compared with one that does: sending is measured apart.
 */
export async function holdMail(database: pg.Pool): Promise<void> {
  await database.query(
    `alter table mail_outbox alter column next_attempt_at set default now() + interval '1 day'`,
  );
}

/** Lets everybody have all calls of their limits again. */
export async function forgetLimits(database: pg.Pool): Promise<void> {
  await database.query('delete from rate_limits');
}

/** Adds a database to an embedded PostgreSQL; answers false when it is there already. */
export async function addDatabase({ connection, owner }: Embedded, name: string): Promise<boolean> {
  const admin = new pg.Client({ ...connection, user: superuser });
  await admin.connect();
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await admin.query(`create database ${name} owner ${owner.user}`);
    return rowCount === 0;
  } finally {
    await admin.end();
  }
}

/** The addresses of an embedded database, as the variables have them. */
export function addressesOf(
  { connection, owner }: Pick<Embedded, 'connection' | 'owner'>,
  database?: string,
) {
  const urlOf = (as: Embedded['owner']) =>
    `postgres://${as.user}@localhost/${database ?? as.database}?host=${encodeURIComponent(as.host)}`;
  return { DATABASE_URL: urlOf(connection), DATABASE_OWNER_URL: urlOf(owner) };
}
