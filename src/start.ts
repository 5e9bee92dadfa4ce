import { reloadOnce } from './shared/loading/reload-once';
import { whenUsed } from './shared/loading/when-used';

/*
 * Brings an account page to life that came as HTML: its code is fetched when somebody uses the page, or the browser has
 * nothing else to do, so that the page is read first. It runs in steps, between which the browser answers to people.
 */

/** Milliseconds between attempts while the code does not come. */
const retryAfter = 3_000;

const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Fetches a file into the browser's cache, again and again: a document keeps in mind that a module did not come (HTML
 * standard, "module map"), so none is imported before it is here.
 */
async function fetchFile(file: string): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(file);
      await response.arrayBuffer();
      if (response.ok) return;
      // It has gone with an older version of the product.
      if (response.status === 404) reloadOnce();
    } catch {
      // The network is away.
    }
    await pause(retryAfter);
  }
}

async function start(): Promise<void> {
  const { leaving } = document.documentElement.dataset;
  if (leaving === undefined) await whenUsed(0);
  const files = document.getElementById('root')?.dataset.prerendered?.split(' ') ?? [];
  await Promise.all(files.map(fetchFile));
  await import('./shared/theme-options');
  await pause();
  const { fetchPage, run } = await import('./app/run');
  await pause();
  await fetchPage();
  await pause();
  await run();
}

void start();
