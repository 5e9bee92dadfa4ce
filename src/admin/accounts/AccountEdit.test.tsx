// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { validation } from '../../../contract/messages';
import { closeLayersAbove } from '../../shared/layers';
import { clearToken } from '../../shared/session';
import { buildUser } from '../../shared/testing/build-user';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { buildAccount, paged, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

let host: StandInHost;

const writes = () => host.received.filter(({ method }) => method === 'PUT');

/** Opens the edit of the account of Ada, or whom it is of; `account` is asked at every read. */
async function open(
  account: () => unknown,
  routes: Record<string, (request: Received) => Answer> = {},
  whose = 'Ada Lovelace',
) {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/account/all': () => paged([account()]),
    'GET /api/account/u-1': () => ({ body: { data: account() } }),
    ...routes,
  });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const router = renderConsole(host, '/admin/accounts');
  await user.click(await screen.findByRole('button', { name: `Options of ${whose}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Deposit' }));
  const field = (name: string) => screen.getByRole('textbox', { name });
  return {
    user,
    router,
    dialog,
    field,
    save: () => screen.getByRole('button', { name: 'Save' }),
    async type(name: string, text: string) {
      await user.clear(field(name));
      if (text) await user.paste(text);
    },
  };
}

describe('the edit of an account', () => {
  it('shows whose it is and every figure as text', async () => {
    const { dialog, field, save } = await open(() => buildAccount({ profit: 20.5 }));
    expect(dialog.getByText('Ada Lovelace')).toBeVisible();
    const names = [
      'Balance',
      'Profit',
      'Wallet Balance',
      'Investment',
      'Bitcoin',
      'Litecoin',
      'USDT',
      'Ethereum',
      'BNB',
    ];
    const values = names.map((name) => field(name)).map((input) => input.getAttribute('value'));
    expect(values).toEqual(['1500', '20.5', '2000', '500', '500', '0', '0', '0', '0']);
    expect(save()).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  });

  it('shows old, new and difference, and sends changed figures as numbers with the reason', async () => {
    const { user, dialog, type, save } = await open(buildAccount, {
      'PUT /api/account/u-1': () => ({
        body: { data: buildAccount({ balance: 1_600.5, litecoin: 75, version: 8 }) },
      }),
    });
    await type('Balance', '1600.50');
    await type('Litecoin', '75');
    // Typed and typed back is not changed.
    await type('Profit', '20');
    const changes = dialog.getByRole('region', { name: 'Changes' });
    expect(changes).toHaveTextContent('Balance$1,500.00 to $1,600.50+$100.50');
    expect(changes).toHaveTextContent('Litecoin$0.00 to $75.00+$75.00');
    expect(changes).not.toHaveTextContent('Profit');
    await type('Reason', 'Bonus of March');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await screen.findByText('Account Updated')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('cell', { name: '$1,600.50' })).toBeVisible();
    expect(writes().map(({ body }) => body)).toEqual([{ balance: 1_600.5, litecoin: 75 }]);
    expect(writes()[0]?.headers).toMatchObject({ 'if-match': '"7"', 'x-reason': 'Bonus%20of%20March' });
    expect(writes()[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it('is not saved without a reason', async () => {
    const { user, dialog, type, field, save } = await open(buildAccount);
    await type('Balance', '1');
    await user.click(field('Reason'));
    await user.tab();
    expect(await dialog.findByText('required')).toBeVisible();
    expect(save()).toBeDisabled();
  });

  it('takes a cleared field for not changed, never for 0', async () => {
    const { user, type, save } = await open(buildAccount, {
      'PUT /api/account/u-1': () => ({ body: { data: buildAccount({ profit: 30, version: 8 }) } }),
    });
    await type('Balance', '');
    await type('Reason', 'Correction');
    expect(save()).toBeDisabled();
    await type('Profit', '30');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([{ profit: 30 }]));
  });

  it('takes figures as they are pasted', async () => {
    const { user, dialog, type, save } = await open(buildAccount, {
      'PUT /api/account/u-1': () => ({ body: { data: buildAccount({ version: 8 }) } }),
    });
    await type('Balance', '$ 1,600.50');
    await type('Litecoin', '-$1 000');
    expect(dialog.getByRole('region', { name: 'Changes' })).toHaveTextContent('$1,500.00 to $1,600.50');
    await type('Reason', 'Correction');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() =>
      expect(writes().map(({ body }) => body)).toEqual([{ balance: 1_600.5, litecoin: -1_000 }]),
    );
  });

  it('does not guess what a comma means', async () => {
    const { user, dialog, type, save } = await open(buildAccount);
    await type('Reason', 'Correction');
    await type('Balance', '1600,50');
    await user.tab();
    expect(await dialog.findByText(validation.amountComma)).toBeVisible();
    expect(save()).toBeDisabled();
  });

  it.each(['0x10', 'abc', '1.005', '1e12', 'Infinity'])('refuses %s beside the field', async (text) => {
    const { user, dialog, type, field, save } = await open(buildAccount);
    await type('Reason', 'Correction');
    await type('Balance', text);
    await user.tab();
    expect(await dialog.findByText('amount must be a number with at most two decimals')).toBeVisible();
    expect(field('Balance')).toHaveAttribute('aria-invalid', 'true');
    expect(save()).toBeDisabled();
    expect(dialog.getByRole('region', { name: 'Changes' })).toHaveTextContent('Nothing is changed yet');
  });

  it.each([12.345, 2_000_000_000])(
    'is saved beside a figure of %d, which nobody could type, but not with such a one',
    async (profit) => {
      const { user, dialog, type, save } = await open(() => buildAccount({ profit }), {
        'PUT /api/account/u-1': () => ({
          body: { data: buildAccount({ balance: 1_600, profit, version: 8 }) },
        }),
      });
      await type('Reason', 'Correction');
      await type('Profit', '12.346');
      await type('Balance', '1600');
      expect(save()).toBeDisabled();
      await type('Profit', String(profit));
      await waitFor(() => expect(save()).toBeEnabled());
      expect(dialog.getByRole('region', { name: 'Changes' })).not.toHaveTextContent('Profit');
      await user.click(save());
      await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([{ balance: 1_600 }]));
    },
  );

  it('warns before it overdraws', async () => {
    const { dialog, type } = await open(buildAccount);
    await type('Balance', '-0.01');
    expect(await dialog.findByText(/overdraws the account: Balance goes to -\$0\.01/)).toBeVisible();
  });

  it('keeps what was typed when someone else was first, and saves it against the current values', async () => {
    let current = buildAccount();
    const { user, dialog, type, field, save } = await open(() => current, {
      'PUT /api/account/u-1': ({ headers }) => {
        if (headers['if-match'] === '"8"')
          return { body: { data: { ...current, balance: 1_600, version: 9 } } };
        current = buildAccount({ balance: 1_200, profit: 90, version: 8 });
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await type('Balance', '1600');
    await type('Reason', 'Bonus');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    const notice = await dialog.findByText(/Someone else has changed this account/);
    expect(notice).toHaveTextContent('Balance$1,500.00 to $1,200.00');
    expect(notice).toHaveTextContent('Profit$20.00 to $90.00');
    expect(field('Balance')).toHaveValue('1600');
    expect(field('Reason')).toHaveValue('Bonus');
    expect(field('Profit')).toHaveValue('90');
    const changes = dialog.getByRole('region', { name: 'Changes' });
    expect(changes).toHaveTextContent('Balance$1,200.00 to $1,600.00+$400.00');
    expect(changes).not.toHaveTextContent('Profit');
    // It is as much to lose as before.
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await screen.findByText('Account Updated')).toBeVisible();
    expect(writes().map(({ body }) => body)).toEqual([{ balance: 1_600 }, { balance: 1_600 }]);
  });

  it('that was sent before without an answer is not said to be of someone else, but for what came after it', async () => {
    let current = buildAccount();
    const { user, dialog, type, save } = await open(() => current, {
      'PUT /api/account/u-1': ({ headers }) => {
        const isFirst = current.version === 7;
        if (isFirst) current = buildAccount({ balance: 1_600, version: 8 });
        else if (headers['if-match'] === '"8"') current = buildAccount({ balance: 1_200, version: 9 });
        return isFirst
          ? refusal(502, 'Bad gateway', 'internal')
          : refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await type('Balance', '1600');
    await type('Reason', 'Bonus');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
    await type('Reason', 'Bonus of March');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    const notice = await dialog.findByText(/What you sent before had no answer/);
    expect(notice).toHaveTextContent('Balance$1,500.00 to $1,600.00');
    expect(dialog.queryByText(/Someone else/)).toBeNull();
    await type('Balance', '1700');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await dialog.findByText(/Someone else has changed this account/)).toBeVisible();
    expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"7"', '"7"', '"8"']);
  });

  it('without an answer is the same again in its form, and another one in a form that is opened anew', async () => {
    const { user, type, save } = await open(buildAccount, {
      'PUT /api/account/u-1': () => refusal(502, 'Bad gateway', 'internal'),
    });
    for (const attempts of [2, 3]) {
      await type('Balance', '1600');
      await type('Reason', 'Bonus');
      while (writes().length < attempts) {
        await waitFor(() => expect(save()).toBeEnabled());
        await user.click(save());
      }
      await waitFor(() => expect(save()).toBeEnabled());
      // A second administrator declines what was sent.
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(await screen.findByRole('button', { name: 'Options of Ada Lovelace' }));
      await screen.findByRole('dialog', { name: 'Make Deposit' });
    }
    const [first, again, anew] = writes().map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(anew).not.toBe(first);
  });

  it('says that someone else has frozen the account, where no figure has moved', async () => {
    let current = buildAccount();
    const { user, dialog, type, field, save } = await open(() => current, {
      'PUT /api/account/u-1': () => {
        current = buildAccount({ frozenAt: '2026-03-04T10:00:00.000Z', version: 8 });
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await type('Balance', '1600');
    await type('Reason', 'Bonus');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    const notice = await dialog.findByText(/Someone else has changed this account/);
    expect(notice).toHaveTextContent('Withdrawals are frozen now.');
    expect(field('Balance')).toHaveValue('1600');
  });

  it('stays as it was typed when its row has gone: others have moved its figures out of what the list finds', async () => {
    let found = [buildAccount()];
    const { user, dialog, type, field, save } = await open(buildAccount, {
      'GET /api/account/all': () => paged(found),
      'GET /api/account/u-1': () => ({ body: { data: buildAccount({ balance: 5, version: 8 }) } }),
      'PUT /api/account/u-1': ({ headers }) => {
        if (headers['if-match'] === '"8"')
          return { body: { data: buildAccount({ balance: 5, profit: 90, version: 9 }) } };
        found = [];
        return refusal(412, 'This record has changed', 'stale_version');
      },
    });
    await type('Profit', '90');
    await type('Reason', 'Bonus');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await dialog.findByText(/Someone else has changed this account/)).toBeVisible();
    expect(await screen.findByText('There are no accounts yet.')).toBeInTheDocument();
    expect(field('Profit')).toHaveValue('90');
    expect(field('Reason')).toHaveValue('Bonus');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"7"', '"8"']);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('calls a person without names by the address', async () => {
    const user = { _id: 'u-1', firstName: '', lastName: '', email: 'ada@example.com' };
    const { dialog } = await open(() => buildAccount({ user }), {}, user.email);
    expect(dialog.getAllByText(user.email)).toHaveLength(1);
    expect(dialog.getByText(user.email)).toHaveClass('MuiTypography-body1');
  });

  it('is not offered of an erased person', async () => {
    const user = { _id: 'u-2', firstName: 'Erased', lastName: 'Person', email: 'u-2@erased.invalid' };
    host = await startConsoleHost({
      'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
      'GET /api/account/all': () => paged([buildAccount(), buildAccount({ _id: 'u-2', user })]),
    });
    renderConsole(host, '/admin/accounts');
    expect(await screen.findByRole('button', { name: 'Options of Ada Lovelace' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Options of Erased Person' })).toBeNull();
  });

  it('asks before what was typed is lost, and goes once that is said', async () => {
    const { user, router, type, field } = await open(buildAccount);
    const edit = () => screen.queryByRole('dialog', { name: 'Make Deposit' });
    const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
    const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    async function asks(way: string, leave: () => unknown) {
      await act(async () => leave());
      await waitFor(() => expect([way, question()]).toEqual([way, expect.anything()]));
      await user.click(screen.getByRole('button', { name: 'Stay' }));
      await waitFor(() => expect([way, question()]).toEqual([way, null]));
      expect([way, router.state.location.pathname]).toEqual([way, '/admin/accounts']);
      expect(field('Reason')).toHaveValue('Bonus');
    }
    expect(reload()).toBe(false);
    await type('Reason', 'Bonus');
    await asks('Escape', () => user.keyboard('{Escape}'));
    await asks('the way back', () => closeLayersAbove(0));
    await asks('another page', () => router.navigate('/admin/users'));
    expect(reload()).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(edit()).toBeNull());
    expect(router.state.location.pathname).toBe('/admin/accounts');
    expect(reload()).toBe(false);
  });

  it('is left at once by Escape where nothing was typed, and by Cancel', async () => {
    const { user } = await open(buildAccount);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Options of Ada Lovelace' }));
    await screen.findByRole('dialog', { name: 'Make Deposit' });
    await user.type(screen.getByRole('textbox', { name: 'Balance' }), '1');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('begins with what was typed in it when the session ended by itself, on the figures as they are now', async () => {
    const first = await open(buildAccount);
    await first.type('Balance', '1600');
    await first.type('Reason', 'Bonus');
    act(() => clearToken('refused'));
    cleanup();
    const { dialog, field, save } = await open(() => buildAccount({ balance: 1_200, version: 8 }));
    await waitFor(() => expect(save()).toBeEnabled());
    expect(field('Balance')).toHaveValue('1600');
    expect(field('Reason')).toHaveValue('Bonus');
    expect(dialog.getByRole('region', { name: 'Changes' })).toHaveTextContent('$1,200.00 to $1,600.00');
    expect(dialog.getByText(/what you had typed when your session ended/)).toBeVisible();
  });

  it('shows the refusal of a field beneath it and keeps the dialog open', async () => {
    const { user, dialog, type, save } = await open(buildAccount, {
      'PUT /api/account/u-1': () => refusal(422, 'too much for today', 'validation', 'balance'),
    });
    await type('Balance', '1600');
    await type('Reason', 'Bonus');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect((await dialog.findAllByText('too much for today')).length).toBeGreaterThan(0);
    expect(dialog.getByRole('textbox', { name: 'Balance' })).toHaveAttribute('aria-invalid', 'true');
  });
});
