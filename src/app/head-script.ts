import { storageKeys } from '../../contract/storage-keys';
import { used } from '../shared/loading/when-used';
import { readItem } from '../shared/storage';
import { preloadConsole } from './console-scripts';
import { watchCode } from './missing-code';
import { isLeftAtOnce, notePressed } from './prerendered';

/*
 * Runs in the page's head: the colours of the chosen theme, or the system's, stand before the first paint, so that no
 * light page flashes before a dark one, and no guest's page before the one that a signed-in person is led to. What the
 * console is made of is asked for once that is painted. A button may be pressed as soon as it is seen, and Enter in a
 * field, before any other script is here, and whether the page was used is kept for those; that they do not come is said.
 */
const chosen = readItem(storageKeys.theme);
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
if (dark) document.documentElement.dataset.theme = 'dark';
if (isLeftAtOnce()) document.documentElement.dataset.leaving = '';
for (const event of ['click', 'keydown', 'input']) document.addEventListener(event, notePressed, true);
preloadConsole();
watchCode();
void used().then(() => {
  document.documentElement.dataset.used = '';
});
