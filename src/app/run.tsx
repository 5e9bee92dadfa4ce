import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { watchActivity } from '../shared/activity';
import { keepTyped } from '../shared/typed-before';
import { App } from './App';
import { startLayerHistory } from './layer-history';
import { screenPath, takePressed, takesOver } from './prerendered';
import { readyAccountPage, routes } from './routes';
import { startSessionEffects } from './session-effects';
import '../shared/fonts.css';

/** Fetches the code of the account page at this address. */
export const fetchPage = (): Promise<void> => readyAccountPage(screenPath());

/** Starts the product in the page's root element: from the HTML there, or in its place. */
export async function run(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element named root');
  const prerendered = takesOver(root);
  if (prerendered) await fetchPage();

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
    createRoot(root).render(app);
    return;
  }
  keepTyped(root, takePressed());
  // From here on its buttons are listened to.
  delete root.dataset.prerendered;
  hydrateRoot(root, app);
}
