import { type ChildProcess, spawn } from 'node:child_process';
import { mailboxKey } from '../support/mailbox';
import { patient } from '../support/patience';

export const adminSignIn = { email: 'admin@example.com', password: 'admin password' };

/** What of a version's output is about its database. */
export const linesOfMigrations = (printed: string): string[] =>
  printed.split('\n').filter((line) => /^Migrat|^A later version|^A table|^The index/.test(line));

/** One process of the product on a database that it shares with others. */
export class Replica {
  private child: ChildProcess | undefined;
  private printed = '';
  private asked = false;

  /** `program` is the built server; `environment` names its database. */
  constructor(
    private readonly program: string,
    readonly port: number,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it has said about its database since it was started. */
  get said(): string[] {
    return linesOfMigrations(this.printed);
  }

  /** Starts it, as another version when a program is named, and waits until it is ready. */
  async start(program = this.program): Promise<void> {
    this.printed = '';
    this.asked = false;
    const child = spawn(process.execPath, [program], {
      env: {
        // Nothing else of the caller's: with its DATABASE_URL another database than ours would be used.
        PATH: process.env.PATH,
        PORT: String(this.port),
        RATE_LIMITS: 'off',
        PENDING_DEPOSITS: '1000000',
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
        this.printed += chunk.toString();
      });
    }
    this.child = child;
    for (const begun = performance.now(); ; ) {
      const answer = await fetch(`${this.address}/api/ready`).catch(() => undefined);
      if (answer?.ok) return;
      const late = performance.now() - begun > patient(120_000);
      if (late || child.exitCode !== null) throw new Error(`The replica is not ready:\n${this.printed}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Asks it to stop; once, since the second time would end it at once. */
  askToStop(): void {
    if (!this.asked) this.child?.kill('SIGTERM');
    this.asked = true;
  }

  /** Asks it to stop and waits until it has; answers its code. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.on('exit', resolve));
      this.askToStop();
      await gone;
    }
    return child.exitCode;
  }
}
