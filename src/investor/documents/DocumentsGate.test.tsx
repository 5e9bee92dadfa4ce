// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Agreements } from '../../../contract/legal';
import { readOwn } from '../../shared/personal-storage';
import { answeredLate } from '../../shared/testing/answered-late';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { readToken } from '../../shared/token';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { DocumentsGate } from './DocumentsGate';

let host: StandInHost;
let agreements: Agreements;
let answer: (request: Received) => Answer | undefined;

const terms = {
  document: 'terms',
  title: 'Terms and conditions',
  version: '2',
  path: '/legal/terms',
  changes: 'Withdrawals cost nothing.',
} as const;
const before = { document: 'terms', version: '1', acceptedAt: '2026-03-04T12:00:00.000Z' };
const refusal = (status: number, message: string, code: string): Answer => ({
  status,
  body: { errors: [{ error: message, message, code }] },
});

beforeEach(async () => {
  agreements = { accepted: [before], open: [terms] };
  answer = ({ method }) => {
    if (method === 'POST') agreements = { accepted: [{ ...before, version: '2' }, before], open: [] };
    return { body: { data: agreements } };
  };
  host = await startInvestorHost({
    more: (request) => (request.path === '/api/user/documents' ? answer(request) : undefined),
  });
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

function open() {
  const shown = renderDashboard(
    <DocumentsGate>
      <h1>Welcome back</h1>
    </DocumentsGate>,
  );
  return { ...shown, user: userEvent.setup() };
}
const dashboard = () => screen.findByRole('heading', { name: 'Welcome back' });
const gate = () => screen.findByRole('heading', { name: 'Our documents have changed' });
const goOn = () => screen.getByRole('button', { name: 'Continue' });
const posted = () => host.received.filter(({ method }) => method === 'POST').map(({ body }) => body);

it('a new version is agreed to before anything else is shown', async () => {
  const { user } = open();
  const heading = await gate();
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.queryByRole('heading', { name: 'Welcome back' })).toBeNull();
  const link = screen.getByRole('link', { name: /^Terms and conditions/ });
  expect(link).toHaveAttribute('href', '/legal/terms');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByText(/^Version 2\. You agreed to version 1 on Mar 4, 2026$/)).toBeVisible();
  expect(screen.getByText(/Withdrawals cost nothing/)).toBeVisible();
  expect(goOn()).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'I have read this document and agree to it' }));
  await user.click(goOn());
  expect(await dashboard()).toBeVisible();
  expect(posted()).toEqual([{ terms: '2' }]);
  expect(readOwn('documents')).toBe('settled');
});

it.each([
  ['is not theirs', {}],
  ['is no refusal of theirs', refusal(503, 'The service is busy', 'unavailable')],
])('an agreement that is answered once somebody else has signed in %s', async (_, late) => {
  const { after, letNextIn } = answeredLate();
  const answered = answer;
  answer = (request) => ({
    body: null,
    ...answered(request),
    ...(request.method === 'POST' && { ...late, after }),
  });
  const { user } = open();
  await gate();
  await user.click(screen.getByRole('checkbox', { name: 'I have read this document and agree to it' }));
  await user.click(goOn());
  await waitFor(() => expect(posted()).toHaveLength(1));
  await letNextIn();
  expect(screen.queryByRole('heading', { name: 'Welcome back' })).toBeNull();
  expect(screen.queryByText('The service is busy')).toBeNull();
});

it('whoever has agreed to nothing yet is told what it is about', async () => {
  agreements = { accepted: [], open: [terms, { ...terms, document: 'risk', title: 'Risk notice' }] };
  open();
  expect(await screen.findByRole('heading', { name: 'Before you go on' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText(/What is new/)).toBeNull();
});

it('whoever does not agree can sign out', async () => {
  const { router, user } = open();
  await gate();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(readToken()).toBeNull();
});

it('a version that came meanwhile is shown, and ticked anew', async () => {
  const { user } = open();
  await gate();
  answer = ({ method }) =>
    method === 'POST'
      ? refusal(422, 'Version 3 is in force now', 'validation')
      : { body: { data: { accepted: [before], open: [{ ...terms, version: '3' }] } } };
  await user.click(screen.getByRole('checkbox'));
  await user.click(goOn());
  expect(await screen.findByText(/^Version 3\./)).toBeVisible();
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

it('an agreement that cannot be kept traps nobody', async () => {
  const { user } = open();
  await gate();
  answer = () => refusal(503, 'The service is busy', 'unavailable');
  await user.click(screen.getByRole('checkbox'));
  await user.click(goOn());
  await user.click(await screen.findByRole('button', { name: 'Go on for now' }));
  expect(await dashboard()).toBeVisible();
  expect(readOwn('documents')).toBeNull();
});

it.each([
  ['has no such call', () => refusal(404, 'Not found', 'not_found')],
  ['is busy', () => refusal(503, 'The service is busy', 'unavailable')],
  ['answers something else', (): Answer => ({ body: { data: [] } })],
  ['has nothing to agree to', (): Answer => ({ body: { data: { accepted: [], open: [] } } })],
])('a host that %s asks for nothing', async (_, answers) => {
  answer = answers;
  open();
  expect(await dashboard()).toBeVisible();
});

it('a host that cannot be reached keeps nobody out', async () => {
  await host.close();
  open();
  expect(await dashboard()).toBeVisible();
});

it('nobody waits for the answer who had nothing open a moment ago', async () => {
  answer = () => ({ body: { data: { accepted: [], open: [] } } });
  open();
  await dashboard();
  await waitFor(() => expect(readOwn('documents')).toBe('settled'));
  cleanup();
  answer = () => ({ body: { data: agreements } });
  open();
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await gate()).toBeVisible();
});
