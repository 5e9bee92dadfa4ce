import { refuse } from './errors/refusal';
import { FairQueue } from './fair-queue';

/** Whose work it is. Work of people the product knows never waits behind the work of strangers. */
export interface Requester {
  /** Strangers are told apart by their network, people by their id. */
  key: string;
  known: boolean;
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

export interface FairSemaphore {
  /**
   * Does a piece of work once it has a place. Throws `unavailable` when there is no place to wait, and when the
   * requester has gone before that: then the work is not done.
   */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
  /** Whether work has to wait. */
  isBusy(): boolean;
}

/**
 * Lets a few pieces of work run at once; the others wait, at most `queueLimit` of strangers and as many of known
 * people. The two take turns, and so do the requesters within each. Who is refused may come back after `retryAfter` seconds.
 */
export function createFairSemaphore(atOnce: number, queueLimit: number, retryAfter?: number): FairSemaphore {
  let running = 0;
  const known = new FairQueue<Waiting>(queueLimit);
  const strangers = new FairQueue<Waiting>(queueLimit);
  /** The first is the one that was not served last. */
  let [first, second] = [known, strangers];

  function next(): Waiting | undefined {
    const waiting = first.next();
    if (!waiting) return second.next();
    [first, second] = [second, first];
    return waiting;
  }

  async function wait({ key, known: isKnown, gone }: Requester): Promise<void> {
    const queue = isKnown ? known : strangers;
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.remove(key, waiting);
        waiting.refuse();
      };
      const waiting: Waiting = {
        start() {
          gone?.removeEventListener('abort', leave);
          resolve();
        },
        refuse() {
          gone?.removeEventListener('abort', leave);
          reject(refuse.unavailable(retryAfter));
        },
      };
      gone?.addEventListener('abort', leave);
      queue.add(key, waiting)?.refuse();
    });
  }

  return {
    isBusy: () => running >= atOnce,
    async run(requester, work) {
      if (requester.gone?.aborted) throw refuse.unavailable();
      if (running < atOnce) running += 1;
      // Whoever finishes hands its place over.
      else await wait(requester);
      try {
        return await work();
      } finally {
        const waiting = next();
        if (waiting) waiting.start();
        else running -= 1;
      }
    },
  };
}
