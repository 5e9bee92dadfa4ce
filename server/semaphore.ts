import { refuse } from './errors/refusal';

/** Does a piece of work once it has one of the places. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A semaphore of `atOnce` places; further work waits in order. A full queue refuses, so that what waits stays bounded, for
 * `retryAfter` seconds if so many are given.
 */
export function createSemaphore(atOnce: number, queueLimit: number, retryAfter?: number): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= queueLimit) throw refuse.unavailable(retryAfter);
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
