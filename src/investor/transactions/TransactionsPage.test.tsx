// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '../../../contract/transaction';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import TransactionsPage from './TransactionsPage';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

/** The n-th of the investor's transactions, the newest first. */
function buildTransaction(n: number): Transaction {
  const day = new Date(Date.UTC(2026, 5, 30) - n * 86_400_000).toISOString();
  const withdrawal = n % 2 === 0;
  return {
    _id: `t-${n}`,
    user: { _id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    trxType: withdrawal ? 'WITHDRAWAL' : 'DEPOSIT',
    amount: 1_000 + n,
    plan: withdrawal ? null : 'diamond',
    crypto: 'usdt-erc-20',
    transactionId: null,
    imageUrl: null,
    wallet: null,
    status: 'PENDING',
    version: 1,
    createdAt: day,
    updatedAt: day,
  };
}

const list = Array.from({ length: 25 }, (_, index) => buildTransaction(index + 1));

/** Answers like a host that pages: the asked range, with the size of the whole. */
function paged(request: Received): Answer {
  const range = new URL(request.path, 'http://host').searchParams.get('range') ?? '[0,19]';
  const [from = 0, to = 19] = JSON.parse(range) as number[];
  return {
    headers: { 'content-range': `items ${from}-${to}/${list.length}` },
    body: { data: list.slice(from, to + 1) },
  };
}

/** jsdom has no media queries, which reads as a wide screen. */
function stubNarrowScreen(): void {
  const ignore = () => {};
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener: ignore,
    removeEventListener: ignore,
    addListener: ignore,
    removeListener: ignore,
  }));
}

async function open(transactions: (request: Received) => Answer, phone = false) {
  if (phone) stubNarrowScreen();
  host = await startInvestorHost({ transactions });
  vi.stubEnv('VITE_API_URL', host.url);
  renderDashboard(<TransactionsPage />);
  return userEvent.setup();
}

async function cellsOf(serial: string): Promise<(string | null)[]> {
  const cell = await screen.findByRole('gridcell', { name: serial });
  const row = cell.closest('[role="row"]');
  if (!(row instanceof HTMLElement)) throw new Error(`No row ${serial}`);
  return within(row)
    .getAllByRole('gridcell')
    .map((each) => each.textContent);
}

describe('all transactions', () => {
  it('a loader stands in until the answer is there, then the columns of the specification', async () => {
    await open(paged);
    expect(screen.getByRole('status', { name: 'Loading transactions' })).toBeVisible();
    await screen.findByRole('grid', { name: 'All Transactions' });
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers).toEqual(['s/n', 'trxType', 'amount', 'plan', 'status', 'currency', 'date']);
  });

  it('shows the card name of a plan and NaN for none', async () => {
    await open(paged);
    expect((await cellsOf('1')).slice(1, 6)).toEqual([
      'DEPOSIT',
      '$1,001.00',
      'Platinum',
      'PENDING',
      'USDT ERC 20',
    ]);
    expect((await cellsOf('2')).slice(1, 4)).toEqual(['WITHDRAWAL', '$1,002.00', 'NaN']);
  });

  it('asks a host that pages for the second page, where the numbers go on', async () => {
    const user = await open(paged);
    await screen.findByText('1–20 of 25');
    await user.click(screen.getByRole('button', { name: 'Go to next page' }));
    expect((await cellsOf('21'))[2]).toBe('$1,021.00');
    const asked = host.received.at(-1)?.path ?? '';
    expect(new URLSearchParams(asked.split('?')[1]).get('range')).toBe('[20,39]');
  });

  it('asks for another order when a column is clicked', async () => {
    const user = await open(paged);
    await user.click(await screen.findByText('amount'));
    await waitFor(() => {
      const asked = host.received.at(-1)?.path ?? '';
      expect(new URLSearchParams(asked.split('?')[1]).get('sort')).toBe('["amount","ASC"]');
    });
  });

  it('orders and pages in the browser when the host answers the whole list', async () => {
    const user = await open(() => ({ body: { data: list.toReversed() } }));
    expect((await cellsOf('1'))[2]).toBe('$1,001.00');
    expect(screen.getByText('1–20 of 25')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to next page' }));
    expect((await cellsOf('25'))[2]).toBe('$1,025.00');
  });

  it("says 'No Data ' when there are none", async () => {
    await open(() => ({ body: { data: [] } }));
    expect(await screen.findByText('No Data')).toHaveTextContent(/^No Data $/, {
      normalizeWhitespace: false,
    });
  });

  it('says why the list could not be read and tries again', async () => {
    let broken = true;
    const message = 'The service is closed';
    const user = await open((request) =>
      broken
        ? { status: 403, body: { errors: [{ error: message, message, code: 'forbidden' }] } }
        : paged(request),
    );
    expect(await screen.findByText(message)).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1–20 of 25')).toBeVisible();
  });

  it('on a phone shows cards', async () => {
    const user = await open(paged, true);
    const items = await screen.findAllByRole('listitem');
    expect(items[0]).toHaveTextContent('1. DEPOSIT');
    expect(items[0]).toHaveTextContent('$1,001.00');
    await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
    expect(await screen.findByText('21. DEPOSIT')).toBeVisible();
  });
});
