import type { createBrowserRouter, To } from 'react-router-dom';
import { closeLayersAbove, layerCount, watchLayers } from '../shared/layers';

/** Milliseconds in which a browser has taken a step of the history. */
const leavingTime = 1_000;

type Router = ReturnType<typeof createBrowserRouter>;

/** How many layers the entry of the history was made for; it is kept in the entry's state. */
function depthOf(state: unknown): number {
  const depth: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'layers') : undefined;
  return typeof depth === 'number' ? depth : 0;
}

/**
 * Gives each layer over a page (a dialog, a drawer) an entry of the browser's history, so that the way back closes it.
 * An entry goes with its layer, however that closes; a link followed from a layer takes the entry's place; and one that
 * is come upon without its layer, by a reload or the way forward, is left again. Called once, at start.
 */
export function startLayerHistory(router: Router): void {
  let key = router.state.location.key;
  let leaving = false;
  /** Gives up waiting for the step that is under way, not for one that comes after it. */
  let leavingTimer: number | undefined;
  /** Navigations that were asked for while an entry is being left: the step back would take them with it. */
  const waiting: (() => void)[] = [];
  const depth = () => depthOf(router.state.location.state);

  function hasLeft(): void {
    window.clearTimeout(leavingTimer);
    leaving = false;
    for (const go of waiting.splice(0)) go();
  }

  /** Makes the history fit the layers. */
  function settle(): void {
    if (leaving) return;
    const surplus = depth() - layerCount();
    if (surplus > 0) {
      leaving = true;
      router.navigate(-surplus);
      // Of a tab that was duplicated there may be nothing behind.
      leavingTimer = window.setTimeout(hasLeft, leavingTime);
    } else if (surplus < 0) {
      const { pathname, search, hash, state } = router.state.location;
      // React-admin scrolls to the top whenever it finds its mark.
      const { _scrollToTop, ...kept } = { ...state };
      navigate(
        { pathname, search, hash },
        { state: { ...kept, layers: depth() + 1 }, preventScrollReset: true },
      );
    }
  }

  // Later: one layer that closes while the next one opens hands its entry over.
  const settleSoon = () => window.setTimeout(settle);

  const navigate = router.navigate.bind(router);
  function follow(to: number): Promise<void>;
  function follow(to: To | null, options?: Parameters<typeof navigate>[1]): Promise<void>;
  function follow(to: number | To | null, options?: Parameters<typeof navigate>[1]): Promise<void> {
    if (typeof to === 'number') return navigate(to);
    if (leaving) return new Promise((resolve) => waiting.push(() => resolve(follow(to, options))));
    return navigate(to, depth() > 0 ? { ...options, replace: true } : options);
  }
  router.navigate = follow;

  router.subscribe(({ location, historyAction }) => {
    if (location.key === key) return;
    key = location.key;
    if (leaving) hasLeft();
    else if (historyAction === 'POP') closeLayersAbove(depth());
    settleSoon();
  });
  watchLayers(settleSoon);
  settleSoon();
}
