import { serverPaths } from '../../../contract/paths';
import { ApiError } from '../api-error';
import { outdated, unreachable } from '../error-items';
import { reportTrouble } from './connection';

/** Milliseconds between attempts while nothing says that the network is back. */
const retryAfter = 3_000;

/** Resolves when it is time to try again: the network is back, or a while has passed. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, retryAfter);
    window.addEventListener('online', done);
  });
}

/** Whether the server answers, whatever it says. */
async function reachable(): Promise<boolean> {
  try {
    const { status } = await fetch(serverPaths.robots, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}

/** The file of ours that could not be imported, as most browsers name it. */
function fileOf(error: unknown): string | undefined {
  const [file] = /https?:\/\/[^\s?]+\.js/.exec(String(error)) ?? [];
  return file?.startsWith(`${location.origin}/`) ? file : undefined;
}

/** Why an attempt to fetch code has failed. */
type Failed =
  /** The server does not answer. */
  | 'unreachable'
  /** It answers, and does not give the file: asked for by another address it may. */
  | 'refused'
  /** The file came, and does not run. */
  | 'broken';

/** Attempts to fetch code, each after what the one before has told of it. `load` imports a module and answers it as it is. */
function attemptsOf<T>(
  load: () => Promise<T>,
): () => Promise<{ loaded: T } | { failed: Failed; error: unknown }> {
  let attempt = load;
  let failure: unknown;
  return async () => {
    try {
      return { loaded: await attempt() };
    } catch (error) {
      // A file that does not come fails with an error of its own each time; one that does not run, with the same.
      if (error === failure) return { failed: 'broken', error };
      failure = error;
      if (!(await reachable())) return { failed: 'unreachable', error };
      const file = fileOf(error);
      // A document may keep in mind that a file was not there (HTML standard, "module map"): it is asked for by another address.
      if (file) attempt = () => import(/* @vite-ignore */ `${file}?again=${Date.now()}`);
      return { failed: 'refused', error };
    }
  };
}

/**
 * Fetches code until it comes: otherwise a whole page would fall with it, and what was typed there. A file that a
 * reachable server does not give, twice, has gone with an older version of the product: `onOutdated` may see to that.
 * Throws what a module throws that has come and does not run.
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  onOutdated: () => void = () => {},
): Promise<T> {
  const attempt = attemptsOf(load);
  for (let refused = 0; ; ) {
    const result = await attempt();
    if ('loaded' in result) {
      reportTrouble(load, null);
      return result.loaded;
    }
    if (result.failed === 'broken') {
      reportTrouble(load, null);
      throw result.error;
    }
    refused = result.failed === 'refused' ? refused + 1 : 0;
    if (refused === 1) continue;
    reportTrouble(load, refused > 1 ? 'outdated' : 'offline');
    if (refused > 1) onOutdated();
    await pause();
  }
}

/**
 * Fetches code that somebody waits for with an answer: tried twice, then it throws ApiError, which says why it does not come.
 * A file that is gone is also said in the frame, which offers the reload. Throws what a module throws that does not run.
 */
export async function loadOrSay<T>(load: () => Promise<T>): Promise<T> {
  const attempt = attemptsOf(load);
  let result = await attempt();
  if ('failed' in result && result.failed === 'refused') result = await attempt();
  if ('loaded' in result) {
    reportTrouble(load, null);
    return result.loaded;
  }
  if (result.failed === 'broken') throw result.error;
  // What cannot be reached for a moment is no reason to reload: the person tries again.
  if (result.failed === 'unreachable') throw new ApiError(0, [unreachable]);
  reportTrouble(load, 'outdated');
  throw new ApiError(0, [outdated]);
}
