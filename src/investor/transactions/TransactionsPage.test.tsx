// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../../contract/paths';
import type { Transaction } from '../../../contract/transaction';
import { stubNarrowScreen } from '../../shared/testing/browser-stubs';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import TransactionsPage from './TransactionsPage';

let host: StandInHost;
/** The query of the page's address. */
let shownAt: () => string;

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

async function open(transactions: (request: Received) => Answer, phone = false, search = '') {
  if (phone) stubNarrowScreen();
  host = await startInvestorHost({ transactions });
  vi.stubEnv('VITE_API_URL', host.url);
  const { router } = renderDashboard(<TransactionsPage />);
  shownAt = () => router.state.location.search;
  await router.navigate(`${screens.dashboard}${search}`);
  return userEvent.setup();
}

/** What the host was asked for last. */
const lastQuery = () => new URL(host.received.at(-1)?.path ?? '', 'http://host').searchParams;

/** By selector: finding cells by their role takes seconds in jsdom. */
async function rowOf(serial: string): Promise<HTMLElement> {
  return waitFor(() => {
    const cells = document.querySelectorAll('[role="gridcell"][data-field="sn"]');
    const row = [...cells].find((cell) => cell.textContent === serial)?.closest('[role="row"]');
    if (!(row instanceof HTMLElement)) throw new Error(`No row ${serial}`);
    return row;
  });
}

async function cellsOf(serial: string): Promise<(string | null)[]> {
  const cells = (await rowOf(serial)).querySelectorAll('[role="gridcell"]');
  return [...cells].map((cell) => cell.textContent);
}

describe('all transactions', () => {
  it('a loader stands in until the answer is there, then its columns in their order', async () => {
    await open(paged);
    expect(screen.getByRole('status', { name: 'Loading transactions' })).toBeVisible();
    await rowOf('1');
    const headers = [...document.querySelectorAll('[role="columnheader"]')].map((each) => each.textContent);
    expect(headers).toEqual(['s/n', 'trxType', 'amount', 'plan', 'status', 'currency', 'date', 'details']);
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
    await user.click(screen.getByLabelText('Go to next page'));
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
    await user.click(screen.getByLabelText('Go to next page'));
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

describe('filters, order and page', () => {
  it('a chosen filter is asked of the host, kept in the address and taken back', async () => {
    const user = await open(paged, true);
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(screen.getByLabelText('Status'));
    await user.click(screen.getByRole('option', { name: 'DECLINED' }));
    await waitFor(() => expect(lastQuery().get('filter')).toBe('{"status":"DECLINED"}'));
    expect(shownAt()).toBe('?status=DECLINED');
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(lastQuery().get('filter')).toBeNull());
    expect(shownAt()).toBe('');
  });

  it('an address brings them back after a reload', async () => {
    await open(paged, true, '?type=DEPOSIT&sort=amount&order=asc&page=2');
    expect(await screen.findByText('21. DEPOSIT')).toBeVisible();
    expect(lastQuery().get('filter')).toBe('{"trxType":"DEPOSIT"}');
    expect(lastQuery().get('sort')).toBe('["amount","ASC"]');
  });

  it('a page past the end leads to the last one', async () => {
    await open(paged, true, '?page=9');
    expect(await screen.findByText('21. DEPOSIT')).toBeVisible();
    expect(shownAt()).toBe('?page=2');
  });

  it("when none fits it says 'No Data ' and offers all of them", async () => {
    const user = await open(
      (request) => (request.path.includes('filter') ? { body: { data: [] } } : paged(request)),
      true,
      '?status=DECLINED',
    );
    expect(await screen.findByText('No Data')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Show all transactions' }));
    expect(await screen.findByText('1. DEPOSIT')).toBeVisible();
  });

  it('a year half typed is no day yet', async () => {
    const user = await open(paged, true, '?to=2026-12-31');
    await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    const from = await screen.findByLabelText('From');
    const asked = host.received.length;
    fireEvent.change(from, { target: { value: '0202-06-01' } });
    expect(from).toHaveValue('0202-06-01');
    expect(shownAt()).toBe('?to=2026-12-31');
    expect(host.received).toHaveLength(asked);
    fireEvent.change(from, { target: { value: '2026-06-01' } });
    await waitFor(() => expect(shownAt()).toBe('?from=2026-06-01&to=2026-12-31'));
  });

  it('a day that is too early is said to be not taken, once its field is left', async () => {
    const user = await open(paged, true, '?to=2026-12-31');
    await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    const from = await screen.findByLabelText('From');
    fireEvent.change(from, { target: { value: '1999-12-31' } });
    expect(from).toHaveAttribute('aria-invalid', 'false');
    fireEvent.blur(from);
    expect(from).toHaveAttribute('aria-invalid', 'true');
    expect(from).toHaveAccessibleDescription('From 2000 on');
    expect(shownAt()).toBe('?to=2026-12-31');
    fireEvent.change(from, { target: { value: '2000-01-01' } });
    fireEvent.blur(from);
    await waitFor(() => expect(shownAt()).toBe('?from=2000-01-01&to=2026-12-31'));
    await waitFor(() => expect(from).toHaveAttribute('aria-invalid', 'false'));
    expect(from).not.toHaveAccessibleDescription();
  });
});

it('a first day after the last one is said at its field', async () => {
  await open(paged, false, '?from=2026-12-01&to=2026-01-01');
  const from = await screen.findByLabelText('From');
  await waitFor(() => expect(from).toHaveAccessibleDescription('From is after To'));
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-12-31' } });
  await waitFor(() => expect(from).not.toHaveAccessibleDescription());
});

describe('the details', () => {
  it("open with the row's own button by the keyboard, and are in the address", async () => {
    const user = await open(paged);
    const row = await rowOf('2');
    row.querySelector<HTMLElement>('[aria-label="Details of transaction 2"]')?.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Transaction details' })).toBeVisible();
    expect(shownAt()).toBe('?transaction=t-2');
  });

  it('a link to them opens them, and closing keeps the filters', async () => {
    const user = await open(paged, true, '?type=WITHDRAWAL&transaction=t-2');
    await screen.findByRole('dialog', { name: 'Transaction details' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(shownAt()).toBe('?type=WITHDRAWAL'));
  });
});

describe('the export', () => {
  it('says why there is no file when the host refuses', async () => {
    const message = 'Too many requests';
    const user = await open(
      (request) =>
        request.path.includes('499')
          ? { status: 429, body: { errors: [{ error: message, message, code: 'rate_limited' }] } }
          : paged(request),
      true,
    );
    await screen.findByText('1. DEPOSIT');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  });

  it('that is stopped keeps the focus: its button is there again', async () => {
    const user = await open(
      (request) => ({
        ...paged(request),
        ...(request.path.includes('499') && { after: new Promise(() => {}) }),
      }),
      true,
    );
    await screen.findByText('1. DEPOSIT');
    screen.getByRole('button', { name: 'Export CSV' }).focus();
    await user.keyboard('{Enter}');
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel).toHaveFocus());
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveFocus());
    // And does not move what is read by then.
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
    focus.mockRestore();
  });
});
