// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverPaths } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import { ConfirmDialog } from '../account/ConfirmDialog';
import { call } from '../shared/api';
import { clearToken, storeToken } from '../shared/session';
import { renderRoutes } from '../shared/testing/render-routes';
import { type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { StepUp } from './StepUp';

/* The server has no code any more that would ask for a second factor: it has gone with an older version. */

const asked = vi.hoisted(() => ({ times: 0 }));
vi.mock('../account/StepUpDialog', () => {
  asked.times += 1;
  throw new TypeError(`Failed to fetch dynamically imported module, ${asked.times}`);
});

let host: StandInHost;

beforeEach(async () => {
  host = await startStandInHost(({ path }) =>
    path === serverPaths.robots
      ? { body: '' }
      : {
          status: 403,
          body: { errors: [{ message: refusals.stepUpRequired, code: 'step_up_required' }] },
        },
  );
  vi.stubEnv('VITE_API_URL', host.url);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    fetch(address.startsWith('/') ? host.url + address : address, init),
  );
  storeToken(tokenOf('investor'));
});

afterEach(async () => {
  cleanup();
  clearToken();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

it('is asked for before it is needed, once somebody who is signed in uses the page', async () => {
  const before = asked.times;
  renderRoutes([{ path: '/', element: <StepUp /> }], '/');
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await waitFor(() => expect(asked.times).toBeGreaterThan(before));
});

const button = (name: string) => screen.findByRole('button', { name });

it.each([
  ['Not now', async (user: ReturnType<typeof userEvent.setup>) => user.click(await button('Not now'))],
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
])(
  'what does not come is said over the dialog that waits for it, and %s leads back to that',
  async (_, leave) => {
    const page = (
      <>
        <StepUp />
        <ConfirmDialog
          title="Remove Phone?"
          confirm="Remove"
          onConfirm={async () => void (await call('removeFactor', { params: { factorId: 'f-1' } }))}
          onCancel={() => {}}
        >
          It can no longer be used to sign in.
        </ConfirmDialog>
      </>
    );
    renderRoutes([{ path: '/', element: page }], '/');
    const user = userEvent.setup();
    await user.click(await button('Remove'));
    expect(await screen.findByText(/^This comes with a new version/)).toBeVisible();
    expect(await button('Reload')).toBeVisible();
    // By its role: what lies over the dialog alone can be reached.
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await leave(user);
    expect(await button('Cancel')).toBeEnabled();
    expect(screen.queryByText(/^This comes with a new version/)).toBeNull();
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    expect(await screen.findByText(refusals.stepUpRequired)).toBeInTheDocument();
  },
);
