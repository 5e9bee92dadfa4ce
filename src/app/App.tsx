import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { startLayerHistory } from './layer-history';
import { Providers } from './Providers';
import { routes } from './routes';
import { startSessionEffects } from './session-effects';
import '../shared/fonts.css';

const router = createBrowserRouter(routes);
startLayerHistory(router);
startSessionEffects((path) => router.navigate(path));

/** The whole product in the browser. */
export function App() {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
