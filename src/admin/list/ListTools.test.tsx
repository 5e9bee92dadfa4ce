// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { validation } from '../../../contract/messages';
import { z } from '../../../contract/zod';
import { buildUser } from '../../shared/testing/build-user';
import { storeInOtherTab } from '../../shared/testing/other-tab';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startConsoleHost,
  twoTransactions,
} from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';

let host: StandInHost;
const range = z.tuple([z.number(), z.number()]);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(
  address = '/admin/transactions',
  list: (request: Received) => Answer = () => paged(twoTransactions()),
) {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/transaction/transactions': list,
  });
  const router = renderConsole(host, address);
  await cellsOf('Transactions', 1);
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), router };
}

/** The console is opened anew, as after a reload. */
async function openAgain(): Promise<void> {
  cleanup();
  await host.close();
  await open();
}

function textOf(file: Blob | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!file) return reject(new Error('No file'));
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
}

const lastQuery = () =>
  queryOf(host.received.filter(({ path }) => path.startsWith('/api/transaction/transactions')).at(-1));

it('the rows of a list are counted once, beside its title', async () => {
  await open('/admin/transactions', () => paged(twoTransactions(), 3_217));
  const line = screen.getByRole('heading', { level: 1, name: 'Transactions' }).parentElement;
  await waitFor(() => expect(line).toHaveTextContent('3,217'));
  expect(line?.textContent?.split('3,217')).toHaveLength(2);
});

describe('the columns of a list', () => {
  it('can be left out, and stay out after a reload', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Email' }));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await headersOf('Transactions')).not.toContain('Email'));
    expect((await cellsOf('Transactions', 1)).slice(0, 4)).toEqual(['1', 'Ada', 'Lovelace', '$500.00']);
    await openAgain();
    expect(await headersOf('Transactions')).not.toContain('Email');
  });

  it('are never left out all: one that shows something of the records stays beside the buttons', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
    for (const box of boxes) if (box.checked && !box.disabled) await user.click(box);
    const left = boxes.filter((box) => box.checked);
    expect(left.map((box) => [box.closest('label')?.textContent, box.disabled])).toEqual([
      [expect.not.stringMatching('Options'), true],
    ]);
  });
});

