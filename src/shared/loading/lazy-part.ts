import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadWithRetry } from './load-with-retry';
import { reloadOnce } from './reload-once';

type Module<P> = { default: ComponentType<P> };

/** A component whose code is fetched when it is first shown, or before. */
export type Fetched<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Fetches the code, or takes what was fetched: what is first shown from then on is there at once. */
  ready(fetched?: Module<P>): Promise<void>;
};

/**
 * A module that is here, as React's lazy may be given it: it tells of itself before `then` returns. React calls nothing else of
 * it (https://react.dev/reference/react/lazy, "a Promise or another thenable").
 */
const settled = <T>(module: T) =>
  // biome-ignore lint/suspicious/noThenProperty: it is to be taken for a promise.
  ({ then: (done: (module: T) => void) => done(module) }) as Promise<T>;

/**
 * React shows what stands in for code that is still to come for 300 ms, and so for each part within a part: a page whose
 * parts are here is not to wait for that.
 */
function fetchedBy<P>(load: () => Promise<Module<P>>): Fetched<P> {
  let here: Module<P> | undefined;
  const part = lazy(() => (here ? settled(here) : load()));
  const ready = async (fetched?: Module<P>) => {
    here = fetched ?? here ?? (await load());
  };
  return Object.assign(part, { ready });
}

/** As React's lazy, for a part of a page: it is asked for until it comes, while what stands in for it is shown. */
export function lazyPart<P>(load: () => Promise<Module<P>>): Fetched<P> {
  return fetchedBy(() => loadWithRetry(load));
}

/**
 * Fetches the module of a page until it comes. Nothing is typed yet in a page that is not here, so that the reload that a new
 * version of the product needs happens by itself.
 */
export function loadPage<T>(load: () => Promise<T>): Promise<T> {
  return loadWithRetry(load, reloadOnce);
}

/** As `lazyPart`, for a page. */
export function lazyPage<P>(load: () => Promise<Module<P>>): Fetched<P> {
  return fetchedBy(() => loadPage(load));
}
