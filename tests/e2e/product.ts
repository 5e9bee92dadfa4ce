import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isCodeMail } from '../../contract/mail-subjects';
import { z } from '../../contract/zod';
import { freePort } from '../support/free-port';
import { patient } from '../support/patience';
import { livingProcesses } from '../support/processes';

export interface Product {
  /** Where it listens, as it printed it. */
  address: string;
  /** The whole address of its dev mailbox, as it printed it. */
  mailbox: string;
  /** The first administrator's sign-in, as it printed it. */
  admin: { email: string; password: string };
  /** Everything it printed. */
  output(): string;
  /** The newest code mailed to an address; waits for one that it has not given before. */
  codeFor(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built product on a data folder of its own: from the project's own build, or from another's main file. */
export function startProduct(
  environment: NodeJS.ProcessEnv = {},
  mainFile = 'dist/server/main.js',
): Promise<Product> {
  return start(process.execPath, [mainFile], environment);
}

/** The same with `npm start`, as a newcomer does. */
export function startWithNpm(): Promise<Product> {
  return start('npm', ['start'], {});
}

async function start(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'averin-e2e-'));
  const child = spawn(program, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that npm and what it starts can be stopped together.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  function shown(label: string): string {
    return new RegExp(`^ +${label} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';
  }

  async function stop(): Promise<void> {
    const { pid } = child;
    if (pid !== undefined) {
      signal(-pid, 'SIGTERM');
      const isThere = () => livingProcesses()?.some(({ group }) => group === pid) ?? signal(-pid, 0);
      // npm ends first; the product stops its database after it.
      await expect(() => expect(isThere()).toBe(false)).toPass({ timeout: patient(60_000) });
    }
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await expect(() => expect(shown('Password'), printed).not.toBe('')).toPass({ timeout: patient(180_000) });
  } catch (error) {
    await stop();
    throw error;
  }
  const address = shown('Open');
  const mailbox = shown('Dev mailbox');
  const given = new Map<string, string>();
  return {
    address,
    mailbox,
    admin: { email: shown('Administrator'), password: shown('Password') },
    output: () => printed,
    async codeFor(email) {
      let code: string | undefined;
      await expect(async () => {
        code = await newestCode(mailbox, email);
        expect([undefined, given.get(email)]).not.toContain(code);
      }).toPass({ timeout: patient(60_000) });
      given.set(email, code ?? '');
      return code ?? '';
    },
    stop,
  };
}

const mailboxSchema = z.object({
  data: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

async function newestCode(mailbox: string, email: string): Promise<string | undefined> {
  const response = await fetch(`${mailbox}.json`);
  const { data } = mailboxSchema.parse(await response.json());
  // Other mails come in between, and may hold six digits of their own.
  const mail = data.find(({ to, subject }) => to === email && isCodeMail(subject));
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
}

/** Whether there is a process in the group to hear it. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(group, name);
    return true;
  } catch {
    return false;
  }
}
