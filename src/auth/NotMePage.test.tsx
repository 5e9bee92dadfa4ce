// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import { storeToken } from '../shared/session';
import { answeredLate } from '../shared/testing/answered-late';
import { stubLayout, stubView } from '../shared/testing/browser-stubs';
import { letItArrive } from '../shared/testing/let-it-arrive';
import { renderRoutes } from '../shared/testing/render-routes';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { readSession, readToken } from '../shared/token';
import NotMePage from './NotMePage';

const routes = [
  { path: screens.notMe, element: <NotMePage /> },
  { path: '*', element: <h1>Another page</h1> },
];
let host: StandInHost;
let answer: Answer;
const reportedAt = '2026-03-04T10:00:00.000Z';
const done = (userId = 'u-1', already = false, at = reportedAt) => ({
  body: { data: { userId, reportedAt: at, already } },
});

beforeEach(async () => {
  stubLayout();
  stubView();
  vi.stubGlobal('scrollTo', vi.fn());
  answer = done();
  host = await startStandInHost(({ path }) =>
    path === '/api/auth/not-me' ? answer : { body: { data: [] } },
  );
  vi.stubEnv('VITE_API_URL', host.url);
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

const sent = () => host.received.filter(({ path }) => path === '/api/auth/not-me');
const button = () => screen.findByRole('button', { name: 'This was not me: lock my account' });

it('does nothing when it is opened, takes the token out of the address bar, and sends it on one press', async () => {
  const router = renderRoutes(routes, '/auth/not-me#token=of.the.mail');
  const press = await button();
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  await letItArrive();
  expect(host.received).toEqual([]);
  await userEvent.setup().click(press);
  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute(
    'href',
    '/auth/reset-password',
  );
  expect(screen.getByText(/If the one that is asked for is not yours, tell us/)).toBeVisible();
  expect(sent().map(({ method, body }) => [method, body])).toEqual([['POST', { token: 'of.the.mail' }]]);
});

it('is sent by the button alone, not by a key in the page', async () => {
  renderRoutes(routes, '/auth/not-me#token=t');
  await button();
  await userEvent.setup().keyboard('{Enter}');
  await letItArrive();
  expect(sent()).toEqual([]);
});

it('explains itself without a token', async () => {
  renderRoutes(routes, '/auth/not-me');
  expect(await screen.findByRole('heading', { name: 'This was not me' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /lock my account/ })).toBeNull();
});

it('says of a link that was used when that was, and that nothing was changed', async () => {
  answer = done('u-1', true);
  storeToken(tokenOf('investor'));
  renderRoutes(routes, '/auth/not-me#token=t');
  await userEvent.setup().click(await button());
  expect(await screen.findByRole('heading', { name: 'Reported already' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Nothing was changed this time');
  expect(readToken()).not.toBeNull();
});

it('takes the link of another mail that is opened in the same tab, whatever came of the one before', async () => {
  const user = userEvent.setup();
  answer = done('u-1', true);
  const router = renderRoutes(routes, '/auth/not-me#token=first');
  await user.click(await button());
  expect(await screen.findByRole('heading', { name: 'Reported already' })).toBeVisible();
  const message = refusals.invalidReportLink;
  answer = { status: 422, body: { errors: [{ error: message, message, code: 'invalid_report_link' }] } };
  await act(() => router.navigate('/auth/not-me#token=second'));
  await user.click(await button());
  expect(await screen.findByRole('link', { name: 'Set a new password' })).toBeVisible();
  expect(router.state.location.hash).toBe('');
  answer = done();
  await act(() => router.navigate('/auth/not-me#token=third'));
  expect(screen.queryByRole('link', { name: 'Set a new password' })).toBeNull();
  await user.click(await button());
  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual(['first', 'second', 'third'].map((token) => ({ token })));
});

it.each([
  ['of the same person goes with the others', true],
  ['of somebody else stays', false],
])('works signed in; the session %s', async (_, own) => {
  storeToken(tokenOf('investor'));
  answer = done(own ? readSession()?.userId : 'somebody-else');
  renderRoutes(routes, '/auth/not-me#token=t');
  await userEvent.setup().click(await button());
  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible();
  expect(readToken() === null).toBe(own);
});

it('says what was done also where somebody else has signed in before it is answered', async () => {
  const { after, letNextIn } = answeredLate();
  storeToken(tokenOf('investor'));
  answer = { ...done(readSession()?.userId), after };
  renderRoutes(routes, '/auth/not-me#token=t');
  await userEvent.setup().click(await button());
  await waitFor(() => expect(sent()).toHaveLength(1));
  await letNextIn();
  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible();
  expect(readSession()?.userId).toBe('person-2');
});

it('says that a link does not work, and what to do instead', async () => {
  const message = refusals.invalidReportLink;
  answer = { status: 422, body: { errors: [{ error: message, message, code: 'invalid_report_link' }] } };
  renderRoutes(routes, '/auth/not-me#token=t');
  await userEvent.setup().click(await button());
  expect(await screen.findByRole('link', { name: 'Set a new password' })).toBeVisible();
  expect(screen.getAllByText(new RegExp(message)).length).toBeGreaterThan(0);
});

it('can be pressed again when the host did not answer', async () => {
  answer = { status: 503, body: { errors: [{ error: 'Busy', message: 'Busy', code: 'unavailable' }] } };
  renderRoutes(routes, '/auth/not-me#token=t');
  const user = userEvent.setup();
  await user.click(await button());
  await waitFor(() => expect(screen.getByRole('button', { name: /lock my account/ })).toBeEnabled());
  answer = done();
  await user.click(await button());
  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible();
});

describe('pressed again after an answer that was lost', () => {
  async function pressTwice(at: string) {
    storeToken(tokenOf('investor'));
    answer = { status: 502, body: '<h1>Bad Gateway</h1>' };
    renderRoutes(routes, '/auth/not-me#token=t');
    const user = userEvent.setup();
    await user.click(await button());
    expect(await screen.findByText(/your account may be locked all the same/)).toBeVisible();
    expect(screen.queryByText(/nothing was changed/i)).toBeNull();
    answer = done(readSession()?.userId, true, at);
    await user.click(await button());
  }

  it('says what the first press has done, and ends the session here', async () => {
    await pressTwice(new Date().toISOString());
    expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible();
    expect(readToken()).toBeNull();
  });

  it('says of a link that was used long before that nothing was changed', async () => {
    await pressTwice(reportedAt);
    expect(await screen.findByRole('heading', { name: 'Reported already' })).toBeVisible();
    expect(readToken()).not.toBeNull();
  });
});
