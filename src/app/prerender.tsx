import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { type AccountPage, accountPages, titleOf } from '../auth/account-title';
import { collectStyles, type RenderedPage } from '../shared/rendered-styles';
import { App } from './App';
import { readyScreen, routes } from './routes';

/** Rendered at build time, in Node: the account pages as a guest sees them first. */

const queries: Partial<Record<AccountPage, string>> = {
  [screens.changePassword]: '?token=given',
  [screens.invitation]: '#given',
  [screens.notMe]: '#token=given',
};

/** The address of a page with what it needs to be shown. */
const addressOf = (page: AccountPage) => `${page}${queries[page] ?? ''}`;

async function renderAccountPage(name: AccountPage): Promise<RenderedPage> {
  await readyScreen(name);
  const router = createMemoryRouter(routes, { initialEntries: [addressOf(name)] });
  const { cache, tagsFor } = collectStyles();
  let failure: unknown;
  const { prelude } = await prerender(
    <CacheProvider value={cache}>
      <StrictMode>
        <App router={router} />
      </StrictMode>
    </CacheProvider>,
    // Whole, in its place: parts that come later would need a script to put them there.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  router.dispose();
  const page = await new Response(prelude).text();
  if (failure !== undefined) throw new Error(`${name} cannot be rendered`, { cause: failure });
  return { head: renderToStaticMarkup(<title>{titleOf(name)}</title>) + tagsFor(page), page };
}

/** The account pages by their address. */
export async function renderAccountPages(): Promise<Map<AccountPage, RenderedPage>> {
  const rendered = new Map<AccountPage, RenderedPage>();
  for (const name of Object.keys(accountPages) as AccountPage[]) {
    rendered.set(name, await renderAccountPage(name));
  }
  return rendered;
}
