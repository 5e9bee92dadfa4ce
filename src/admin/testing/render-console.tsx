import { cleanup } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import type { UserType } from '../../../contract/enums';
import { screens } from '../../../contract/paths';
import { forgetPerson } from '../../shared/personal-data';
import { storeToken } from '../../shared/session';
import { renderRoutes } from '../../shared/testing/render-routes';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import AdminApp from '../AdminApp';
import type { AdminAppProps } from '../console-props';

export interface RenderOptions {
  /** Who is signed in. */
  type?: UserType;
  props?: AdminAppProps;
}

/** For tests: the whole console for a signed-in administrator, from an address on, until the test ends; gives the router. */
export function renderConsole(
  host: StandInHost,
  address: string,
  { type = 'admin', props }: RenderOptions = {},
) {
  onTestFinished(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllEnvs();
  });
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf(type));
  // What the test before has left, the queries too.
  forgetPerson();
  return renderRoutes(
    [
      { path: `${screens.admin}/*`, element: <AdminApp {...props} /> },
      { path: '*', element: <h1>Another page</h1> },
    ],
    address,
  );
}
