import { readSession } from '../shared/token';

/** Names the element of a page of the console that says which scripts it needs besides those of every page. */
export const consoleScripts = 'console-scripts';

const firstText = 'first-contentful-paint';

/**
 * Fetches those early, for whoever may see the console: others are led elsewhere, and load none of it. Not before the page is painted as
 * it came: the scripts of every page, ahead of them, take longer to come than that (docs/decisions/0040-shells.md). A page that is not
 * seen is not painted either; the app asks for its scripts when it starts.
 */
export function preloadConsole(): void {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${consoleScripts}"]`);
  const type = readSession()?.type;
  // The console is for those who are of a type and no investors.
  if (!named || !type || type === 'investor') return;
  const afterPaint = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName(firstText).length === 0) return;
    afterPaint.disconnect();
    for (const href of named.content.split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
  });
  afterPaint.observe({ type: 'paint', buffered: true });
}
