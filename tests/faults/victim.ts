import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readPid } from '../../server/db/embedded/cluster';

const root = join(import.meta.dirname, '../..');

export const adminSignIn = { email: 'admin@example.com', password: 'admin password' };

/** What a fault ends, at once and without a chance to tidy up, or, for `database`, by an ordinary stop. */
export type Fault = 'server' | 'server and database' | 'database';

/** The built product on a data folder, to be killed and started again. */
export class Victim {
  private child: ChildProcess | undefined;
  private printed = '';

  constructor(
    readonly dataDir: string,
    readonly port: number,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it and waits until its database answers. Answers the milliseconds that took. */
  async start(): Promise<number> {
    const begun = performance.now();
    this.printed = '';
    const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'fatal',
        ADMIN_EMAIL: adminSignIn.email,
        ADMIN_PASSWORD: adminSignIn.password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.printed += chunk.toString();
      });
    }
    this.child = child;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The product ended by itself:\n${this.printed}`);
      if (performance.now() - begun > 60_000) throw new Error('The product did not start within a minute');
      const answer = await fetch(`${this.address}/api/ready`).catch(() => undefined);
      if (answer?.ok) return performance.now() - begun;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Lets a fault happen. */
  async suffer(fault: Fault): Promise<void> {
    const postmaster = readPid(join(this.dataDir, 'postgres'));
    if (postmaster === undefined) throw new Error('There is no database to end');
    if (fault === 'database') {
      process.kill(postmaster, 'SIGINT');
      return;
    }
    const victims = fault === 'server' ? [] : [postmaster, ...childrenOf(postmaster)];
    const gone = this.ended();
    this.child?.kill('SIGKILL');
    for (const pid of victims) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await gone;
  }

  isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    if (!this.isRunning()) return;
    const gone = this.ended();
    this.child?.kill('SIGTERM');
    await gone;
  }

  private ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isRunning()) this.child?.on('exit', () => resolve());
      else resolve();
    });
  }
}

/** Processes that a process has started, from Linux's /proc; elsewhere PostgreSQL's end with their parent. */
function childrenOf(parent: number): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.map(Number).filter((pid) => {
    try {
      const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      return Number(afterName.split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}
