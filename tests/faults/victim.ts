import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { isAlive, readPid } from '../../server/db/embedded/cluster';
import { startSettings } from '../bench/servers';
import { mailboxKey } from '../support/mailbox';
import { patient } from '../support/patience';
import { livingProcesses } from '../support/processes';

const root = join(import.meta.dirname, '../..');

export const adminSignIn = { email: 'admin@example.com', password: 'admin password' };

/** What a fault ends, at once and without a chance to tidy up, or, for `database`, by an ordinary stop. */
export type Fault = 'server' | 'server and database' | 'database';

/** The built product on a data folder, to be killed and started again. */
export class Victim {
  private child: ChildProcess | undefined;
  private printed = '';

  /**
   * `environment` comes on top of what every victim gets; `hear` is told what it prints, which is kept otherwise; `prefix` is a
   * program that becomes the one it is given.
   */
  constructor(
    readonly dataDir: string,
    readonly port: number,
    private readonly environment: NodeJS.ProcessEnv = {},
    private readonly hear?: (printed: string) => void,
    private readonly prefix: readonly string[] = [],
  ) {}

  /** Of the product's process. */
  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error('The product was not started');
    return pid;
  }

  /** The product's process and those of its database. */
  get processes(): number[] {
    const postmaster = this.postmaster();
    return [this.pid, ...(postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)])];
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it as `npm start` does, and waits until its database answers. */
  async start(): Promise<void> {
    this.printed = '';
    const settings = startSettings();
    const [program = '', ...args] = [
      ...this.prefix,
      process.execPath,
      ...settings.flags,
      join(root, 'dist/server/main.js'),
    ];
    const child = spawn(program, args, {
      cwd: root,
      env: {
        // Nothing else of the caller's: with its DATABASE_URL another database than ours would be hit.
        PATH: process.env.PATH,
        ...settings.env,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        RATE_LIMITS: 'off',
        DEV_MAILBOX_KEY: mailboxKey,
        LOG_LEVEL: 'fatal',
        ADMIN_EMAIL: adminSignIn.email,
        ADMIN_PASSWORD: adminSignIn.password,
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (this.hear) this.hear(chunk.toString());
        else this.printed += chunk.toString();
      });
    }
    this.child = child;
    await this.untilReady();
  }

  /** Waits until the product and its database answer; throws when it has ended or takes minutes. */
  async untilReady(): Promise<void> {
    const begun = performance.now();
    for (;;) {
      if (!this.isRunning()) throw new Error(`The product ended by itself:\n${this.printed}`);
      if (performance.now() - begun > patient(120_000)) throw new Error(`Nothing answered:\n${this.printed}`);
      const answer = await fetch(`${this.address}/api/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Lets a fault happen, and answers when what it ends has ended. */
  async suffer(fault: Fault): Promise<void> {
    const postmaster = this.postmaster();
    if (postmaster === undefined) throw new Error('There is no database to end');
    if (fault === 'database') {
      process.kill(postmaster, 'SIGINT');
      for (let waited = 0; this.postmaster() === postmaster && isAlive(postmaster); waited += 5) {
        if (waited > patient(60_000)) throw new Error('The database did not stop');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return;
    }
    const gone = this.ended();
    this.child?.kill('SIGKILL');
    if (fault === 'server and database') this.killDatabase();
    await gone;
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    if (!this.isRunning()) return;
    const gone = this.ended();
    this.child?.kill('SIGTERM');
    await gone;
  }

  /** Ends whatever is left of it, at once: also the database of a product that was killed and did not come back. */
  destroy(): void {
    if (this.isRunning()) this.child?.kill('SIGKILL');
    this.killDatabase();
  }

  private isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private postmaster(): number | undefined {
    return readPid(join(this.dataDir, 'postgres'));
  }

  private killDatabase(): void {
    const postmaster = this.postmaster();
    if (postmaster === undefined) return;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }

  private ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isRunning()) this.child?.on('exit', () => resolve());
      else resolve();
    });
  }
}

/** Processes that a process has started. Where they cannot be listed, PostgreSQL's end with their parent. */
const childrenOf = (pid: number) =>
  (livingProcesses() ?? []).filter(({ parent }) => parent === pid).map((child) => child.pid);
