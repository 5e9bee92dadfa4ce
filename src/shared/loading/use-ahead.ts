import { useEffect } from 'react';
import { idle, used } from './when-used';

/** When somebody used a page for the first time. */
let firstUse: Promise<void> | undefined;

/** Milliseconds between the first use of a page and what is fetched behind it. */
const behind = 500;

/**
 * Fetches code that what is done on a page needs once somebody uses it and the browser has time: it is then here when the
 * network is away. Whoever only looks fetches nothing.
 */
export function useAhead(fetchCode: () => Promise<unknown>): void {
  useEffect(() => {
    let left = false;
    async function fetchBehind(): Promise<void> {
      firstUse ??= used();
      await firstUse;
      await idle(behind);
      // What does not run says so where it is used.
      if (!left) await fetchCode().catch(() => {});
    }
    void fetchBehind();
    return () => {
      left = true;
    };
  }, [fetchCode]);
}
