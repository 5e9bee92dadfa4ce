// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { DataTable, List, SimpleList } from 'react-admin';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import type { Received } from '../../shared/testing/stand-in-host';
import { paged, queryOf, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Which page of a list is shown when the one that was asked for cannot be read, or has no rows. */

let total: number;
let down: boolean;
let asked: number[];

beforeEach(() => {
  total = 100;
  down = false;
  asked = [];
});

async function open(search: string, list?: () => ReactNode) {
  const answer = (request: Received) => {
    const { range } = queryOf(request) as { range: [number, number] };
    const page = range[0] / 20 + 1;
    asked.push(page);
    if (down) return refusal(503, 'The service is busy', 'unavailable');
    const count = Math.max(0, Math.min(20, total - range[0]));
    const rows = Array.from({ length: count }, (_, n) =>
      buildUser({ _id: `u-${range[0] + n}`, country: `Country of page ${page}` }),
    );
    return paged(rows, total);
  };
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/admin/proposals': () => paged([]),
    'GET /api/user/users': answer,
    'GET /api/admin/notes': answer,
  });
  const own = { name: 'notes', list, options: { label: 'Notes' } };
  const router = list
    ? renderConsole(host, `/admin/notes${search}`, { props: { resources: [async () => ({ default: own })] } })
    : renderConsole(host, `/admin/users${search}`);
  const pageNow = () => new URLSearchParams(router.state.location.search).get('page');
  const rowsOf = async (page: number) =>
    expect((await screen.findAllByText(`Country of page ${page}`))[0]).toBeVisible();
  return { user: userEvent.setup(), router, pageNow, rowsOf };
}

function OwnTable() {
  return (
    <List>
      <DataTable>
        <DataTable.Col source="country" />
      </DataTable>
    </List>
  );
}

function OwnLines() {
  return (
    <List>
      <SimpleList primaryText={({ country }) => country} />
    </List>
  );
}

function ByItself() {
  return (
    <List disableSyncWithLocation storeKey={false}>
      <DataTable>
        <DataTable.Col source="country" />
      </DataTable>
    </List>
  );
}

describe.each([
  ['a list of ours', undefined],
  ['a table of react-admin’s', OwnTable],
  ['lines of react-admin’s', OwnLines],
])('%s', (_, list) => {
  it('stays at a page that cannot be read, which is asked for again', async () => {
    const { user, pageNow, rowsOf, router } = await open('?page=4', list);
    await rowsOf(4);
    down = true;
    await user.click(screen.getByRole('button', { name: 'Go to page 5' }));
    const main = within(screen.getByRole('main'));
    const again = await main.findByRole('button', { name: /^(Try again|Refresh)$/ });
    expect(pageNow()).toBe('5');
    down = false;
    asked = [];
    await user.click(again);
    await rowsOf(5);
    expect(asked).toEqual([5]);
    expect(pageNow()).toBe('5');
    await router.navigate(-1);
    await rowsOf(4);
    expect(pageNow()).toBe('4');
  });

  it('shows the last page in place of one behind it', async () => {
    const { pageNow, rowsOf, router } = await open('?page=9999', list);
    await rowsOf(5);
    expect(pageNow()).toBe('5');
    expect(asked).not.toContain(1);
    // The step is none that leads back.
    await router.navigate('/admin/transactions');
    await router.navigate(-1);
    await rowsOf(5);
  });

  it('shows the new last page when the last one has become empty', async () => {
    total = 81;
    const { user, pageNow, rowsOf } = await open('?page=4', list);
    await rowsOf(4);
    total = 80;
    await user.click(screen.getByRole('button', { name: 'Go to page 5' }));
    await waitFor(() => expect(pageNow()).toBe('4'));
    await rowsOf(4);
    expect(asked).not.toContain(1);
  });

  it('stays at the page that its address names when it cannot be read at first', async () => {
    down = true;
    const { user, pageNow, rowsOf } = await open('?page=3', list);
    const again = await screen.findByRole('button', { name: /^(Try again|Refresh)$/ });
    expect(pageNow()).toBe('3');
    down = false;
    await user.click(again);
    await rowsOf(3);
    expect(asked).not.toContain(1);
  });
});

it('a list that keeps its page to itself stays as well', async () => {
  const { user, rowsOf, router } = await open('', ByItself);
  await rowsOf(1);
  down = true;
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  const again = await screen.findByRole('button', { name: /^(Try again|Refresh)$/ });
  down = false;
  await user.click(again);
  await rowsOf(2);
  expect(router.state.location.search).toBe('');
});
