import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { patient } from '../../tests/support/patience';

/** A program that is started, ended and started again, with its output in a file. */
export class Program {
  private child: ChildProcess | undefined;

  /** `command` is an absolute path and what comes after it; it works in `folder`, and its output goes to `logFile`. */
  constructor(
    readonly name: string,
    private readonly folder: string,
    private readonly command: readonly string[],
    private readonly environment: NodeJS.ProcessEnv = {},
    private readonly logFile = join(folder, `${name}.log`),
  ) {}

  /** As another command, when one is given. */
  start(command = this.command): void {
    mkdirSync(this.folder, { recursive: true });
    const [program = '', ...args] = command;
    // It may have names of people, and others may go through the folder.
    const log = openSync(this.logFile, 'a', 0o600);
    this.child = spawn(program, args, {
      cwd: this.folder,
      // Not the caller's own: a DATABASE_URL there would be another database.
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...this.environment },
      stdio: ['ignore', log, log],
      // A Ctrl-C is for whoever starts it, who stops all in order.
      detached: true,
    });
    // Seen by `isRunning`, and by whoever waits for what it should do.
    this.child.on('error', () => {});
  }

  get isRunning(): boolean {
    return this.child?.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a signal and waits for its end; kills it after `patience` milliseconds. */
  async end(signal: NodeJS.Signals, patience = 20_000): Promise<void> {
    if (!this.isRunning) return;
    this.child?.kill(signal);
    for (let waited = 0; this.isRunning; waited += 20) {
      if (waited > patience) this.child?.kill('SIGKILL');
      await delay(20);
    }
  }

  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.child?.kill(signal);
  }

  /** The end of what it has printed. */
  get lastWords(): string {
    return readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  }
}

/** The processes that work in a folder or below it, whoever started them. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const place = readlinkSync(`/proc/${pid}/cwd`);
        return place === folder || place.startsWith(`${folder}/`);
      } catch {
        // Ended in the meantime, or not ours to look into.
        return false;
      }
    });
}

/** Sends a signal to each of them; one that has ended meanwhile is fine. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/**
 * Asks again and again until the answer is true. Throws after `patience` milliseconds, on a slow machine later, with what
 * `tell` adds.
 */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  { patience = 60_000, pause = 100, tell = (): string => '' } = {},
): Promise<void> {
  const begun = performance.now();
  const longest = patient(patience);
  while (!(await holds().catch(() => false))) {
    if (performance.now() - begun > longest)
      throw new Error(`${what}: not within ${longest / 1000} s\n${tell()}`);
    await delay(pause);
  }
}
