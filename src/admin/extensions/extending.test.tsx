// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import { useTheme } from '@mui/material/styles';
import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryStore, useListContext, useStore } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { useState } from 'react';
import { DataTable, List, TextInput, Title } from 'react-admin';
import { useParams } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { transactionList } from '../../../contract/list-query';
import { pageMessages } from '../../../contract/messages';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { colors } from '../../shared/theme-palette';
import type { AdminAppProps } from '../console-props';
import {
  buildAccount,
  buildHome,
  buildReport,
  paged,
  queryOf,
  startConsoleHost,
  twoTransactions,
} from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';
import type { TransactionRecord } from '../transactions/transaction-record';
import wallets from '../wallets';
import type { Extension } from './extension';
import { extendList } from './list-additions';

let host: StandInHost;

afterEach(() => vi.restoreAllMocks());

async function open(address: string, props: AdminAppProps, options: Omit<RenderOptions, 'props'> = {}) {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
    'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }),
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'GET /api/admin/wallets': () => paged([]),
    'GET /api/admin/mail': () => paged([]),
    ...(address === '/admin/home' && { 'GET /api/admin/home': () => ({ body: { data: buildHome() } }) }),
    'GET /api/admin/reports/r-1': () => ({ body: { data: buildReport() } }),
  });
  const router = renderConsole(host, address, { ...options, props });
  return { user: userEvent.setup(), router };
}

const menu = async () => {
  await screen.findByRole('link', { name: 'Second factor' });
  const links = await within(screen.getByRole('navigation', { name: 'Main' })).findAllByRole('link');
  return links.map((link) => link.textContent);
};

const fees = {
  path: '/fees',
  title: 'Fees',
  page: () => <p>Nobody pays any.</p>,
  roles: ['admin'],
  menu: { icon: BoltOutlined, after: 'accounts' },
} as const;

/** A page that has no title, one, or two. */
function TitledPage() {
  const { year } = useParams();
  const [titles, setTitles] = useState(['']);
  return (
    <>
      {titles.map((title) => (
        <Title key={title} title={<b>{title}</b>} />
      ))}
      <button type="button" onClick={() => setTitles([`Fees of ${year}`])}>
        One
      </button>
      <button type="button" onClick={() => setTitles(['These', 'Those'])}>
        Two
      </button>
    </>
  );
}

