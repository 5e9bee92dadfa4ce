// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import { buildAccount, paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf } from '../testing/table';

const lists: readonly (readonly [list: string, field: string, call: string])[] = [
  ['transactions', 'userId', '/api/transaction/transactions'],
  ['accounts', 'id', '/api/account/all'],
  ['audit', 'personId', '/api/admin/audit'],
  ['mail', 'userId', '/api/admin/mail'],
  ['security', 'userId', '/api/admin/security'],
  ['reports', 'userId', '/api/admin/reports'],
  ['proposals', 'personId', '/api/admin/proposals'],
];

it.each(lists)(
  '%s shows whom it is filtered by, by the name, and lets go of them',
  async (list, field, path) => {
    const user = userEvent.setup();
    const host = await startConsoleHost({
      'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
      'GET /api/user/users': () => paged([buildUser()]),
      'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
      [`GET ${path}`]: () => paged([]),
    });
    const asked = () =>
      host.received
        .filter((request) => request.path.startsWith(`${path}?`))
        .map((each) => queryOf(each).filter);
    renderConsole(host, `/admin/${list}?filter=${encodeURIComponent(JSON.stringify({ [field]: 'u-1' }))}`);
    const person = await screen.findByRole('combobox', { name: 'Person' });
    await waitFor(() => expect(person).toHaveValue('Ada Lovelace'));
    await waitFor(() => expect(asked()).toContainEqual({ [field]: 'u-1' }));
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({}));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull());
  },
);

it('several people of an address are counted, not looked up as one, and let go of', async () => {
  const user = userEvent.setup();
  const host = await startConsoleHost({ 'GET /api/account/all': () => paged([buildAccount()]) });
  const filters = (path: string) =>
    host.received.filter((request) => request.path.startsWith(path)).map((each) => queryOf(each).filter);
  const chosen = { id: ['u-1', 'u-2'] };
  renderConsole(host, `/admin/accounts?filter=${encodeURIComponent(JSON.stringify(chosen))}`);
  expect(await screen.findByRole('textbox', { name: 'Person' })).toHaveValue('2 chosen');
  await cellsOf('Accounts', 1);
  expect(filters('/api/account/all?')).toContainEqual(chosen);
  expect(filters('/api/user/users?')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Clear Person' }));
  await waitFor(() => expect(filters('/api/account/all?').at(-1)).toEqual({}));
});

it('users are filtered by country as well', async () => {
  const host = await startConsoleHost({ 'GET /api/user/users': () => paged([buildUser()]) });
  renderConsole(host, `/admin/users?filter=${encodeURIComponent(JSON.stringify({ country: 'Peru' }))}`);
  expect(await screen.findByRole('textbox', { name: 'Country' })).toHaveValue('Peru');
});
