import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { watchActivity } from '../shared/activity';
import { troubled } from '../shared/loading/connection';
import { pageTheme } from '../shared/theme';
import { keepTyped } from '../shared/typed-before';
import { App } from './App';
import { startLayerHistory } from './layer-history';
import { screenPath, takePressed, takesOver } from './prerendered';
import { readyScreen, routes } from './routes';
import { startSessionEffects } from './session-effects';
import '../shared/fonts.css';
import '../shared/app.css';

/** Fetches the code of the screen at this address. */
export const fetchPage = (): Promise<void> => readyScreen(screenPath());

const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds after which the app starts without the code of its screen, and shows itself that something is to come. */
const patience = 4_000;

/** Waits for the code of the screen, for a while: what keeps it from coming, and what does not run, is said by the app. */
async function untilReady(): Promise<void> {
  await Promise.race([fetchPage().catch(() => {}), troubled(), pause(patience)]);
  // The browser answers to people before what comes next.
  await pause();
}

/** Starts the product in the page's root element: from the HTML there, or in its place. */
export async function run(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element named root');
  const prerendered = takesOver(root);
  if (prerendered) await fetchPage();
  // The code of the app has just run; the browser answers to people before what it makes now, and before it goes on.
  else await pause();
  pageTheme();
  await pause();

  const router = createBrowserRouter(routes);
  watchActivity();
  // Before anything is asked of the server: what is read for one person is forgotten when another one signs in.
  startSessionEffects((path) => router.navigate(path));
  if (!prerendered) await untilReady();
  const app = (
    <StrictMode>
      <App router={router} onShown={() => startLayerHistory(router)} />
    </StrictMode>
  );
  if (!prerendered) {
    // In slices, between which the browser answers to people: what stands in its place stands for as long as it takes.
    startTransition(() => createRoot(root).render(app));
    return;
  }
  keepTyped(root, takePressed());
  // From here on its buttons are listened to.
  delete root.dataset.prerendered;
  hydrateRoot(root, app);
}
