// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { sidebarOpenAtom } from '../state';
import { stubNarrowScreen } from '../testing/browser-stubs';
import { renderRoutes } from '../testing/render-routes';
import { SidebarFrame } from './SidebarFrame';

afterEach(() => {
  cleanup();
  getDefaultStore().set(sidebarOpenAtom, true);
  vi.unstubAllGlobals();
});

function open(phone: boolean) {
  if (phone) stubNarrowScreen();
  const sidebar = () => <nav aria-label="Main">Entries</nav>;
  const frame = (
    <SidebarFrame sidebar={sidebar} sidebarWidth="16.5rem" barHeight={64} pageSx={{}}>
      The page
    </SidebarFrame>
  );
  renderRoutes([{ path: '/', element: frame }], '/');
  return userEvent.setup();
}

it('the sidebar starts open, and its button closes and opens it', async () => {
  const user = open(false);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(screen.getByText('Entries')).not.toBeVisible());
  expect(getDefaultStore().get(sidebarOpenAtom)).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  await waitFor(() => expect(screen.getByText('Entries')).toBeVisible());
});

it('on a phone it is away until the menu button brings it over the page', async () => {
  const user = open(true);
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toHaveTextContent('Entries');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
