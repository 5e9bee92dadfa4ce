import { CacheProvider } from '@emotion/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { ConsoleShell } from '../admin/layout/ConsoleShell';
import { appConfig } from '../app.config';
import DashboardPage from '../investor/dashboard/DashboardPage';
import InvestorLayout from '../investor/InvestorLayout';
import { shellId } from '../shared/loading/shell';
import { collectStyles, type RenderedPage } from '../shared/rendered-styles';
import { Providers } from './Providers';

/*
 * Rendered at build time, in Node: what screens behind a sign-in look like before anything is known of who is signed in. It is
 * part of the page's HTML, and stands in front of the app until the app shows the screen itself. Colours are CSS variables there:
 * the theme of literal ones would be light.
 */

const consoleShells: Record<string, ReactNode> = {
  [screens.adminUsers]: <ConsoleShell title="Users" />,
  [screens.adminAccounts]: <ConsoleShell title="Accounts" />,
  [screens.adminTransactions]: <ConsoleShell title="Transactions" />,
};

const shells: Record<string, ReactNode> = {
  [screens.dashboard]: <DashboardPage />,
  // An operator's options may be another frame or other words.
  ...(appConfig.console.options ? {} : consoleShells),
};

function renderShell(path: string, page: ReactNode): RenderedPage {
  const frame = path === screens.dashboard ? <InvestorLayout /> : undefined;
  const routes = [{ element: frame, children: [{ path, element: page }] }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const { cache, tagsFor } = collectStyles();
  const html = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <Providers>
        <QueryClientProvider client={new QueryClient()}>
          <div id={shellId} inert aria-hidden="true">
            <RouterProvider router={router} />
          </div>
        </QueryClientProvider>
      </Providers>
    </CacheProvider>,
  );
  router.dispose();
  return { head: tagsFor(html), page: html };
}

/** The shells by the address of their screen. */
export function renderShells(): Map<string, RenderedPage> {
  return new Map(Object.entries(shells).map(([path, page]) => [path, renderShell(path, page)]));
}
