// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Transaction } from '../../../contract/transaction';
import { queryClient } from '../../shared/query-client';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { buildTransaction, paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

let host: StandInHost;

/** Transactions, of which every third is declined; the host pages and filters by status. */
async function open(count = 6) {
  let all: Transaction[] = Array.from({ length: count }, (_, n) =>
    buildTransaction({ _id: `t-${n + 1}`, status: n % 3 === 2 ? 'DECLINED' : 'PENDING' }),
  );
  host = await startConsoleHost({
    'GET /api/transaction/transactions': (request) => {
      const { filter, range } = queryOf(request) as { filter: { status?: string }; range: [number, number] };
      const found = all.filter(({ status }) => !filter.status || status === filter.status);
      return paged(found.slice(range[0], range[1] + 1), found.length);
    },
  });
  const router = renderConsole(host, '/admin/transactions');
  await row(1);
  return {
    user: userEvent.setup(),
    router,
    /** What another administrator does. */
    remove: (id: string) => {
      all = all.filter(({ _id }) => _id !== id);
    },
  };
}

const row = (serial: number) => screen.findByLabelText(`Select row ${serial}`);

it('another filter empties the choice, whichever way it is set', async () => {
  const { user, router } = await open();
  await user.click(await row(1));
  await user.click(await row(2));
  expect(await screen.findByText('2 selected')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'DECLINED' }));
  expect(await screen.findByRole('button', { name: 'Change status of all 2 found' })).toBeVisible();
  expect(screen.queryByText(/selected/)).toBeNull();
  expect(await row(1)).not.toBeChecked();

  await user.click(await row(1));
  expect(await screen.findByText('1 selected')).toBeVisible();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
});

it('what can be done with the chosen ones comes after the rows, as it is seen', async () => {
  const { user } = await open();
  await user.click(await row(6));
  const change = await screen.findByRole('button', { name: 'Change status' });
  expect(screen.getByRole('table').compareDocumentPosition(change)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('what is chosen on another page stays chosen, and is counted', async () => {
  const { user } = await open(21);
  await user.click(await row(1));
  await user.click(await row(2));
  await user.click(screen.getByLabelText('Go to page 2'));
  await user.click(await row(21));
  expect(await screen.findByText('3 selected, 2 not on this page')).toBeVisible();
  await user.click(screen.getByLabelText('Go to page 1'));
  expect(await row(1)).toBeChecked();
  expect(await screen.findByText('3 selected, 1 not on this page')).toBeVisible();
});

it('a row that somebody else takes from the page goes from the choice', async () => {
  const { user, remove } = await open();
  await user.click(await row(1));
  await user.click(await row(2));
  remove('t-1');
  await act(() => queryClient.invalidateQueries({ queryKey: ['transactions'] }));
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(await row(1)).toBeChecked();
});

it('a click with the shift key chooses all rows up to the last one', async () => {
  const { user } = await open();
  await user.click(await row(2));
  await user.keyboard('{Shift>}');
  await user.click(await row(5));
  await user.keyboard('{/Shift}');
  expect(await screen.findByText('4 selected')).toBeVisible();
  expect(await row(1)).not.toBeChecked();
  expect(await row(4)).toBeChecked();
});
