import { type ComponentType, lazy } from 'react';

/** Milliseconds between attempts to fetch a part when the network is down. */
const retryAfter = 3_000;

/**
 * As React's lazy, for a part of a page. A part that cannot be fetched is asked for until it comes, while what stands
 * in for it is shown: otherwise the whole page would fall with it, and what was typed there.
 */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  async function insist(): Promise<{ default: ComponentType<P> }> {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
      return insist();
    }
  }
  return lazy(insist);
}
