import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { screens } from '../../../contract/paths';
import { storeToken } from '../../shared/session';
import { stubView } from '../../shared/testing/browser-stubs';
import { renderRoutes } from '../../shared/testing/render-routes';
import { tokenOf } from '../../shared/testing/tokens';

/**
 * For tests: shows a part of the dashboard to a signed-in investor, with fresh state; `page` is what its <Outlet/>
 * shows, if it has one; `address` is where the person comes in; `store` is the app's own where its state is to be forgotten
 * with the person. Gives the state's store and the router.
 */
export function renderDashboard(
  element: ReactNode,
  page: ReactNode = null,
  address: string = screens.dashboard,
  store = createStore(),
) {
  stubView();
  storeToken(tokenOf('investor'));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapped = (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
    </Provider>
  );
  const router = renderRoutes(
    [
      { path: screens.dashboard, element: wrapped, children: [{ index: true, element: page }] },
      { path: '*', element: <h1>Another page</h1> },
    ],
    address,
  );
  return { store, router };
}
