import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Line, startLine } from '../support/line';
import { patient } from '../support/patience';
import { startSmtp, type TestSmtp } from '../support/smtp';

/** The Message-ID holds the id of the outbox (server/mail/smtp.ts). */
const idOf = (raw: Buffer) => /^message-id:\s*<([\w-]+)@/im.exec(raw.toString('latin1'))?.[1] ?? 'no id';
/** Milliseconds that the mails which are left may take once the server stays up. */
const patience = patient(900_000);
const tick = 100;

/** A mail server whose line is cut half of the time. */
export class UnsteadyMail {
  private stopping = false;
  private running: Promise<void> | undefined;

  private constructor(
    /** How often each mail came, by its id in the outbox. */
    private readonly came: ReadonlyMap<string, number>,
    private readonly server: TestSmtp,
    private readonly line: Line,
  ) {}

  static async start(): Promise<UnsteadyMail> {
    const came = new Map<string, number>();
    const take = (raw: Buffer) => void came.set(idOf(raw), (came.get(idOf(raw)) ?? 0) + 1);
    const server = await startSmtp(undefined, { take });
    return new UnsteadyMail(came, server, await startLine({ host: '127.0.0.1', port: server.port }));
  }

  /** Where the product reaches it. */
  get port(): number {
    return this.line.port;
  }

  /** Whether it is broken every now and then. */
  get breaks(): boolean {
    return this.running !== undefined;
  }

  /** Mails that came. */
  get count(): number {
    return this.came.size;
  }

  /** From now on it is down for the first half of each so many milliseconds, and up for the second. */
  breakEvery(period: number): void {
    this.running = this.breakOn(period / 2);
  }

  /** Lets it stay up, and waits until the outbox is empty. Answers what is wrong then, and in a line how it went. */
  async settle(pool: pg.Pool): Promise<{ problems: string[]; line: string }> {
    this.stopping = true;
    await this.running;
    const begun = performance.now();
    const left = async () => {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from mail_outbox where sent_at is null and dropped_at is null',
      );
      return rows[0]?.count ?? Number.NaN;
    };
    let waiting = await left();
    const atFirst = waiting;
    while (waiting !== 0 && performance.now() - begun < patience) {
      await delay(10 * tick);
      waiting = await left();
    }
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const { rows } = await pool.query<{ id: string; sent: boolean }>(
      'select id, sent_at is not null as sent from mail_outbox',
    );
    const sent = rows.filter((row) => row.sent);
    const missing = sent.filter(({ id }) => !this.came.has(id)).length;
    // A line that is cut between the mail and the server's answer leaves no other way than sending it again.
    const again = [...this.came.values()].filter((times) => times > 1).length;
    return {
      problems: [
        ...(waiting === 0 ? [] : [`${waiting} mails wait after ${seconds} s`]),
        ...(rows.length - sent.length - waiting === 0
          ? []
          : [`${rows.length - sent.length - waiting} mails were given up`]),
        ...(missing === 0 ? [] : [`${missing} mails that count as sent never came`]),
      ],
      line: `mails: ${sent.length} of ${rows.length} came, ${again} of them twice; ${atFirst} waited at the end of the load and had left ${seconds} s after it`,
    };
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
    await this.line.cut();
    await this.server.stop();
  }

  private async breakOn(half: number): Promise<void> {
    const pass = async () => {
      const begun = performance.now();
      while (!this.stopping && performance.now() - begun < half) await delay(tick);
    };
    while (!this.stopping) {
      await this.line.cut();
      await pass();
      await this.line.up();
      await pass();
    }
  }
}
