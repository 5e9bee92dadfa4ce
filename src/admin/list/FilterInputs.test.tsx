// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import { buildTransaction, paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

async function open(list: 'users' | 'security', search = '') {
  const path = list === 'users' ? '/api/user/users' : '/api/admin/security';
  const host = await startConsoleHost({
    [`GET ${path}`]: () => paged(list === 'users' ? [buildUser()] : []),
  });
  const router = renderConsole(host, `/admin/${list}${search}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  const asked = () => queryOf(host.received.filter((each) => each.path.startsWith(`${path}?`)).at(-1)).filter;
  return { user, asked, router };
}

it('blanks around a text are not asked for, and stay where they are typed', async () => {
  const { user, asked } = await open('users');
  const country = await screen.findByRole('textbox', { name: 'Country' });
  await user.type(country, ' New Zealand ');
  expect(country).toHaveValue(' New Zealand ');
  await waitFor(() => expect(asked()).toEqual({ country: 'New Zealand' }));
  expect(country).toHaveValue(' New Zealand ');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(country).toHaveValue(''));
  await waitFor(() => expect(asked()).toEqual({}));
});

it('an address is found however it is typed', async () => {
  const { user, asked } = await open('security');
  const address = await screen.findByRole('textbox', { name: 'Address tried' });
  await user.type(address, 'Ada@Example.com');
  await waitFor(() => expect(asked()).toEqual({ email: 'ada@example.com' }));
  expect(address).toHaveValue('Ada@Example.com');
});

it('a year of a day has four digits', async () => {
  await open('users');
  for (const side of ['from', 'to']) {
    expect(await screen.findByLabelText(`Registered ${side} (UTC)`)).toHaveAttribute('max', '9999-12-31');
  }
});

it('a type of the address that cannot be chosen is shown', async () => {
  const others: [type: unknown, shown: string][] = [
    [['investor', 'admin'], 'Investor, Administrator'],
    ['emperor', 'emperor'],
    [['admin'], 'Administrator'],
    [{ of: 'admin' }, '{"of":"admin"}'],
    [['admin', { of: 1 }], 'Administrator, {"of":1}'],
  ];
  const search = (type: unknown) => `?${new URLSearchParams({ filter: JSON.stringify({ type }) })}`;
  const field = () => screen.findByRole('combobox', { name: 'Type' });
  const { user, asked, router } = await open('users', search(others[0]?.[0]));
  for (const [type, shown] of others) {
    await act(() => router.navigate(`/admin/users${search(type)}`));
    await waitFor(async () => expect(await field()).toHaveTextContent(shown));
    await waitFor(() => expect(asked()).toEqual({ type }));
    await user.click(await field());
    await user.click(await screen.findByRole('option', { name: 'All' }));
    await waitFor(() => expect(asked()).toEqual({}));
    expect(await field()).toHaveTextContent('All');
  }
});

it('beside an amount that is none stands which one the list is still filtered by', async () => {
  const host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged([buildTransaction()]),
  });
  const filter = JSON.stringify({ amount_gte: 5, status: 'PENDING' });
  renderConsole(host, `/admin/transactions?${new URLSearchParams({ filter })}`);
  const asked = () =>
    queryOf(host.received.filter(({ path }) => path.startsWith('/api/transaction/transactions?')).at(-1))
      .filter;
  const from = await screen.findByRole('textbox', { name: 'Amount from' });
  await waitFor(() => expect(asked()).toEqual({ amount_gte: 5, status: 'PENDING' }));
  expect(from).toHaveValue('5');
  fireEvent.change(from, { target: { value: '99999999999999' } });
  expect(from).toBeInvalid();
  expect(from).toHaveAccessibleDescription(/; still filtered by 5$/);
  expect(asked()).toEqual({ amount_gte: 5, status: 'PENDING' });
  fireEvent.change(from, { target: { value: '7' } });
  await waitFor(() => expect(asked()).toEqual({ amount_gte: 7, status: 'PENDING' }));
  expect(from).toHaveAccessibleDescription('');
  // Where nothing was set before there is nothing to tell.
  const to = screen.getByRole('textbox', { name: 'Amount to' });
  fireEvent.change(to, { target: { value: '99999999999999' } });
  expect(to).toBeInvalid();
  expect(to).not.toHaveAccessibleDescription(/still/);
});

it('what an address says of a filter that is no value is shown as it stands there', async () => {
  const host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged([buildTransaction()]),
  });
  const filter = JSON.stringify({ q: { of: 1 }, amount_gte: { of: 2 } });
  renderConsole(host, `/admin/transactions?${new URLSearchParams({ filter })}`);
  expect(await screen.findByRole('textbox', { name: /^Search/ })).toHaveValue('{"of":1}');
  expect(await screen.findByRole('textbox', { name: 'Amount from' })).toHaveValue('{"of":2}');
});
