// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

async function open(list: 'users' | 'security') {
  const path = list === 'users' ? '/api/user/users' : '/api/admin/security';
  const host = await startConsoleHost({
    [`GET ${path}`]: () => paged(list === 'users' ? [buildUser()] : []),
  });
  renderConsole(host, `/admin/${list}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  const asked = () => queryOf(host.received.filter((each) => each.path.startsWith(`${path}?`)).at(-1)).filter;
  return { user, asked };
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