describe('a page of one’s own', () => {
  it('stands under its heading, and its entry where it was put', async () => {
    const { user } = await open('/admin/users', { customRoutes: [fees] });
    await user.click(await screen.findByRole('link', { name: 'Fees' }));
    expect(await screen.findByText('Nobody pays any.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Fees' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Fees'));
    expect(await menu()).toEqual(expect.arrayContaining(['Fees']));
    const entries = await menu();
    expect(entries.indexOf('Fees')).toBe(entries.indexOf('Accounts') + 1);
  });

  it('gives way to the title of what it shows, as soon as that has one', async () => {
    const page = { path: '/fees/:year', title: 'Fees', page: TitledPage } as const;
    const { user } = await open('/admin/fees/2026', { customRoutes: [page] });
    const says = async (title: string) => {
      const heading = await screen.findByRole('heading', { level: 1, name: title });
      expect(heading).toBeVisible();
      expect(screen.getAllByRole('heading', { level: 1 })).toEqual([heading]);
      await waitFor(() => expect(document.title).toBe(title));
    };
    await says('Fees');
    await user.click(screen.getByRole('button', { name: 'One' }));
    await says('Fees of 2026');
    await user.click(screen.getByRole('button', { name: 'Two' }));
    await says('Fees');
  });

  it('is not there for whom it is not meant', async () => {
    await open('/admin/fees', { customRoutes: [fees] }, { type: 'auditor' });
    expect(await screen.findByRole('heading', { name: 'No access' })).toBeVisible();
    expect(screen.queryByText('Nobody pays any.')).toBeNull();
    expect(await menu()).not.toContain('Fees');
  });
});

it('the menu has entries of one’s own at its head and its end, and lacks what is hidden', async () => {
  const entries = [
    { label: 'Status', to: 'https://status.example.com', after: null },
    { label: 'Old users', to: '/users' },
    { label: 'Of a part that is not there', to: '/users', after: 'nothing' },
    { label: 'For administrators', to: '/users', roles: ['admin'] },
  ] as const;
  const props = { menu: { entries, hidden: ['wallets', 'mail'] } };
  await open('/admin/users', props, { type: 'auditor' });
  await screen.findByRole('link', { name: 'Books' });
  const shown = await menu();
  expect(shown[0]).toBe('Status');
  expect(shown.slice(-4)).toEqual(['Books', 'Old users', 'Of a part that is not there', 'Second factor']);
  expect(shown).not.toContain('Wallets');
  expect(screen.getByRole('link', { name: 'Status' })).toHaveAttribute('target', '_blank');
  cleanup();
  await open('/admin/users', props);
  expect(await screen.findByRole('link', { name: 'For administrators' })).toBeVisible();
});

const store = memoryStore({ greeting: 'Good morning' });
const queryClient = new QueryClient();

function Dashboard() {
  const [greeting] = useStore<string>('greeting');
  const theme = useTheme();
  const kept = useQueryClient() === queryClient;
  return (
    <p>
      {greeting}, corners of {theme.shape.borderRadius} in {colors(theme).primary.main},{' '}
      {kept ? 'kept here' : 'kept elsewhere'}
    </p>
  );
}

it('frame, front page, theme, store and what keeps the reads can all be replaced', async () => {
  await open('/admin', {
    dashboard: Dashboard,
    store,
    queryClient,
    layout: ({ children }) => <section aria-label="Our frame">{children}</section>,
    theme: (ours) => {
      const { palette, shape } = ours;
      const primary = { ...palette.primary, main: '#010203' };
      return { ...ours, shape: { ...shape, borderRadius: 3 }, palette: { ...palette, primary } };
    },
  });
  const frame = within(await screen.findByRole('region', { name: 'Our frame' }));
  expect(await frame.findByText('Good morning, corners of 3 in #010203, kept here')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('another language names menu, headings, columns and filters; the rest stays English', async () => {
  const german = {
    Users: 'Benutzer',
    Country: 'Land',
    Type: 'Art',
    Logout: 'Abmelden',
    'Search name or email': 'Name oder E-Mail suchen',
  };
  await open('/admin/users', { i18nProvider: polyglot(() => ({ ...english, ...german }), 'de') });
  expect(await screen.findByRole('heading', { name: 'Benutzer' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Benutzer' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Accounts' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Art' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name oder E-Mail suchen' })).toBeVisible();
  await screen.findByRole('columnheader', { name: 'Land' });
  expect(screen.getByRole('columnheader', { name: 'Email' })).toBeVisible();
});

describe('a list of the console', () => {
  const additions: Extension<TransactionRecord> = {
    columns: [
      { label: 'Reference', after: 'Plan', render: ({ transactionId }) => transactionId ?? '-' },
      { label: 'Last', render: ({ id }) => `Of ${id}` },
    ],
    filters: [{ kind: 'text', field: 'userId', label: 'Investor' }],
    actions: () => <button type="button">{useListContext().total} to the accountants</button>,
  };
  const extend = { transactions: async () => ({ default: additions }) };

  it('gets a column, a filter and an action', async () => {
    const { user } = await open('/admin/transactions', { extend });
    const headers = await headersOf('Transactions');
    expect(headers.indexOf('Reference')).toBe(headers.indexOf('Plan') + 1);
    expect(headers.at(-1)).toBe('Last');
    expect(await cellsOf('Transactions', 1)).toEqual(expect.arrayContaining(['0xabc', 'Of t-1']));
    expect(await screen.findByRole('button', { name: '2 to the accountants' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    await user.type(await screen.findByRole('textbox', { name: 'Investor' }), 'u-1');
    await waitFor(() => {
      const lists = host.received.filter(({ path }) => path.startsWith('/api/transaction/transactions'));
      expect(queryOf(lists.at(-1)).filter).toEqual({ userId: 'u-1' });
    });
  });

  it('keeps the controls of its rows at their end', () => {
    const columns = [
      { label: 'Name', render: () => '' },
      { label: 'Options', pinned: true, render: () => '' },
    ] as const;
    const { columns: extended } = extendList(
      { title: 'Things', columns },
      { columns: [{ label: 'Size', render: () => '' }] },
      (text) => text,
    );
    expect(extended.map(({ label }) => label)).toEqual(['Name', 'Size', 'Options']);
  });

  it('has a filter of an extension in place of its own of the same field', () => {
    const ours = { kind: 'text', field: 'id', label: 'Id' } as const;
    const days = { kind: 'days', field: 'createdAt', label: 'Day' } as const;
    const theirs = { ...ours, label: 'Number' };
    const { filters, moreFilters } = extendList(
      { title: 'Things', columns: [], filters: [ours], moreFilters: [days] },
      { filters: [theirs] },
      (text) => text,
    );
    expect(filters).toEqual([]);
    expect(moreFilters).toEqual([days, theirs]);
  });

  it('is replaced, and the rest of its part stays', async () => {
    const list = () => <h1>Our own list of {transactionList.defaultSort[0]}</h1>;
    await open('/admin/users', { extend: { users: { list } } });
    expect(await screen.findByRole('heading', { name: 'Our own list of createdAt' })).toBeVisible();
    cleanup();
    await open('/admin/users/u-1/show', {
      resources: [{ name: 'users', list, options: { label: 'People' } }],
    });
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    expect(await menu()).toContain('People');
    expect((await menu()).filter((entry) => entry === 'People')).toHaveLength(1);
  });
});

it('a list in place of ours says in good English that it has no rows, and a language says so its own way', async () => {
  const list = () => (
    <List filters={[<TextInput key="q" source="q" label="Search mails" alwaysOn />]}>
      <DataTable>
        <DataTable.Col source="subject" />
      </DataTable>
    </List>
  );
  const extend = { mail: { list } };
  const { user } = await open('/admin/mail', { extend });
  expect(await screen.findByText('No mail yet.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Search mails' }), 'zz');
  expect(await screen.findByText('No matching mail')).toBeVisible();
  cleanup();
  const german = { ...english, 'There are no %{what} yet.': 'Noch nichts unter %{what}.', Mail: 'Post' };
  await open('/admin/mail', { extend, i18nProvider: polyglot(() => german, 'de') });
  expect(await screen.findByText('Noch nichts unter post.')).toBeVisible();
});

it.each([
  ['users', '/admin/users/u-1/show', 'u-1'],
  ['reports', '/admin/reports/r-1/show', 'r-1'],
])('the page of one of the %s has a panel', async (resource, address, id) => {
  const panels = [
    { title: 'Notes', content: ({ record }: { record: { id: unknown } }) => `On ${record.id}` },
  ];
  await open(address, { extend: { [resource]: { panels } } });
  const panel = within(await screen.findByRole('region', { name: 'Notes' }));
  expect(panel.getByText(`On ${id}`)).toBeVisible();
});

it('a list in a part of a page has its number and its tools above itself', async () => {
  const content = () => (
    <List resource="users" title={false} disableSyncWithLocation>
      <DataTable>
        <DataTable.Col source="email" />
      </DataTable>
    </List>
  );
  await open('/admin/users/u-1/show', { extend: { users: { panels: [{ title: 'Others', content }] } } });
  const panel = await screen.findByRole('region', { name: 'Others' });
  await waitFor(() => expect(panel.querySelector('.list-page')).toHaveTextContent(/^1Views/));
});

function Broken(): never {
  throw new Error('page crashed');
}

describe('what breaks of an operator’s', () => {
  const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {});

  it.each([
    ['a card', '/admin/home', { cards: [{ title: 'Crash', content: Broken }] }],
    [
      'a panel',
      '/admin/users/u-1/show',
      { extend: { users: { panels: [{ title: 'Crash', content: Broken }] } } },
    ],
  ])('%s says so in its place, and the page stays', async (_, address, props) => {
    const logged = quiet();
    await open(address, props);
    const part = within(await screen.findByRole('region', { name: 'Crash' }));
    expect(part.getByRole('alert')).toHaveTextContent('This part could not be shown');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(screen.queryByText(pageMessages.routerFallback)).toBeNull();
    expect(String(logged.mock.calls)).toContain('page crashed');
  });

  it('a page says so within the frame, and the menu leads away from it', async () => {
    quiet();
    const { user } = await open('/admin/fees', { customRoutes: [{ ...fees, page: Broken }] });
    expect(await screen.findByRole('heading', { name: pageMessages.routerFallback })).toBeVisible();
    await user.click(await screen.findByRole('link', { name: 'Accounts' }));
    expect(await screen.findByRole('heading', { name: 'Accounts' })).toBeVisible();
    expect(screen.queryByText(pageMessages.routerFallback)).toBeNull();
  });

  it('names that the console does not have are said where developers look', async () => {
    const logged = quiet();
    await open('/admin/users', {
      extend: { transactoins: {} },
      menu: { hidden: ['nonsense', 'home'], entries: [{ label: 'Old', to: '/users', after: 'nosuch' }] },
    });
    await screen.findByRole('link', { name: 'Old' });
    const said = logged.mock.calls.flat().map(String);
    expect(said.filter((text) => text.includes('which the console does not have'))).toEqual([
      expect.stringMatching(/^extend names "transactoins", .*: users, accounts, transactions/),
      expect.stringMatching(/^menu.hidden names "nonsense", /),
      expect.stringMatching(/^after, of an entry of the menu, names "nosuch", /),
    ]);
  });
});

it('addresses within the console that lack their slash are said there too, and refused by the compiler', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await open('/admin/users', {
    // @ts-expect-error: it would be that of another page.
    customRoutes: [fees, { ...fees, path: 'costs' }],
    menu: {
      entries: [
        // @ts-expect-error: nor is it a whole one.
        { label: 'Old', to: 'old' },
        { label: 'Status', to: 'https://status.example.com' },
        { label: 'Write', to: 'mailto:office@example.com' },
      ],
    },
  });
  await screen.findByRole('link', { name: 'Old' });
  const said = logged.mock.calls.flat().filter((text) => String(text).includes('slash'));
  expect(said).toEqual([
    'An address within the console begins with a slash: "/old", not "old"',
    'An address within the console begins with a slash: "/costs", not "costs"',
  ]);
});

it('what is added to a page of one’s own, which does not show it, is said there too', async () => {
  const logged = vi.spyOn(console, 'error');
  const panels = [{ title: 'Notes', content: () => null }];
  const page = () => <p>A page</p>;
  await open('/admin/users', {
    resources: [wallets, { name: 'notes', list: page, edit: page }],
    extend: {
      wallets: { columns: [], panels },
      notes: { filters: [], panels },
      mail: { list: page, columns: [] },
      users: { panels },
    },
  });
  const said = () =>
    logged.mock.calls
      .flat()
      .map(String)
      .filter((text) => text.startsWith('extend adds'));
  await waitFor(() =>
    expect(said()).toEqual([
      'extend adds filters to "notes", whose page is one of your own and does not show them',
      'extend adds panels to "notes", whose page is one of your own and does not show them',
      'extend adds columns to "mail", whose page is one of your own and does not show them',
    ]),
  );
});

it('a resource goes over one before it of the same name, and an extension says how its pages are called', async () => {
  const { user } = await open('/admin/wallets', {
    resources: [wallets, { name: 'wallets', options: { label: 'Our wallets' } }],
    extend: { wallets: { options: { singular: 'Our wallet' } } },
  });
  expect(await screen.findByRole('heading', { name: 'Our wallets' })).toBeVisible();
  expect((await menu()).filter((entry) => /wallets/i.test(entry ?? ''))).toEqual(['Our wallets']);
  await user.click(screen.getByRole('link', { name: 'Add our wallet' }));
  expect(await screen.findByRole('heading', { name: 'Add our wallet' })).toBeVisible();
});

it('what is given here goes before what src/app.config.ts says', async () => {
  await open('/admin/users', { resources: [] });
  await screen.findByRole('link', { name: 'Books' });
  expect(await menu()).not.toContain('Wallets');
});
