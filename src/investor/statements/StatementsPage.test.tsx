// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screens } from '../../../contract/paths';
import { storeToken } from '../../shared/session';
import { answeredLate } from '../../shared/testing/answered-late';
import { heldBack } from '../../shared/testing/held-back';
import { renderRoutes } from '../../shared/testing/render-routes';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { takeFocusAtOnce } from '../../shared/testing/take-focus-at-once';
import { tokenOf } from '../../shared/testing/tokens';
import { startInvestorHost } from '../testing/investor-host';
import StatementsPage from './StatementsPage';

const line = { field: 'balance', opening: 0, deposits: 500, withdrawals: 0, adjustments: 0, closing: 500 };
const stored = { at: '2026-04-01T00:00:00.000Z', hash: 'abc', previous: null, checkpoint: null };
const march = { _id: '2026-03', from: '2026-03-01', to: '2026-03-31', entries: 1, lines: [line], stored };
const april = { ...march, _id: '2026-04', from: '2026-04-01', to: '2026-04-30', entries: 2, stored: null };
const item = {
  _id: 7,
  at: '2026-03-10T08:00:00.000Z',
  kind: 'deposit_reversed',
  postedBy: 'operator',
  reason: 'Never arrived',
  trxId: null,
  changes: [{ field: 'balance', amount: -500 }],
  corrects: '2026-01',
};
const whole = { ...march, userId: 'u-1', items: [item], months: [], intact: true };

let host: StandInHost;
let answer: (request: Received) => Answer | undefined;
beforeEach(async () => {
  answer = ({ path, method }) => {
    if (path === '/api/account/statements')
      return { body: { data: { statements: [april, march], mailed: false } } };
    if (path === '/api/account/statements/2026-03') return { body: { data: whole } };
    if (path === '/api/account/statements/mail' && method === 'PUT')
      return { body: { data: { mailed: true } } };
    return undefined;
  };
  host = await startInvestorHost({ more: (request) => answer(request) });
  vi.stubEnv('VITE_API_URL', host.url);
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await host.close();
});

function open(address: string = screens.statements) {
  storeToken(tokenOf('investor'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (
    <QueryClientProvider client={client}>
      <StatementsPage />
    </QueryClientProvider>
  );
  renderRoutes(
    [
      { path: screens.statements, element: page },
      { path: `${screens.statements}/:period`, element: page },
    ],
    address,
  );
  return userEvent.setup();
}

it('lists months and years, says which are preliminary, and opens one', async () => {
  const user = open();
  const items = within(await screen.findByRole('list', { name: 'Statements' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'April 20262 entriesPreliminary$500.00',
    'March 20261 entry$500.00',
  ]);
  await user.click(screen.getByRole('link', { name: 'March 2026' }));
  expect(await screen.findByRole('heading', { name: 'Statement, March 2026' })).toBeVisible();
  const figures = within(await screen.findByRole('table', { name: 'Figures' }));
  expect(figures.getByRole('row', { name: 'Balance $0.00 $500.00 $0.00 $0.00 $500.00' })).toBeVisible();
  const [entry] = within(screen.getByRole('list', { name: 'Entries' })).getAllByRole('listitem');
  expect(entry).toHaveTextContent('Deposit taken backCorrects January 2026Never arrived');
  expect(screen.getByText(/Statement abc/)).toBeVisible();
});

it('a year says by currency what came, went and was posted', async () => {
  const none = { opening: 0, deposits: 0, withdrawals: 0, adjustments: 0, closing: 0 };
  const lines = [
    line,
    { ...none, field: 'profit', adjustments: 40, closing: 40 },
    { ...none, field: 'usdt', opening: 9, closing: 9 },
    {
      ...none,
      field: 'bitcoin',
      opening: 5,
      deposits: 500,
      withdrawals: -150,
      adjustments: 12,
      closing: 367,
    },
  ];
  const year = { ...whole, _id: '2026', lines, items: [], months: [march] };
  answer = ({ path }) => (path === '/api/account/statements/2026' ? { body: { data: year } } : undefined);
  open(`${screens.statements}/2026`);
  const table = within(await screen.findByRole('table', { name: 'By currency' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'CurrencyDepositsWithdrawalsPosted',
    'Bitcoin$500.00-$150.00$12.00',
  ]);
  expect(screen.getByText(/Profit has no currency of its own/)).toBeVisible();
});

it('asks to be mailed', async () => {
  const user = open();
  const mail = await screen.findByRole('switch', { name: /Mail me/ });
  expect(mail).not.toBeChecked();
  await user.click(mail);
  expect(await screen.findByRole('switch', { name: /Mail me/, checked: true })).toBeVisible();
  expect(host.received.find(({ method }) => method === 'PUT')?.body).toEqual({ mailed: true });
});

it('the switch keeps the focus while it is answered, is set once, and is read anew where no answer came', async () => {
  takeFocusAtOnce();
  const { after, release } = heldBack();
  const usual = answer;
  let mailed = false;
  answer = (request) => {
    if (request.path === '/api/account/statements')
      return { body: { data: { statements: [march], mailed } } };
    if (request.method !== 'PUT') return usual(request);
    mailed = true;
    return { status: 502, body: 'Bad Gateway', after };
  };
  const user = open();
  const mail = await screen.findByRole('switch', { name: /Mail me/ });
  mail.focus();
  await user.keyboard(' ');
  await waitFor(() => expect(host.received.some(({ method }) => method === 'PUT')).toBe(true));
  expect(mail).toHaveFocus();
  await user.keyboard(' ');
  release();
  expect(await screen.findByRole('switch', { name: /Mail me/, checked: true })).toHaveFocus();
  expect(host.received.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it.each([
  ['is nothing', { body: { data: { mailed: true } } }],
  [
    'is no refusal',
    { status: 422, body: { errors: [{ error: 'x', message: 'Not now', code: 'validation' }] } },
  ],
])('a wish to be mailed that is answered once somebody else has signed in %s of theirs', async (_, late) => {
  const { after, letNextIn } = answeredLate();
  const usual = answer;
  answer = (request) => (request.method === 'PUT' ? { ...late, after } : usual(request));
  const user = open();
  await user.click(await screen.findByRole('switch', { name: /Mail me/ }));
  await waitFor(() => expect(host.received.some(({ method }) => method === 'PUT')).toBe(true));
  await letNextIn();
  expect(screen.getByRole('switch', { name: /Mail me/ })).not.toBeChecked();
  expect(screen.queryByText('Not now')).toBeNull();
});

it('says that a host makes none, which trying again would not change', async () => {
  answer = () => ({ status: 404, body: { errors: [{ message: 'Not found' }] } });
  open();
  expect(await screen.findByText('No statements are made here.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('says when there are none, when they cannot be read, and when one is not what its entries make', async () => {
  const before = answer;
  answer = () => ({ body: { data: { statements: [], mailed: false } } });
  open();
  expect(await screen.findByText(/Your first statement appears here/)).toBeVisible();
  cleanup();
  answer = () => ({
    status: 422,
    body: { errors: [{ error: 'x', message: 'Not now', code: 'validation' }] },
  });
  open();
  expect(await screen.findByText('Not now')).toBeVisible();
  cleanup();
  answer = (request) =>
    request.path.endsWith('2026-03') ? { body: { data: { ...whole, intact: false } } } : before(request);
  open(`${screens.statements}/2026-03`);
  expect(await screen.findByText(/not what the entries/)).toBeVisible();
});
