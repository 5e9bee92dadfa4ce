import { loadOrSay, loadWithRetry } from './load-with-retry';

/** Code that is fetched when it is first used, or before. */
export interface LazyCode<T> {
  /** The module. Throws ApiError where it cannot be fetched. */
  (): Promise<T>;
  /** Fetches it until it is here. */
  ready(): Promise<void>;
}

/** For code that is no component: every import on the way of something that a person does goes through here. */
export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  // Kept here: a browser may go on failing for the name of a file that was once not there.
  let here: Promise<T> | undefined;
  const keep = (module: T): T => {
    here = Promise.resolve(module);
    return module;
  };
  const get = () => here ?? loadOrSay(load).then(keep);
  const ready = async () => {
    if (!here) keep(await loadWithRetry(load));
  };
  return Object.assign(get, { ready });
}
