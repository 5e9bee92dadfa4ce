import { readSession } from '../shared/token';

/** Names the element of a page of the console that says which scripts it needs besides those of every page. */
export const consoleScripts = 'console-scripts';

/** Fetches those early, for whoever may see the console: others are led elsewhere, and load none of it. */
export function preloadConsole(): void {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${consoleScripts}"]`);
  const type = readSession()?.type;
  // The console is for those who are of a type and no investors.
  if (!named || !type || type === 'investor') return;
  for (const href of named.content.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