describe('a saved view', () => {
  it('brings search, filters and order back under its name, also after a reload, and can be deleted', async () => {
    const filter = JSON.stringify({ q: 'ada', status: 'PENDING' });
    const address = new URLSearchParams({ filter, sort: 'amount', order: 'DESC' });
    const { user } = await open(`/admin/transactions?${address}`);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of this view' }), 'Large of Ada{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openAgain();
    expect(lastQuery()).toMatchObject({ filter: {}, sort: ['createdAt', 'DESC'] });
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('button', { name: 'Large of Ada' }));
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        filter: { q: 'ada', status: 'PENDING' },
        sort: ['amount', 'DESC'],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('button', { name: 'Delete the view Large of Ada' }));
    expect(screen.queryByRole('button', { name: 'Large of Ada' })).toBeNull();
    expect(JSON.stringify(localStorage)).not.toContain('Large of Ada');
  });

  it('of another window stays when one is saved here, and is shown at once', async () => {
    const key = 'console:person-1:transactions.savedQueries';
    const { user } = await open();
    const save = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Views' }));
      await user.type(await screen.findByRole('textbox', { name: 'Name of this view' }), `${name}{Enter}`);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    const views = z.array(z.looseObject({ label: z.string() }));
    const kept = () => views.parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
    const elsewhere = (label: string) => {
      const [view] = kept();
      storeInOtherTab(key, [...kept(), { ...view, label }]);
    };
    await save('First');
    elsewhere('Second');
    await save('Third');
    expect(kept().map(({ label }) => label)).toEqual(['First', 'Second', 'Third']);

    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('button', { name: 'Third' });
    elsewhere('Fourth');
    expect(await screen.findByRole('button', { name: 'Fourth' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete the view First' }));
    expect(kept().map(({ label }) => label)).toEqual(['Second', 'Third', 'Fourth']);
  });

  it('so are columns: what another window has left out stays out, and is at once', async () => {
    const key = 'console:person-1:transactions.datatable';
    const { user } = await open();
    const column = (name: string) => screen.queryByRole('columnheader', { name });
    const elsewhere = (...hidden: string[]) => storeInOtherTab(key, hidden);
    expect(column('Amount')).toBeVisible();
    elsewhere('amount');
    await waitFor(() => expect(column('Amount')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Status' }));
    await waitFor(() => expect(column('Status')).toBeNull());
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(['amount', 'status']);

    elsewhere('status');
    expect(await screen.findByRole('checkbox', { name: 'Amount' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Transaction Type' }));
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(['status', 'trxType']);
  });

  it('is its administrator’s alone', async () => {
    localStorage.setItem(
      'console:somebody-else:transactions.savedQueries',
      JSON.stringify([
        {
          label: 'Theirs',
          value: { filter: {}, sort: { field: 'amount', order: 'ASC' }, perPage: 20, displayedFilters: [] },
        },
      ]),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('textbox', { name: 'Name of this view' });
    expect(screen.queryByRole('button', { name: 'Theirs' })).toBeNull();
  });

  it('and columns left out, kept by an earlier console under one key, are taken over once', async () => {
    const former = 'console:person-1:transactions';
    localStorage.setItem(
      former,
      JSON.stringify({
        views: [
          {
            name: 'Large of Ada',
            filter: { q: 'ada', status: 'PENDING' },
            sort: { field: 'amount', order: 'DESC' },
          },
          { name: 'Of no use' },
        ],
        hidden: ['Email'],
      }),
    );
    localStorage.setItem('console:somebody-else:transactions', '{"views":[],"hidden":["Amount"]}');
    const { user } = await open();
    expect(await headersOf('Transactions')).not.toContain('Email');
    expect(await headersOf('Transactions')).toContain('Amount');
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('button', { name: 'Large of Ada' }));
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        filter: { q: 'ada', status: 'PENDING' },
        sort: ['amount', 'DESC'],
      }),
    );
    expect(localStorage.getItem(former)).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('button', { name: 'Delete the view Large of Ada' }));
    await openAgain();
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('textbox', { name: 'Name of this view' });
    expect(screen.queryByRole('button', { name: 'Large of Ada' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(await headersOf('Transactions')).not.toContain('Email');
  });

  it('that another version of the console wrote does no harm', async () => {
    localStorage.setItem('console:person-1:transactions.savedQueries', '[{"label":7},null]');
    localStorage.setItem('console:person-1:transactions.datatable', '{"user.email":true}');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('textbox', { name: 'Name of this view' });
    await user.keyboard('{Escape}');
    expect(await headersOf('Transactions')).toContain('Email');
  });
});

describe('the export', () => {
  it('saves the rows of the filter with the columns shown', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file: Blob) => {
      files.push(file);
      return 'blob:file';
    };
    URL.revokeObjectURL = () => {};
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const filter = JSON.stringify({ status: 'PENDING' });
    const { user } = await open(`/admin/transactions?${new URLSearchParams({ filter })}`);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(names).toHaveLength(1));
    expect(names[0]).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
    expect(lastQuery()).toMatchObject({ filter: { status: 'PENDING' }, range: [0, 999] });
    const text = await textOf(files[0]);
    expect(text.split('\r\n')[2]).toBe(
      '2,Alan,Turing,alan@example.com,75,WITHDRAWAL,USDT ERC 20,PENDING,NaN,0x52908400098527886E0F7030069857D2E4169EE7,NaN',
    );
  });
});

const endedEarly = 'The export of transactions ended early. No file was saved.';

describe('a large export', () => {
  it('says how far it is, and can be stopped', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const thousand = Array.from({ length: 1_000 }, (_, n) => buildTransaction({ _id: `t-${n}` }));
    const { user } = await open('/admin/transactions', (request) => {
      const [, last] = range.parse(queryOf(request).range);
      return paged(last < 20 ? twoTransactions() : thousand, 2_300);
    });
    const send = globalThis.fetch;
    // The second thousand never comes.
    vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
      String(new URL(address).searchParams.get('range')).startsWith('[1000')
        ? new Promise((_, reject) =>
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          )
        : send(address, init),
    );
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Exporting 1,000 of 2,300')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Export of transactions' })).toHaveAttribute(
      'aria-valuenow',
      '43',
    );
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('button', { name: 'Export' })).toBeEnabled();
    expect(save).not.toHaveBeenCalled();
    expect(screen.queryByText('Error')).toBeNull();
    expect(screen.queryByText(endedEarly)).toBeNull();
  });

  it('goes on where a part of it could not be read for a moment', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    let asked = 0;
    const { user } = await open('/admin/transactions', (request) => {
      const [, last] = range.parse(queryOf(request).range);
      if (last < 20) return paged(twoTransactions());
      asked += 1;
      return asked === 1 ? refusal(503, 'Not now', 'unavailable') : paged(twoTransactions());
    });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect([asked, screen.queryByText('Not now')]).toEqual([2, null]);
  });

  it('that fails, or whose list is left, says that there is no file', async () => {
    const { user, router } = await open('/admin/transactions', (request) => {
      const [first, last] = range.parse(queryOf(request).range);
      if (last < 20) return paged(twoTransactions(), 2_300);
      return first === 0 && fails ? refusal(422, 'Not now', 'validation') : { ...paged([]), after: never };
    });
    let fails = true;
    const never = new Promise<void>(() => {});
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Not now')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText(endedEarly)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(endedEarly)).toBeNull());
    fails = false;
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeVisible();
    await act(() => router.navigate('/admin/users'));
    expect(await screen.findByText(endedEarly)).toBeVisible();
  });
});

describe('more filters', () => {
  it('are there when asked for, and bounds go to the host as numbers and days', async () => {
    const { user, router } = await open();
    expect(screen.queryByRole('textbox', { name: 'Amount from' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount from' }), '12.5');
    await user.type(screen.getByLabelText('Created to (UTC)'), '2026-03-04');
    await waitFor(() =>
      expect(lastQuery().filter).toEqual({ amount_gte: 12.5, createdAt_lte: '2026-03-04' }),
    );
    expect(router.state.location.search).toContain('amount_gte');
    // Rows show the reader's time.
    expect(screen.getByLabelText('Last change from (UTC)')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Amount from' })).toHaveValue('12.5');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(lastQuery().filter).toEqual({}));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Amount from' })).toHaveValue(''));
  });

  it('that are set in the address are shown at once, and no amount is no bound', async () => {
    const filter = JSON.stringify({ amount_gte: 100 });
    const { user } = await open(`/admin/transactions?${new URLSearchParams({ filter })}`);
    const bound = await screen.findByRole('textbox', { name: 'Amount from' });
    expect(bound).toHaveValue('100');
    await user.type(bound, 'x');
    expect(bound).toHaveAttribute('aria-invalid', 'true');
    expect(bound).toHaveAccessibleDescription(`${validation.amountInvalid}; still filtered by 100`);
    expect(lastQuery().filter).toEqual({ amount_gte: 100 });
    await user.clear(bound);
    await user.paste('$ 1,250.50');
    await waitFor(() => expect(lastQuery().filter).toEqual({ amount_gte: 1_250.5 }));
    expect(bound).toHaveValue('$ 1,250.50');
  });
});
