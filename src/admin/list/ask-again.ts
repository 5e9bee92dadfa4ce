import { retryDelay, worthRetrying } from '../../shared/query-client';

/** Milliseconds pass; throws the signal's reason when it is aborted meanwhile. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, time);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * A read that is one of many: asked again by itself as often as the reads of a page, until the signal is aborted. Not by a query of
 * react-query's, which would keep each part in its cache.
 */
export async function askAgain<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || !(error instanceof Error) || !worthRetrying(failures, error)) throw error;
      await pause(retryDelay(failures, error), signal);
    }
  }
}
