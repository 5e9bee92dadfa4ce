import { sayMissing, unsay } from './app/missing-code';
import { idle, used, whenUsed } from './shared/loading/when-used';

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
  for (let isSaid = false; ; ) {
    try {
      const response = await fetch(file);
      await response.arrayBuffer();
      if (response.ok) return;
      // It has gone with an older version of the product.
      if (response.status === 404 && !isSaid) {
        isSaid = true;
        sayMissing();
      }
    } catch {
      // The network is away.
    }
    await pause(retryAfter);
  }
}

/** Resolves when another tab has changed who is signed in. */
const toldByAnotherTab = () =>
  new Promise<void>((resolve) => window.addEventListener('storage', () => resolve(), { once: true }));

/** Where the banner beside the form is shown, whose pictures turn by themselves (src/auth/AuthLayout.tsx). */
const bannerShown = '(min-width: 56.25rem)';

/**
 * Resolves when the page is to come to life. Where the HTML says everything and nothing moves, that is when somebody uses
 * it: until then a phone fetches the largest file, when it has nothing else to do, and runs none.
 */
async function whenWanted(root: HTMLElement | null, largest: string): Promise<void> {
  const { leaving, used: isUsed } = document.documentElement.dataset;
  if (leaving !== undefined || isUsed !== undefined) return;
  if (root?.dataset.whole === undefined || matchMedia(bannerShown).matches) return whenUsed(0);
  void idle(0).then(() => fetchFile(largest));
  return Promise.race([used(), toldByAnotherTab()]);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const files = root?.dataset.prerendered?.split(' ') ?? [];
  await whenWanted(root, files[0] ?? '');
  await Promise.all(files.map(fetchFile));
  unsay();
  await import('./shared/theme-options');
  await pause();
  const { fetchPage, run } = await import('./app/run');
  await pause();
  await fetchPage();
  await pause();
  await run();
}

void start();
