// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildTransaction,
  buildUser,
  paged,
  refusal,
  startConsoleHost,
  twoTransactions,
} from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

async function open(list: () => unknown[], routes: Record<string, (request: Received) => Answer> = {}) {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/transaction/transactions': () => paged(list()),
    ...routes,
  });
  const user = userEvent.setup();
  const router = renderConsole(host, '/admin/transactions');
  return { user, router };
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

/** Holds every request from now on until the function it gives is called. */
function holdRequests(): () => void {
  const send = globalThis.fetch;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => released.then(() => send(...request)));
  return release;
}

const adasStatus = () => screen.findByRole('combobox', { name: 'Status of transaction t-1 by Ada Lovelace' });

describe('the transactions of all investors', () => {
  it('stand in the columns of the specification, NaN for what is missing', async () => {
    await open(twoTransactions);
    expect(await headersOf('Transactions')).toEqual([
      'S/N',
      'First Name',
      'Last Name',
      'Email',
      'Amount',
      'Transaction Type',
      'Crypto Currency',
      'Status',
      'Plan',
      'Wallet',
      'Image URL',
    ]);
    expect(await cellsOf('Transactions', 1)).toEqual([
      '1',
      'Ada',
      'Lovelace',
      'ada@example.com',
      '$500.00',
      'DEPOSIT',
      'Bitcoin',
      'PENDING',
      'Starter',
      'NaN',
      'NaN',
    ]);
    expect((await cellsOf('Transactions', 2)).slice(6)).toEqual([
      'USDT ERC 20',
      'PENDING',
      'NaN',
      '0x52908400 ...',
      'NaN',
    ]);
  });

  it('stand there too when a host sends little of them', async () => {
    await open(() => [
      { _id: 't-1', user: null, status: 'PENDING' },
      { _id: 't-2', status: 'HELD' },
    ]);
    expect(await cellsOf('Transactions', 1)).toEqual([
      '1',
      ...Array.from({ length: 6 }, () => 'NaN'),
      'PENDING',
      ...Array.from({ length: 3 }, () => 'NaN'),
    ]);
    expect((await cellsOf('Transactions', 2))[7]).toBe('HELD');
  });

  it('link a proof image only to an address of the web, in a tab of its own', async () => {
    const images = [
      'https://img.example/p.png',
      'javascript:alert(1)',
      'placeholder',
      '<img src=x onerror=a()>',
    ];
    await open(() => images.map((imageUrl, n) => buildTransaction({ _id: `t-${n}`, imageUrl })));
    await cellsOf('Transactions', 1);
    const [link, ...others] = screen.getAllByRole('link', { name: 'view' });
    expect(others).toEqual([]);
    expect(link).toHaveAttribute('href', 'https://img.example/p.png');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('put the whole address on the clipboard and say so', async () => {
    const { user } = await open(twoTransactions);
    await user.click(await screen.findByRole('button', { name: 'Copy address' }));
    expect(await navigator.clipboard.readText()).toBe('0x52908400098527886E0F7030069857D2E4169EE7');
    expect(await screen.findByText('Address copied')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it('are cards on a phone, with the same control', async () => {
    stubNarrowScreen();
    await open(twoTransactions);
    const list = await screen.findByRole('list', { name: 'Transactions' });
    const [card] = within(list).getAllByRole('listitem');
    expect(card).toHaveTextContent('1Ada Lovelace');
    expect(card).toHaveTextContent('Amount$500.00');
    expect(await adasStatus()).toHaveTextContent('PENDING');
  });
});

describe('the status of a transaction', () => {
  it('is set in its row by keyboard: the row takes the status the host answers', async () => {
    const { user, router } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => ({ body: { data: buildTransaction({ status: 'CONFIRMED' }) } }),
    });
    (await adasStatus()).focus();
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    expect(await screen.findByText('transaction updated')).toBeVisible();
    expect(screen.getByText('Success!!')).toBeVisible();
    expect(await adasStatus()).toHaveTextContent('CONFIRMED');
    expect(await adasStatus()).toHaveFocus();
    const writes = host.received.filter(({ method }) => method === 'PUT');
    expect(writes.map(({ body }) => body)).toEqual([{ status: 'CONFIRMED' }]);
    expect(writes[0]?.headers['if-match']).toBe('"3"');
    expect(router.state.location.pathname).toBe('/admin/transactions');
  });

  it('shows that it is being saved, and cannot be chosen again meanwhile', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => ({ body: { data: buildTransaction({ status: 'DECLINED' }) } }),
    });
    const status = await adasStatus();
    const answer = holdRequests();
    await user.click(status);
    await user.click(await screen.findByRole('option', { name: 'DECLINED' }));
    expect(status).toHaveTextContent('DECLINED');
    await waitFor(() => expect(status).toHaveAttribute('aria-readonly', 'true'));
    answer();
    await waitFor(() => expect(status).not.toHaveAttribute('aria-readonly'));
    expect(status).toHaveTextContent('DECLINED');
  });

  it('goes back when the host refuses, and each error is said', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => refusal(422, 'The books are closed', 'validation'),
    });
    await user.click(await adasStatus());
    await user.click(await screen.findByRole('option', { name: 'CONFIRMED' }));
    expect(await screen.findByText('The books are closed')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(await adasStatus()).toHaveTextContent('PENDING');
  });

  it('is read anew when someone else has changed it meanwhile', async () => {
    let status: 'PENDING' | 'DECLINED' = 'PENDING';
    const { user } = await open(() => [buildTransaction({ status })], {
      'PUT /api/transaction/t-1': () => {
        status = 'DECLINED';
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await user.click(await adasStatus());
    await user.click(await screen.findByRole('option', { name: 'CONFIRMED' }));
    expect(await screen.findByText('This record has changed')).toBeVisible();
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('DECLINED'));
  });
});
