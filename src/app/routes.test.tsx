// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appConfig } from '../app.config';
import { stubLayout } from '../shared/testing/browser-stubs';
import { renderRoutes } from '../shared/testing/render-routes';
import { ErrorPage } from './ErrorPage';
import { RootLayout } from './RootLayout';
import { routes } from './routes';

beforeEach(() => {
  stubLayout();
  // jsdom has no layout: it does not scroll.
  vi.stubGlobal('scrollTo', vi.fn());
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the pages for guests', () => {
  it.each([
    ['/auth', 'Log in', 'Login'],
    ['/auth/login', 'Log in', 'Login'],
    ['/auth/register', 'Create your account', 'Register'],
    ['/auth/verify-email', 'Verify your email', 'Verify Email'],
    ['/auth/reset-password', 'Reset your password', 'Reset Password'],
    ['/auth/change-password', 'Reset your password', 'Reset Password'],
    ['/auth/change-password?token=t', 'Choose a new password', 'Change Password'],
    ['/auth/invitation', 'Open your invitation again', 'Invitation'],
    ['/auth/invitation#t', 'Accept your invitation', 'Invitation'],
    ['/auth/not-me', 'This was not me', 'This was not me'],
    ['/auth/not-me#token=t', 'Was this not you?', 'This was not me'],
  ])('%s shows "%s" under the title "%s"', async (address, heading, title) => {
    renderRoutes(routes, address);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(document.title).toBe(`${title} | ${appConfig.brand}`);
  });
});

describe('an address without a page', () => {
  it.each(['/nowhere', '/auth/nowhere', '/dashboard/nowhere'])('%s says so', async (address) => {
    renderRoutes(routes, address);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the front page' })).toHaveAttribute('href', '/');
    expect(document.title).toBe(`Page not found | ${appConfig.brand}`);
  });
});

function Broken(): never {
  throw new Error('a fault of ours');
}

it('a page that fails shows Unexpected Application Error! and keeps the cause to the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  renderRoutes(
    [
      {
        element: <RootLayout />,
        errorElement: <ErrorPage />,
        children: [{ path: '/', element: <Broken /> }],
      },
    ],
    '/',
  );
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.queryByText(/a fault of ours/)).toBeNull();
  expect(log.mock.calls.flat()).toContainEqual(expect.objectContaining({ message: 'a fault of ours' }));
});

it('every change of the route starts at the top of the page', async () => {
  const router = renderRoutes(routes, '/nowhere');
  await screen.findByRole('heading', { name: 'Page not found' });
  vi.mocked(window.scrollTo).mockClear();
  await act(() => router.navigate('/elsewhere'));
  await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith(0, 0));
});
