// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { clearToken, storeToken } from '../shared/session';
import { endInOtherTab } from '../shared/testing/other-tab';
import { renderRoutes } from '../shared/testing/render-routes';
import { tokenOf } from '../shared/testing/tokens';
import { readToken } from '../shared/token';
import { GuestOnly, RoleOnly } from './guards';

const guestArea = (
  <GuestOnly>
    <Outlet />
  </GuestOnly>
);

const routes: RouteObject[] = [
  { path: '/', element: <h1>Front page</h1> },
  { path: '/auth', element: guestArea, children: [{ path: 'login', element: <h1>Login</h1> }] },
  {
    path: '/dashboard/*',
    element: (
      <RoleOnly access="investor">
        <h1>Dashboard</h1>
      </RoleOnly>
    ),
  },
  {
    path: '/admin/*',
    element: (
      <RoleOnly access="console">
        <h1>Console</h1>
      </RoleOnly>
    ),
  },
];

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const at = (router: ReturnType<typeof renderRoutes>) =>
  router.state.location.pathname + router.state.location.search;

describe('a page for guests', () => {
  it('is shown to a guest', async () => {
    renderRoutes(routes, '/auth/login');
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
  });

  it('sends a signed-in administrator to the users table', () => {
    storeToken(tokenOf('admin'));
    expect(at(renderRoutes(routes, '/auth/login'))).toBe('/admin/users');
  });

  it('sends a signed-in investor to the dashboard, whatever return path the link has', () => {
    storeToken(tokenOf('investor'));
    expect(at(renderRoutes(routes, '/auth/login?return=/dashboard/transactions'))).toBe('/dashboard');
  });

  it('leads back to the remembered page once the person has signed in', () => {
    const router = renderRoutes(routes, '/auth/login?return=/dashboard/transactions%3Fpage%3D2');
    act(() => storeToken(tokenOf('investor')));
    expect(at(router)).toBe('/dashboard/transactions?page=2');
  });

  it('leads administrators to their area, every other type to that of investors, and no type to the front page', () => {
    for (const [type, to] of [
      ['admin', '/admin'],
      ['investor', '/dashboard'],
      ['auditor', '/admin'],
      ['user', '/dashboard'],
      ['', '/'],
      [undefined, '/'],
    ] as const) {
      const router = renderRoutes(routes, '/auth/login');
      act(() => storeToken(tokenOf(type)));
      expect(at(router)).toBe(to);
      cleanup();
      localStorage.clear();
    }
  });

  it('never leads out of the product', () => {
    const router = renderRoutes(routes, '/auth/login?return=https%3A%2F%2Fevil.example%2F');
    act(() => storeToken(tokenOf('investor')));
    expect(at(router)).toBe('/dashboard');
  });
});

describe('a page of one role', () => {
  it('prompts for a login without a token, and remembers the page', () => {
    expect(at(renderRoutes(routes, '/dashboard/transactions?page=2'))).toBe(
      '/auth/login?return=%2Fdashboard%2Ftransactions%3Fpage%3D2',
    );
  });

  it('prompts for a login when the token has expired', () => {
    storeToken('expired-or-broken');
    expect(at(renderRoutes(routes, '/admin'))).toBe('/auth/login?return=%2Fadmin');
  });

  it.each(['admin', 'auditor'])('is shown to its roles: the console to %s', (type) => {
    storeToken(tokenOf(type));
    renderRoutes(routes, '/admin/users');
    expect(screen.getByRole('heading', { name: 'Console' })).toBeVisible();
  });

  it.each([
    ['investor', '/admin/users'],
    ['admin', '/dashboard'],
    ['auditor', '/dashboard'],
  ])('sends the other role, %s, from %s to the front page, still signed in', (type, path) => {
    storeToken(tokenOf(type));
    expect(at(renderRoutes(routes, path))).toBe('/');
    expect(readToken()).not.toBeNull();
  });

  it('is left for the front page on signing out, in this tab or another', () => {
    for (const leave of [clearToken, () => endInOtherTab('signed-out')]) {
      storeToken(tokenOf('investor'));
      const router = renderRoutes(routes, '/dashboard');
      act(() => leave());
      expect(at(router)).toBe('/');
      cleanup();
    }
  });

  it('is left for the login when the server no longer accepts the token, as this tab or another was told', () => {
    for (const end of [() => clearToken('refused'), () => endInOtherTab('refused')]) {
      storeToken(tokenOf('investor'));
      const router = renderRoutes(routes, '/dashboard/transactions');
      act(() => end());
      expect(at(router)).toBe('/auth/login?return=%2Fdashboard%2Ftransactions');
      cleanup();
    }
  });

  it('is left for the login when the storage of the browser was cleared', async () => {
    storeToken(tokenOf('investor'));
    const router = renderRoutes(routes, '/dashboard');
    localStorage.clear();
    await act(() => router.navigate('/dashboard/transactions'));
    expect(at(router)).toBe('/auth/login?return=%2Fdashboard%2Ftransactions');
  });
});
