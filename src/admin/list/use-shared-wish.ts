import { useStoreContext } from 'ra-core';
import { useEffect } from 'react';

/**
 * Keeps what an administrator wants of a list as another window of the browser leaves it, while it can be changed here: it is shown, and
 * not undone by the next change.
 */
export function useSharedWish(key: string): void {
  const store = useStoreContext();
  useEffect(() => {
    const readAnew = () => {
      const kept = store.getItem<unknown>(key);
      if (kept) store.setItem(key, kept);
    };
    // It may have been changed since the list was opened.
    readAnew();
    addEventListener('storage', readAnew);
    return () => removeEventListener('storage', readAnew);
  }, [store, key]);
}
