/** When this tab was last loaded anew by itself, in its session storage. */
const reloadedKey = 'reloaded';

/** Milliseconds: a version that does not come after one reload will not come after the next one. */
const reloadPause = 5 * 60_000;

/** Loads the document anew, for a page that came with another version; not again soon after, whatever happens. */
export function reloadOnce(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadPause) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without a storage nothing would end it: the person reloads.
    return;
  }
  location.reload();
}
