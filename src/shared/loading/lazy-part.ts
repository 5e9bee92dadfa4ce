import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from './load-with-retry';

/** When this tab was last loaded anew by itself, in its session storage. */
const reloadedKey = 'reloaded';

/** Milliseconds: a version that does not come after one reload will not come after the next one. */
const reloadPause = 5 * 60_000;

/** Loads the document anew, for a page that came with another version; not again soon after, whatever happens. */
function reloadOnce(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadPause) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without a storage nothing would end it: the person reloads.
    return;
  }
  location.reload();
}

/** As React's lazy, for a part of a page: it is asked for until it comes, while what stands in for it is shown. */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadWithRetry(load));
}

/**
 * As `lazyPart`, for a page. Nothing is typed yet in a page that is not here, so that the reload that a new version of
 * the product needs happens by itself.
 */
export function lazyPage<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadWithRetry(load, reloadOnce));
}
