import { setTimeout as delay } from 'node:timers/promises';
import { headers } from '../../contract/headers';
import { z } from '../../contract/zod';
import { patient } from '../support/patience';

/** Milliseconds between two probes, and how many may be without an answer. */
const pace = 100;
const most = 60;

const refusalSchema = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

/**
 * Edits an account at a steady pace, whether the ones before were answered or not: between two that were acknowledged is for how
 * long nobody could write. Each answer must be a success, or 503 with `Retry-After` and the product's own words.
 */
export class Probes {
  /** Answers that nobody should see. */
  readonly mistakes: string[] = [];
  /** When writes were acknowledged, by performance.now(). */
  private readonly acknowledged: number[] = [];
  private readonly running: Promise<void>;
  private stopping = false;
  private open = 0;

  /** `token` is an administrator's, `userId` whose account it edits. */
  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly userId: string,
  ) {
    this.running = this.run();
  }

  /** The longest time without an acknowledged write since a moment, in milliseconds. */
  longestGap(since: number): number {
    const after = this.acknowledged.filter((time) => time > since);
    const times = [since, ...after.sort((one, other) => one - other)];
    return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  }

  /** Waits until one has been acknowledged that began after this call. */
  async untilAcknowledged(): Promise<void> {
    const begun = performance.now();
    for (let waited = 0; !this.acknowledged.some((time) => time > begun); waited += 20) {
      if (waited > patient(120_000)) throw new Error('No write was acknowledged for two minutes');
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
    for (let waited = 0; this.open > 0 && waited < patient(30_000); waited += 20) await delay(20);
  }

  private async run(): Promise<void> {
    for (let number = 0; !this.stopping; number += 1) {
      if (this.open < most) void this.probe(number);
      await delay(pace);
    }
  }

  private async probe(number: number): Promise<void> {
    this.open += 1;
    try {
      const response = await fetch(`${this.address}/api/account/${this.userId}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.token}`,
          [headers.idempotencyKey]: `probe-${number}`,
          [headers.reason]: 'probe',
        },
        body: JSON.stringify({ profit: number }),
        signal: AbortSignal.timeout(patient(30_000)),
      });
      const body: unknown = await response.json();
      if (response.ok) this.acknowledged.push(performance.now());
      else this.look(response, body);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      this.mistakes.push(`a write had no answer: ${String(error)}${cause}`);
    } finally {
      this.open -= 1;
    }
  }

  private look(response: Response, body: unknown): void {
    const told = refusalSchema.safeParse(body);
    if (response.status !== 503)
      this.mistakes.push(`a write was answered ${response.status}: ${JSON.stringify(body)}`);
    else if (!response.headers.has('retry-after')) this.mistakes.push('503 without Retry-After');
    else if (!told.success) this.mistakes.push('503 without words');
  }
}
