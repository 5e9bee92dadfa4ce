// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { notBeforeText } from '../../shared/hold';
import { stubNarrowScreen } from '../../shared/testing/browser-stubs';
import { buildUser } from '../../shared/testing/build-user';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { transactionsPath } from '../record-paths';
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

afterEach(() => vi.unstubAllGlobals());

/** What confirming Ada's deposit does. */
const confirmedEffect = {
  changes: [
    { field: 'balance', before: 400, after: 1_400 },
    { field: 'bitcoin', before: 0, after: 1_000 },
  ],
  overdraws: false,
  frozen: false,
  version: 3,
};

async function open(list: () => unknown[], routes: Record<string, (request: Received) => Answer> = {}) {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/transaction/transactions': () => paged(list()),
    'POST /api/transaction/t-1/preview': () => ({ body: { data: confirmedEffect } }),
    ...routes,
  });
  const user = userEvent.setup();
  const router = renderConsole(host, '/admin/transactions');
  return { user, router };
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
  it('stand in their columns, NaN for what is missing', async () => {
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

  it('of an erased person have their status alone', async () => {
    const email = 'u-1@erased.invalid';
    const user = { _id: 'u-1', firstName: 'Erased', lastName: 'Person', email };
    await open(() => [buildTransaction({ user }), buildTransaction({ _id: 't-2' })]);
    expect((await cellsOf('Transactions', 1))[7]).toBe('PENDING');
    expect(screen.getAllByRole('combobox', { name: /^Status of/ })).toHaveLength(1);
    expect(await screen.findByRole('checkbox', { name: 'Select row 1' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Select row 2' })).toBeEnabled();
  });

  it('of an erased person cannot be chosen on a phone either', async () => {
    stubNarrowScreen();
    const user = { _id: 'u-1', firstName: 'Erased', lastName: 'Person', email: 'u-1@erased.invalid' };
    await open(() => [buildTransaction({ user }), buildTransaction({ _id: 't-2' })]);
    expect(await screen.findByRole('checkbox', { name: 'Select row 1' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Select row 2' })).toBeEnabled();
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

  it('link a proof image only to an address of the web, in a tab of its own, and name another site', async () => {
    const images = [
      '/api/proofs/p.png',
      'https://img.example/p.png',
      'javascript:alert(1)',
      'placeholder',
      '<img src=x onerror=a()>',
    ];
    await open(() => images.map((imageUrl, n) => buildTransaction({ _id: `t-${n}`, imageUrl })));
    await cellsOf('Transactions', 1);
    const links = screen.getAllByRole('link', { name: /^view/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['view', `${location.origin}/api/proofs/p.png`],
      ['view on img.example', 'https://img.example/p.png'],
    ]);
    for (const link of links) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });

  it('put the whole address on the clipboard and say so', async () => {
    const { user } = await open(twoTransactions);
    await user.click(await screen.findByRole('button', { name: 'Copy address' }));
    expect(await navigator.clipboard.readText()).toBe('0x52908400098527886E0F7030069857D2E4169EE7');
    // Both go by themselves: they are waited for together, so that neither is gone when it is looked for.
    await Promise.all([screen.findByText('Address copied'), screen.findByRole('button', { name: 'Copied' })]);
  });

  it('are rendered once when they come, also in place of others', async () => {
    const rendered = new Map<string, number>();
    const column = {
      label: 'Counted',
      render: ({ id }: { id: string }) => {
        rendered.set(id, (rendered.get(id) ?? 0) + 1);
        return id;
      },
      exported: ({ id }: { id: string }) => id,
    };
    host = await startConsoleHost({
      'GET /api/transaction/transactions': (request) => {
        const { sort } = queryOf(request) as { sort: [string, string] };
        return paged(
          ['a', 'b', 'c'].map((name) => buildTransaction({ _id: `${name} by ${sort.join(' ')}` })),
        );
      },
    });
    const extend = { transactions: async () => ({ default: { columns: [column] } }) };
    renderConsole(host, '/admin/transactions', { props: { extend } });
    await screen.findByRole('cell', { name: 'a by createdAt DESC' });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Amount' }));
    await screen.findByRole('cell', { name: 'a by amount ASC' });
    await waitFor(() =>
      expect(screen.getByRole('table', { name: 'Transactions' })).toHaveAttribute('aria-busy', 'false'),
    );
    const times = (by: string) => [...rendered].filter(([id]) => id.endsWith(by)).map(([, count]) => count);
    expect(times('amount ASC')).toEqual([1, 1, 1]);
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
  const confirmed = buildTransaction({ status: 'CONFIRMED', version: 4 });
  const writes = () => host.received.filter(({ method }) => method === 'PUT');

  async function choose(user: ReturnType<typeof userEvent.setup>, status: string): Promise<HTMLElement> {
    await user.click(await adasStatus());
    await user.click(await screen.findByRole('option', { name: status }));
    return screen.findByRole('dialog', { name: `Set to ${status}?` });
  }
  const send = async (dialog: HTMLElement, name: string) => {
    const button = within(dialog).getByRole('button', { name });
    await waitFor(() => expect(button).toBeEnabled());
    return button;
  };

  it('is chosen by keyboard: the effect is shown, then sent with the reason, and the row takes the answer', async () => {
    let [first, ...others] = twoTransactions();
    const { user, router } = await open(() => [first, ...others], {
      'PUT /api/transaction/t-1': () => {
        first = confirmed;
        return { body: { data: first } };
      },
    });
    (await adasStatus()).focus();
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Set to CONFIRMED?' });
    const effect = await within(dialog).findByRole('region', { name: 'Effect' });
    expect(effect).toHaveTextContent('Balance$400.00 to $1,400.00+$1,000.00');
    expect(effect).toHaveTextContent('Bitcoin$0.00 to $1,000.00+$1,000.00');
    await letItArrive();
    expect(writes()).toEqual([]);
    await user.keyboard('seen on chain{Enter}');
    expect(await screen.findByText('transaction updated')).toBeVisible();
    expect(screen.getByText('Success!!')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(await adasStatus()).toHaveTextContent('CONFIRMED');
    await waitFor(async () => expect(await adasStatus()).toHaveFocus());
    expect(writes().map(({ body }) => body)).toEqual([{ status: 'CONFIRMED' }]);
    expect(writes()[0]?.headers).toMatchObject({ 'if-match': '"3"', 'x-reason': 'seen%20on%20chain' });
    expect(host.received.find(({ path }) => path.endsWith('/preview'))?.body).toEqual({
      status: 'CONFIRMED',
    });
    expect(router.state.location.pathname).toBe('/admin/transactions');
  });

  it('has its list while it is open, with the status that is set; the arrow keys open it as well', async () => {
    const { user } = await open(twoTransactions);
    const control = await adasStatus();
    for (const key of ['{ArrowDown}', '{ArrowUp}', ' ']) {
      expect(control).toHaveAttribute('aria-expanded', 'false');
      expect(document.querySelector('[role=listbox]')).toBeNull();
      control.focus();
      await user.keyboard(key);
      const list = await screen.findByRole('listbox', { name: /^Status of transaction t-1/ });
      expect(control).toHaveAttribute('aria-controls', list.id);
      const options = within(list).getAllByRole('option');
      expect(options.map((option) => [option.textContent, option.ariaSelected])).toEqual([
        ['PENDING', 'true'],
        ['CONFIRMED', 'false'],
        ['DECLINED', 'false'],
      ]);
      await waitFor(() => expect(options[0]).toHaveFocus());
      await user.keyboard('{Escape}');
      await waitFor(() => expect(control).toHaveFocus());
    }
    // What is set already is no change.
    await user.click(control);
    await user.click(await screen.findByRole('option', { name: 'PENDING' }));
    await waitFor(() => expect(control).toHaveAttribute('aria-expanded', 'false'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays as it is when the dialog is left', async () => {
    const { user } = await open(twoTransactions);
    await choose(user, 'DECLINED');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await adasStatus()).toHaveTextContent('PENDING');
    await letItArrive();
    expect(writes()).toEqual([]);
  });

  it('comes with a warning when it overdraws the account, or its withdrawals are frozen', async () => {
    const effect = {
      changes: [{ field: 'balance', before: 100, after: -400 }],
      overdraws: true,
      frozen: true,
      version: 3,
    };
    const { user } = await open(() => [confirmed], {
      'POST /api/transaction/t-1/preview': () => ({ body: { data: effect } }),
    });
    const dialog = await choose(user, 'PENDING');
    expect(
      await within(dialog).findByText(/overdraws the account: the balance goes to -\$400\.00/),
    ).toBeVisible();
    expect(within(dialog).getByText(/frozen at present/)).toBeVisible();
  });

  it('is not set where it would pay from a frozen account, and says why', async () => {
    const blocked = { ...confirmedEffect, frozen: true, blocked: true };
    const { user } = await open(twoTransactions, {
      'POST /api/transaction/t-1/preview': () => ({ body: { data: blocked } }),
    });
    const dialog = await choose(user, 'CONFIRMED');
    expect(
      await within(dialog).findByText(/cannot be confirmed before they are allowed again/),
    ).toBeVisible();
    expect(within(dialog).queryByText(/frozen at present/)).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Set to CONFIRMED' })).toBeDisabled();
    await letItArrive();
    expect(writes()).toEqual([]);
  });

  it('is not set before a time that began while it was not pending, and says what to do first', async () => {
    const held = { notBefore: '2126-11-30T10:00:00.000Z', holdCause: 'credentials_changed' };
    const blocked = { ...confirmedEffect, blocked: true, ...held };
    const { user } = await open(twoTransactions, {
      'POST /api/transaction/t-1/preview': () => ({ body: { data: blocked } }),
    });
    const dialog = await choose(user, 'CONFIRMED');
    expect(await within(dialog).findByText(/^Not before .*earlier set it to PENDING first\.$/)).toBeVisible();
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    expect(within(dialog).queryByText(/frozen/)).toBeNull();
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'They called us');
    expect(within(dialog).getByRole('button', { name: 'Set to CONFIRMED' })).toBeDisabled();
  });

  it('can be set on a host that does not know its effect, and says so', async () => {
    const { user } = await open(twoTransactions, {
      'POST /api/transaction/t-1/preview': () => refusal(404, 'Not found', 'not_found'),
      'PUT /api/transaction/t-1': () => ({ body: { data: { _id: 't-1', status: 'CONFIRMED' } } }),
    });
    const dialog = await choose(user, 'CONFIRMED');
    expect(await within(dialog).findByText(/does not say what a change does/)).toBeVisible();
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
  });

  it('is not set while its effect cannot be read', async () => {
    let broken = true;
    const { user } = await open(twoTransactions, {
      'POST /api/transaction/t-1/preview': () =>
        broken ? refusal(403, 'The office is closed', 'forbidden') : { body: { data: confirmedEffect } },
    });
    const dialog = await choose(user, 'CONFIRMED');
    expect(await within(dialog).findByText(/could not be read. The office is closed/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Set to CONFIRMED' })).toBeDisabled();
    broken = false;
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await send(dialog, 'Set to CONFIRMED');
  });

  it('shows that it is being saved, and cannot be sent again meanwhile', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => ({ body: { data: confirmed } }),
    });
    const dialog = await choose(user, 'CONFIRMED');
    const button = await send(dialog, 'Set to CONFIRMED');
    const answer = holdRequests();
    await user.click(button);
    await waitFor(() => expect(button).toBeDisabled());
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    answer();
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
    expect(writes()).toHaveLength(1);
  });

  it('is sent, and taken back, once however often its button is pressed', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => ({ body: { data: confirmed } }),
    });
    const dialog = await choose(user, 'CONFIRMED');
    const button = within(dialog).getByRole('button', { name: 'Set to CONFIRMED' });
    await waitFor(() => expect(button).toBeEnabled());
    // Quicker than what react-query says of a write is rendered.
    fireEvent.click(button);
    fireEvent.click(button);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(writes()).toHaveLength(1);
    fireEvent.click(undo);
    fireEvent.click(undo);
    await waitFor(() => expect(writes()).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled());
    expect(writes()).toHaveLength(2);
  });

  it('keeps what was typed when the host refuses, and each error is said', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => refusal(422, 'The books are closed', 'validation'),
    });
    const dialog = await choose(user, 'CONFIRMED');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'paid');
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    expect(await within(dialog).findByText('The books are closed')).toBeVisible();
    expect(await screen.findByText('Error')).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('paid');
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('PENDING'));
  });

  it('is asked again beside both versions when someone else was first', async () => {
    let current = buildTransaction();
    let first = true;
    const { user } = await open(() => [current], {
      'GET /api/transaction/t-1': () => ({ body: { data: current } }),
      'PUT /api/transaction/t-1': () => {
        if (!first) return { body: { data: buildTransaction({ status: 'CONFIRMED', version: 5 }) } };
        first = false;
        current = buildTransaction({ status: 'DECLINED', version: 4 });
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await user.click(await send(await choose(user, 'CONFIRMED'), 'Set to CONFIRMED'));
    const dialog = await screen.findByRole('dialog', { name: 'Set to CONFIRMED?' });
    const notice = await within(dialog).findByText(/Someone else has changed/);
    expect(notice).toHaveTextContent(/You saw: PENDING \(version 3,/);
    expect(notice).toHaveTextContent(/It is now: DECLINED \(version 4,/);
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
    expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"']);
  });

  it('that was sent before without an answer is not said to be changed by someone else', async () => {
    let current = buildTransaction();
    const { user } = await open(() => [current], {
      'GET /api/transaction/t-1': () => ({ body: { data: current } }),
      'PUT /api/transaction/t-1': () => {
        if (current === confirmed) return refusal(412, 'This record has changed', 'stale_version');
        current = confirmed;
        return refusal(502, 'Bad gateway', 'internal');
      },
    });
    const dialog = within(await choose(user, 'CONFIRMED'));
    const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' });
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Set to CONFIRMED' })).toBeEnabled());
    await user.type(reason, 'Seen{Enter}');
    expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
    await user.type(reason, ' on the chain{Enter}');
    const notice = await dialog.findByText(/What you sent before had no answer/);
    expect(notice).toHaveTextContent(/You saw: PENDING \(version 3,/);
    expect(notice).toHaveTextContent(/It is now: CONFIRMED \(version 4,/);
    expect(dialog.queryByText(/Someone else/)).toBeNull();
    expect(writes()).toHaveLength(2);
  });

  it('needs nothing more when someone else has set the same', async () => {
    let current = buildTransaction();
    const { user } = await open(() => [current], {
      'GET /api/transaction/t-1': () => ({ body: { data: current } }),
      'PUT /api/transaction/t-1': () => {
        current = confirmed;
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await user.click(await send(await choose(user, 'CONFIRMED'), 'Set to CONFIRMED'));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
  });

  it.each([
    { left: 'the next status', rest: twoTransactions().slice(1) },
    { left: 'the page, where there is none', rest: [] },
  ])('that someone else has decided leaves the focus to $left', async ({ rest }) => {
    let rows = twoTransactions();
    const { user, router } = await open(() => rows, {
      'GET /api/transaction/t-1': () => ({
        body: { data: buildTransaction({ status: 'DECLINED', version: 4 }) },
      }),
      'PUT /api/transaction/t-1': () => {
        rows = rest;
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await act(() => router.navigate(transactionsPath({ status: 'PENDING' })));
    (await adasStatus()).focus();
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Set to CONFIRMED?' });
    await send(dialog, 'Set to CONFIRMED');
    await user.keyboard('{Enter}');
    await within(dialog).findByText(/Someone else has changed/);
    await waitFor(() =>
      expect(screen.queryByRole('combobox', { name: /by Ada/, hidden: true })).not.toBeInTheDocument(),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const next =
      rest.length > 0 ? screen.getByRole('combobox', { name: /^Status of/ }) : screen.getByRole('main');
    await waitFor(() => expect(next).toHaveFocus());
  });

  it('that the filter does not find any more takes its row out of the list and its count; Undo has the focus, and keeps it', async () => {
    const [, other] = twoTransactions();
    let rows = twoTransactions();
    const { user, router } = await open(() => rows, {
      'PUT /api/transaction/t-1': ({ body }) => {
        const taken = JSON.stringify(body).includes('CONFIRMED');
        rows = taken && other ? [other] : twoTransactions();
        return { body: { data: taken ? confirmed : buildTransaction({ version: 5 }) } };
      },
    });
    await act(() => router.navigate(transactionsPath({ status: 'PENDING' })));
    (await adasStatus()).focus();
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    await send(await screen.findByRole('dialog', { name: 'Set to CONFIRMED?' }), 'Set to CONFIRMED');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /by Ada/ })).toBeNull());
    expect(await screen.findByText('1-1 of 1')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await adasStatus()).toHaveTextContent('PENDING');
    expect(await screen.findByText('1-2 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('region', { name: 'Last change' })).toBeNull();
    expect(screen.getByRole('textbox', { name: /^Search/ })).toHaveFocus();
  });

  it('is taken back by Undo, with the version the host answered', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': ({ body }) => ({
        body: {
          data: JSON.stringify(body).includes('CONFIRMED')
            ? confirmed
            : buildTransaction({ status: 'PENDING', version: 5 }),
        },
      }),
    });
    await user.click(await send(await choose(user, 'CONFIRMED'), 'Set to CONFIRMED'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('PENDING'));
    expect(writes().map(({ body }) => body)).toEqual([{ status: 'CONFIRMED' }, { status: 'PENDING' }]);
    expect(writes()[1]?.headers).toMatchObject({
      'if-match': '"4"',
      'x-reason': 'The%20change%20before%20was%20taken%20back',
    });
    await user.click(screen.getByRole('button', { name: 'Dismiss the last change' }));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is not taken back once somebody else has changed it: what came after it would go as well', async () => {
    let puts = 0;
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': () => {
        puts += 1;
        return puts === 1
          ? { body: { data: confirmed } }
          : refusal(412, 'This record has changed', 'stale_version');
      },
      'GET /api/transaction/t-1': () => ({
        body: { data: buildTransaction({ status: 'DECLINED', version: 5 }) },
      }),
    });
    await user.click(await send(await choose(user, 'CONFIRMED'), 'Set to CONFIRMED'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that was sent without an answer is read again, whether or not the dialog is left', async () => {
    let now = buildTransaction();
    const { user } = await open(() => [now], {
      'PUT /api/transaction/t-1': () => {
        now = buildTransaction({ status: 'CONFIRMED', version: 4 });
        return { status: 502, body: 'Bad Gateway' };
      },
    });
    const dialog = await choose(user, 'CONFIRMED');
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    expect(await within(dialog).findByText(/It may have been done all the same/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
  });

  it('of a payment that another deposit has confirmed needs an explicit yes, by keyboard too', async () => {
    const { user } = await open(twoTransactions, {
      'POST /api/transaction/t-1/preview': () => ({
        body: { data: { ...confirmedEffect, duplicateOf: 't-9' } },
      }),
      'PUT /api/transaction/t-1': () => ({ body: { data: confirmed } }),
    });
    const dialog = await choose(user, 'CONFIRMED');
    expect(
      await within(dialog).findByRole('link', { name: 'Another deposit of the same transaction id' }),
    ).toHaveAttribute('href', expect.stringContaining('t-9'));
    const button = within(dialog).getByRole('button', { name: 'Set to CONFIRMED' });
    expect(button).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'paid twice{Enter}');
    await letItArrive();
    expect(writes()).toEqual([]);
    within(dialog).getByRole('checkbox', { name: 'Both are real: confirm this one too' }).focus();
    await user.keyboard(' ');
    await user.click(button);
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
    expect(writes().map(({ body }) => body)).toEqual([{ status: 'CONFIRMED', acceptDuplicate: true }]);
  });

  it('asks when the other deposit was confirmed after the effect had been read', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': ({ body }) =>
        JSON.stringify(body).includes('acceptDuplicate')
          ? { body: { data: confirmed } }
          : refusal(409, 'Deposit t-9 is confirmed already', 'duplicate_claim'),
    });
    const dialog = await choose(user, 'CONFIRMED');
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    await user.click(await within(dialog).findByRole('checkbox', { name: /^Both are real/ }));
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
    expect(writes()).toHaveLength(2);
  });

  it('of a withdrawal that waits needs an explicit yes and a reason; the row says until when', async () => {
    const notBefore = new Date(Date.now() + 3_600_000).toISOString();
    const waits = { notBefore, holdCause: 'new_address' } as const;
    const { user } = await open(() => [buildTransaction({ trxType: 'WITHDRAWAL', ...waits })], {
      'POST /api/transaction/t-1/preview': () => ({ body: { data: { ...confirmedEffect, ...waits } } }),
      'PUT /api/transaction/t-1': () => ({ body: { data: confirmed } }),
    });
    const [day] = notBeforeText(notBefore).split(',');
    expect(await screen.findByText(new RegExp(`^Not before ${day}, `))).toBeVisible();
    const dialog = await choose(user, 'CONFIRMED');
    const button = within(dialog).getByRole('button', { name: 'Set to CONFIRMED' });
    await user.click(await within(dialog).findByRole('checkbox', { name: /^Confirm it before its time/ }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('the address is new. To confirm it earlier');
    expect(button).toBeDisabled();
    await user.click(within(dialog).getByRole('textbox', { name: 'Reason' }));
    await user.paste('They called us');
    expect(button).toBeEnabled();
    await user.click(button);
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toEqual({ status: 'CONFIRMED', overrideHold: true });
  });

  it('asks when the credentials were changed after the effect had been read', async () => {
    const { user } = await open(twoTransactions, {
      'PUT /api/transaction/t-1': ({ body }) =>
        JSON.stringify(body).includes('overrideHold')
          ? { body: { data: confirmed } }
          : refusal(409, 'This withdrawal waits', 'withdrawal_on_hold'),
    });
    const dialog = await choose(user, 'CONFIRMED');
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    await user.click(await within(dialog).findByRole('checkbox', { name: /^Confirm it before its time/ }));
    await user.click(within(dialog).getByRole('textbox', { name: 'Reason' }));
    await user.paste('They called us');
    await user.click(await send(dialog, 'Set to CONFIRMED'));
    await waitFor(async () => expect(await adasStatus()).toHaveTextContent('CONFIRMED'));
    expect(writes()).toHaveLength(2);
  });

  it.each([
    {
      what: 'another hold',
      before: { notBefore: '2099-03-04T10:00:00.000Z', holdCause: 'new_address' },
      now: { notBefore: '2099-03-05T10:00:00.000Z', holdCause: 'credentials_changed' },
      yes: /^Confirm it before its time/,
    },
    {
      what: 'another deposit of the same payment',
      before: { duplicateOf: 't-8' },
      now: { duplicateOf: 't-9' },
      yes: /^Both are real/,
    },
  ])('is agreed to anew when there is $what by then; the reason stays', async ({ before, now, yes }) => {
    let current = buildTransaction();
    const { user } = await open(() => [current], {
      'GET /api/transaction/t-1': () => ({ body: { data: current } }),
      'POST /api/transaction/t-1/preview': () => ({
        body: {
          data: { ...confirmedEffect, ...(current.version === 3 ? before : now), version: current.version },
        },
      }),
      'PUT /api/transaction/t-1': () => {
        if (current.version === 4) return { body: { data: buildTransaction({ version: 5 }) } };
        current = buildTransaction({ version: 4 });
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    const dialog = within(await choose(user, 'CONFIRMED'));
    await user.click(await dialog.findByRole('checkbox', { name: yes }));
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'They called us{Enter}');
    await dialog.findByText(/Someone else has changed/);
    const box = await dialog.findByRole('checkbox', { name: yes });
    expect(box).not.toBeChecked();
    const reason = dialog.getByRole('textbox', { name: /^Reason/ });
    expect(reason).toHaveValue('They called us');
    await user.type(reason, '{Enter}');
    expect(writes()).toHaveLength(1);
    await user.click(box);
    await user.click(dialog.getByRole('button', { name: 'Set to CONFIRMED' }));
    await waitFor(() => expect(writes()).toHaveLength(2));
  });

  it('is asked about before an Undo that would overdraw the account', async () => {
    const overdrawing = {
      changes: [{ field: 'balance', before: 100, after: -400 }],
      overdraws: true,
      frozen: false,
      version: 4,
    };
    const { user } = await open(twoTransactions, {
      'POST /api/transaction/t-1/preview': ({ body }) => ({
        body: { data: JSON.stringify(body).includes('CONFIRMED') ? confirmedEffect : overdrawing },
      }),
      'PUT /api/transaction/t-1': () => ({ body: { data: confirmed } }),
    });
    await user.click(await send(await choose(user, 'CONFIRMED'), 'Set to CONFIRMED'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set to PENDING?' });
    expect(await within(dialog).findByText(/overdraws the account/)).toBeVisible();
    expect(writes()).toHaveLength(1);
  });
});
