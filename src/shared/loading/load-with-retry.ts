import { serverPaths } from '../../../contract/paths';
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

/**
 * Fetches code until it comes: otherwise a whole page would fall with it, and what was typed there. A file that a
 * reachable server does not give, twice, has gone with an older version of the product: `onOutdated` may see to that.
 * `load` imports a module and answers it as it is. Throws what a module throws that has come and does not run.
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  onOutdated: () => void = () => {},
): Promise<T> {
  let attempt = load;
  let failure: unknown;
  for (let refused = 0, times = 1; ; times += 1) {
    try {
      const loaded = await attempt();
      reportTrouble(load, null);
      return loaded;
    } catch (error) {
      // A file that does not come fails with an error of its own each time; one that does not run, with the same.
      if (error === failure) {
        reportTrouble(load, null);
        throw error;
      }
      failure = error;
      refused = (await reachable()) ? refused + 1 : 0;
      const file = fileOf(error);
      // A document may keep in mind that a file was not there (HTML standard, "module map"): it is asked for by another address.
      if (file && refused > 0) attempt = () => import(/* @vite-ignore */ `${file}?again=${times}`);
    }
    if (refused === 1) continue;
    reportTrouble(load, refused > 1 ? 'outdated' : 'offline');
    if (refused > 1) onOutdated();
    await pause();
  }
}
