import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import ToastViewport from '../ToastViewport';
import { pageTheme } from '../theme';

/** For tests: shows routes as the app does, with theme and toasts, from an address on; gives the router. */
export function renderRoutes(routes: RouteObject[], address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <ThemeProvider theme={pageTheme()}>
      <RouterProvider router={router} />
      <ToastViewport />
    </ThemeProvider>,
  );
  return router;
}
