import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { watchActivity } from '../shared/activity';
import { troubled } from '../shared/loading/connection';
import { keepTyped } from '../shared/typed-before';
import { App } from './App';
import { startLayerHistory } from './layer-history';
import { screenPath, takePressed, takesOver } from './prerendered';
import { readyScreen, routes } from './routes';
import { startSessionEffects } from './session-effects';
import '../shared/fonts.css';

/** Fetches the code of the screen at this address. */
export const fetchPage = (): Promise<void> => readyScreen(screenPath());

/** Lets the browser answer to people before what comes next. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Starts the product in the page's root element: from the HTML there, or in its place. */
export async function run(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element named root');
  const prerendered = takesOver(root);
  // Where nothing is to be kept, the app says what keeps its parts from coming; what does not run is said by its page.
  await (prerendered ? fetchPage() : Promise.race([fetchPage().catch(() => {}), troubled()]));
  await pause();

  const router = createBrowserRouter(routes);
  startLayerHistory(router);
  watchActivity();
  startSessionEffects((path) => router.navigate(path));
  const app = (
    <StrictMode>
      <App router={router} />
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
