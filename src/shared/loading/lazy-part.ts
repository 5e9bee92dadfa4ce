import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from './load-with-retry';
import { reloadOnce } from './reload-once';

/** As React's lazy, for a part of a page: it is asked for until it comes, while what stands in for it is shown. */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadWithRetry(load));
}

/**
 * Fetches the code of a page until it comes. Nothing is typed yet in a page that is not here, so that the reload that a
 * new version of the product needs happens by itself.
 */
export function loadPage<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return loadWithRetry(load, reloadOnce);
}

/** As `lazyPart`, for a page. */
export function lazyPage<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadPage(load));
}
