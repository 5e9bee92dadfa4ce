import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False in the HTML of a page, which is the same for everybody, and as long as it is being brought to life. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
