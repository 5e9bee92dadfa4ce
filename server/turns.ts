import { refuse } from './errors/refusal';

/** Does a piece of work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of work run at once and queues the next ones; a full queue refuses, so that what waits stays
 * bounded.
 */
export function takeTurns(atOnce: number, queueLimit: number): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= queueLimit) throw refuse.unavailable();
      // Whoever finishes hands its place over.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
