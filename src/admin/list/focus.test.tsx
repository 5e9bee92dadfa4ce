// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import type { Received } from '../../shared/testing/stand-in-host';
import { buildTransaction, paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import ExportCard from './ExportCard';

/* Where the focus goes from a button that is not there any more once it is pressed. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.findByRole('button', { name });

/** Presses a button as people without a mouse do. */
async function press(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  (await button(name)).focus();
  await user.keyboard('{Enter}');
}

describe('in a list', () => {
  async function open(address: string) {
    const rows = [1, 2, 3].map((n) => buildTransaction({ _id: `t-${n}` }));
    const host = await startConsoleHost({
      'GET /api/user/users': () => paged([buildUser()]),
      'GET /api/admin/proposals': () => paged([]),
      'GET /api/admin/security': () => paged([]),
      'GET /api/transaction/transactions': (request: Received) =>
        JSON.stringify(queryOf(request).filter).includes('nothing') ? paged([]) : paged(rows),
    });
    renderConsole(host, address);
    return userEvent.setup();
  }
  const filtered = (filter: object) => `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
  const search = () => screen.findByRole('textbox', { name: 'Search name or email' });

  it.each([
    ['users', 'Country'],
    // One of its filters is fetched first.
    ['security', 'Address tried'],
  ])('more filters of %s: to the first that came', async (list, first) => {
    const user = await open(`/admin/${list}`);
    await press(user, 'More filters');
    await waitFor(() => expect(screen.getByRole('textbox', { name: first })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'More filters' })).toBeNull();
  });

  it.each(['Clear search', 'Reset', 'Clear search and filters'])('%s: to the search', async (name) => {
    const user = await open(`/admin/transactions${filtered({ q: 'nothing' })}`);
    await press(user, name);
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    expect(await search()).toHaveFocus();
    expect(await search()).toHaveValue('');
  });

  it('Reset by a finger: to the page, and no keyboard comes', async () => {
    await open(`/admin/transactions${filtered({ q: 'nothing' })}`);
    fireEvent(await button('Reset'), new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull());
    expect(await search()).toHaveValue('');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('clearing the choice: to the row that was chosen last on the page', async () => {
    const user = await open('/admin/transactions');
    const box = (name: string) => screen.getByRole('checkbox', { name });
    await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
    await user.click(box('Select row 2'));
    await press(user, 'Clear selection');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull());
    expect(box('Select row 2')).toHaveFocus();
    expect(box('Select row 2')).not.toBeChecked();
  });

  it('an export: to what stops it, and back when it ends', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => {};
    const user = await open('/admin/transactions');
    await waitFor(async () => expect(await button('Export')).toBeEnabled());
    const send = globalThis.fetch;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      await held;
      return send(...asked);
    });
    await press(user, 'Export');
    expect(await button('Stop')).toHaveFocus();
    answer();
    expect(await button('Export')).toHaveFocus();
  });
});

it('an export over a page of react-admin’s parts: back to where it was before', async () => {
  const user = userEvent.setup();
  const stop = vi.fn();
  const card = <ExportCard what="tickets" done={1} all={2} stop={stop} />;
  const page = <button type="button">Export</button>;
  const { rerender } = render(page);
  (await button('Export')).focus();
  rerender(
    <>
      {page}
      {card}
    </>,
  );
  // It has not gone: nobody is taken away from there.
  expect(await button('Export')).toHaveFocus();
  await press(user, 'Stop');
  expect(stop).toHaveBeenCalled();
  rerender(page);
  expect(await button('Export')).toHaveFocus();
});
