import { refuse } from './errors/refusal';
import { FairQueue } from './fair-queue';

/** Whose work it is. Work of people the product knows never waits behind the work of strangers. */
export interface Asker {
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

export interface FairTurns {
  /**
   * Does a piece of work when it is its turn. Throws `unavailable` when there is no place to wait, and when the
   * asker has gone before its turn: then the work is not done.
   */
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
  /** Whether work has to wait. */
  isBusy(): boolean;
}

/**
 * Lets a few pieces of work run at once; the others wait, at most `queueLimit` of strangers and as many of known
 * people. The two take turns, and so do the askers within each.
 */
export function takeFairTurns(atOnce: number, queueLimit: number): FairTurns {
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

  async function wait({ key, known: isKnown, gone }: Asker): Promise<void> {
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
          reject(refuse.unavailable());
        },
      };
      gone?.addEventListener('abort', leave);
      queue.add(key, waiting)?.refuse();
    });
  }

  return {
    isBusy: () => running >= atOnce,
    async take(asker, work) {
      if (asker.gone?.aborted) throw refuse.unavailable();
      if (running < atOnce) running += 1;
      // Whoever finishes hands its place over.
      else await wait(asker);
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
