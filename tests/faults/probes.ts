import { setTimeout as delay } from 'node:timers/promises';
import { headers } from '../../contract/headers';
import { z } from '../../contract/zod';
import { patient } from '../support/patience';

/** Milliseconds between two probes, and how many may be without an answer. */
const pace = 100;
const most = 60;

const refusalSchema = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

/**
 * Asks for something at a steady pace, whether what was asked before was answered or not: between two successes is for how long
 * nobody could do it. Each answer must be a success, or 503 with `Retry-After` and the product's own words.
 */
export class Probes {
  /** Answers that nobody should see. */
  readonly mistakes: string[] = [];
  /** How many were told to come back. */
  refused = 0;
  /** When they succeeded, by performance.now(). */
  private readonly succeeded: number[] = [];
  private readonly running: Promise<void>;
  private stopping = false;
  private open = 0;

  /** `what` names one in what is printed; `ask` sends the one of a number. */
  constructor(
    private readonly what: string,
    private readonly ask: (number: number) => Promise<Response>,
  ) {
    this.running = this.run();
  }

  /** The longest time without a success since a moment, in milliseconds. */
  longestGap(since: number): number {
    const after = this.succeeded.filter((time) => time > since);
    const times = [since, ...after.sort((one, other) => one - other)];
    return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  }

  /** Waits until one has succeeded that ended after this call. */
  async untilSuccess(): Promise<void> {
    const begun = performance.now();
    for (let waited = 0; !this.succeeded.some((time) => time > begun); waited += 20) {
      if (waited > patient(120_000)) throw new Error(`No ${this.what} succeeded for two minutes`);
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
      const response = await this.ask(number);
      const body: unknown = await response.json();
      if (response.ok) this.succeeded.push(performance.now());
      else this.look(response, body);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      this.mistakes.push(`a ${this.what} had no answer: ${String(error)}${cause}`);
    } finally {
      this.open -= 1;
    }
  }

  private look(response: Response, body: unknown): void {
    const told = refusalSchema.safeParse(body);
    if (response.status !== 503)
      this.mistakes.push(`a ${this.what} was answered ${response.status}: ${JSON.stringify(body)}`);
    else if (!response.headers.has('retry-after')) this.mistakes.push('503 without Retry-After');
    else if (!told.success) this.mistakes.push('503 without words');
    else this.refused += 1;
  }
}

/** Edits of an account, by an administrator's token. */
export function probeWrites(address: string, token: string, userId: string): Probes {
  return new Probes('write', (number) =>
    fetch(`${address}/api/account/${userId}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        [headers.idempotencyKey]: `probe-${number}`,
        [headers.reason]: 'probe',
      },
      body: JSON.stringify({ profit: number }),
      signal: AbortSignal.timeout(patient(30_000)),
    }),
  );
}

/** Pages of a list that standbys answer, by an administrator's token. */
export function probeLists(address: string, token: string): Probes {
  const path = `/api/transaction/transactions?range=${encodeURIComponent('[0,9]')}`;
  return new Probes('list', () =>
    fetch(address + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patient(30_000)),
    }),
  );
}
