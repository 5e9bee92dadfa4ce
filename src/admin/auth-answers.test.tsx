// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act } from '@testing-library/react';
import type { CoreLayoutProps } from 'ra-core';
import { expect, it } from 'vitest';
import { screens } from '../../contract/paths';
import { queryClient } from '../shared/query-client';
import { storeToken } from '../shared/session';
import { buildUser } from '../shared/testing/build-user';
import { tokenOf } from '../shared/testing/tokens';
import { ready } from './AdminApp';
import { buildTransaction, paged, startConsoleHost } from './testing/console-host';
import { renderConsole } from './testing/render-console';
import { cellsOf } from './testing/table';

const auth = { queryKey: ['auth'] };
/** Those that were answered. */
const asked = () =>
  queryClient
    .getQueryCache()
    .findAll({ ...auth, predicate: ({ state }) => state.data !== undefined })
    .map(({ queryKey }) => JSON.stringify(queryKey));

let rendered = 0;
function Frame({ children }: CoreLayoutProps) {
  rendered += 1;
  return <section>{children}</section>;
}

async function openTransactions() {
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/transaction/transactions': () => paged([buildTransaction()]),
  });
  renderConsole(host, screens.adminTransactions, { props: { layout: Frame } });
  await cellsOf('Transactions', 1);
}

it('all that a list asks the auth provider was asked ahead', async () => {
  storeToken(tokenOf('admin'));
  queryClient.clear();
  await ready(screens.adminTransactions);
  const ahead = asked();
  await openTransactions();
  expect(asked().length).toBeGreaterThan(3);
  expect(ahead).toEqual(expect.arrayContaining(asked()));
});

it('the frame is rendered anew for an answer that is another one, and not for the same', async () => {
  await openTransactions();
  const before = rendered;
  await act(async () => {
    await queryClient.refetchQueries(auth);
    // Pages are told of answers in a task of their own.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(rendered).toBe(before);
});
