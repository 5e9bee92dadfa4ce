// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { unreachable } from '../../shared/error-items';
import { buildUser } from '../../shared/testing/build-user';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Lists in a browser that has lost its network. */

afterEach(comeBack);

/** The network goes, and the browser says so. */
function goAway(): void {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  window.dispatchEvent(new Event('offline'));
}

function comeBack(): void {
  vi.restoreAllMocks();
  window.dispatchEvent(new Event('online'));
}

async function open() {
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/admin/proposals': () => paged([]),
    'GET /api/user/users': (request) => {
      const { filter, range } = queryOf(request) as { filter: { q?: string }; range: [number, number] };
      if (range[0] > 0) return paged([buildUser({ country: 'Chile' })], 40);
      return filter.q
        ? paged([buildUser({ country: 'Peru' })])
        : paged([buildUser({ country: 'Norway' })], 40);
    },
  });
  renderConsole(host, '/admin/users');
  await screen.findByText('Norway');
  return userEvent.setup();
}

it('says that another page cannot be read, and shows it once the network is back', async () => {
  const user = await open();
  goAway();
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  const list = within(screen.getByRole('main'));
  await waitFor(() => expect(list.getByRole('alert')).toHaveTextContent(unreachable.message));
  comeBack();
  expect(await screen.findByText('Chile')).toBeVisible();
  expect(list.queryByRole('alert')).toBeNull();
});

it('says that what is searched for cannot be read, and shows it once the network is back', async () => {
  const user = await open();
  goAway();
  await user.type(screen.getByRole('textbox', { name: 'Search name or email' }), 'ada');
  const told = await screen.findByText('The users could not be read');
  expect(told.parentElement).toHaveTextContent(unreachable.message);
  comeBack();
  expect(await screen.findByText('Peru')).toBeVisible();
});
