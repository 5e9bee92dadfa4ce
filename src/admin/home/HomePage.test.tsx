// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglot from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import type { Answer } from '../../shared/testing/stand-in-host';
import { buildHome, paged, refusal, startConsoleHost } from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';

const call = 'GET /api/admin/home';
const answered = (home = buildHome()): Answer => ({ body: { data: home } });

/** `answer` is what the host's home says; null for a host that offers none. */
async function open(
  answer: (() => Answer) | null = answered,
  address = '/admin/home',
  props: RenderOptions['props'] = {},
) {
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/user/users': () => paged([buildUser()]),
    ...(answer && { [call]: () => answer() }),
  });
  const router = renderConsole(host, address, { props });
  return { user: userEvent.setup(), router, host };
}

const filterOf = (link: HTMLElement) => {
  const [path, query] = (link.getAttribute('href') ?? '').split('?');
  return [path, JSON.parse(new URLSearchParams(query).get('filter') ?? 'null')];
};

describe('the home of operators', () => {
  it('says what waits, how much and since when, and leads to each list', async () => {
    await open();
    const waits = within(await screen.findByRole('list', { name: 'What waits' }));
    expect(document.title).toBe('Home');
    const [deposits, withdrawals, reports, approvals] = waits.getAllByRole('listitem');
    expect(deposits).toHaveTextContent('2Oldest: 3 daysEthereum$350.50Bitcoin$300.00Together$650.50');
    expect(withdrawals).toHaveTextContent('0Nothing waits');
    expect(reports).toHaveTextContent('1Oldest: 3 hours');
    expect(approvals).toHaveTextContent('0Nothing waits');
    expect(waits.getAllByRole('link').map(filterOf)).toEqual([
      ['/admin/transactions', { trxType: 'DEPOSIT', status: 'PENDING' }],
      ['/admin/transactions', { trxType: 'WITHDRAWAL', status: 'PENDING' }],
      ['/admin/reports', { state: 'open' }],
      ['/admin/proposals', { status: 'PENDING' }],
    ]);
  });

  it("has its heading in the console's language, as its entry of the menu", async () => {
    const i18nProvider = polyglot(() => ({ ...english, Home: 'Accueil' }), 'fr');
    await open(answered, '/admin/home', { i18nProvider });
    expect(await screen.findByRole('heading', { level: 1, name: 'Accueil' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Accueil' })).toBeVisible();
    expect(document.title).toBe('Accueil');
  });

  it('says what investors have here and how many are new', async () => {
    await open();
    const investors = within(await screen.findByRole('region', { name: 'Investors' }));
    expect(investors.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
      '$3,600.00',
      '$1,000.00',
      '3',
      '1,234',
    ]);
    expect(filterOf(investors.getByRole('link', { name: 'New in 7 days' }))).toEqual([
      '/admin/users',
      { type: 'investor', createdAt_gte: '2026-02-26' },
    ]);
  });

  it('shows what came and went, day by day with the arrow keys, and as a table', async () => {
    const { user } = await open();
    const flows = within(await screen.findByRole('region', { name: /^Deposits and withdrawals/ }));
    expect(flows.getByText(/\$5,020\.00 in, \$400\.00 out/)).toBeVisible();
    const days = flows.getByRole('slider', { name: 'Day' });
    // What is filled is printed, unlike backgrounds.
    const signs = flows.getByRole('list', { name: 'Currencies' }).querySelectorAll('rect');
    const fills = [...signs].map((sign) => sign.getAttribute('fill'));
    expect(new Set(fills).size).toBe(2);
    for (const fill of fills) expect(days.querySelector(`rect[fill="${fill}"]`)).not.toBeNull();
    act(() => days.focus());
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(days).toHaveAttribute('aria-valuetext', 'Mar 3: $5,000.00 in, $400.00 out');
    const confirmed = (from: string, to = from, kind = {}) => [
      '/admin/transactions',
      { status: 'CONFIRMED', ...kind, updatedAt_gte: from, updatedAt_lte: to },
    ];
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    const ofDay = flows.getByRole('link', { name: 'Mar 3: Transactions confirmed on this day' });
    expect(ofDay).toHaveFocus();
    expect(filterOf(ofDay)).toEqual(confirmed('2026-03-03'));
    act(() => days.focus());
    await user.keyboard('{Home}{ArrowLeft}');
    expect(days).toHaveAttribute('aria-valuetext', 'Feb 3: $0.00 in, $0.00 out');
    await user.keyboard('{Escape}');
    expect(days).toHaveAttribute('aria-valuetext', 'All days: $5,020.00 in, $400.00 out');
    const ofAll = flows.getByRole('link', { name: 'All 30 days: Transactions confirmed in these days' });
    expect(filterOf(ofAll)).toEqual(confirmed('2026-02-03', '2026-03-04'));
    await user.click(flows.getByRole('button', { name: 'Show as table' }));
    const rows = within(flows.getByRole('table')).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      'Mar 4Ethereum$20.00$0.00',
      'Mar 3Bitcoin$5,000.00$400.00',
    ]);
    const linksIn = (row: HTMLElement | undefined) =>
      within(row ?? document.body)
        .getAllByRole('link')
        .map(filterOf);
    expect(linksIn(rows[1])).toEqual([
      confirmed('2026-03-04'),
      confirmed('2026-03-04', undefined, { trxType: 'DEPOSIT', crypto: 'ethereum' }),
    ]);
    expect(linksIn(rows[2])).toEqual([
      confirmed('2026-03-03'),
      confirmed('2026-03-03', undefined, { trxType: 'DEPOSIT', crypto: 'bitcoin' }),
      confirmed('2026-03-03', undefined, { trxType: 'WITHDRAWAL', crypto: 'bitcoin' }),
    ]);
  });

  it('names the newest decisions, with the way to each person and transaction', async () => {
    await open();
    const list = within(await screen.findByRole('list', { name: 'Newest decisions' }));
    expect(list.getByRole('listitem')).toHaveTextContent(
      'Confirmed deposit of $500.00, Ada Lovelaceby Grace Hopper',
    );
    expect(list.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/admin/users/u-1/show');
    expect(list.getByRole('link', { name: /^deposit/ })).toHaveAttribute(
      'href',
      expect.stringContaining('t-1'),
    );
  });

  it.each([
    [{ at: '2026-03-04T09:00:00.000Z', holds: true }, 'The books balance'],
    [{ at: '2026-03-04T09:00:00.000Z', holds: false }, 'The books do not balance'],
    [{ at: '2026-03-04T09:00:00.000Z', holds: null }, 'The check did not finish'],
    [null, 'Not checked in the last 90 days'],
  ])('says of the books %j: %s', async (books, text) => {
    await open(() => answered(buildHome({ books })));
    const card = within(await screen.findByRole('region', { name: 'Books' }));
    expect(card.getByText(text)).toBeVisible();
    expect(card.getByRole('link', { name: 'Check now' })).toHaveAttribute('href', '/admin/books');
  });

  it.each([
    [{}, 'Backed up', 'Restored on trial 3 days ago, and it was right'],
    [
      { state: 'failing' as const, drill: { at: '2026-03-04T09:00:00.000Z', passed: false } },
      'The backups need a look',
      'The trial 1 hour ago found something wrong',
    ],
    [
      { state: 'none' as const, newest: null, archived: null, drill: null },
      'No backup yet',
      'Never restored on trial (npm run drill)',
    ],
  ])('says of the backups %j: %s', async (changes, text, drill) => {
    const { backups } = buildHome();
    await open(() => answered(buildHome({ backups: backups && { ...backups, ...changes } })));
    const card = within(await screen.findByRole('region', { name: 'Backups' }));
    expect(card.getByText(text)).toBeVisible();
    expect(card.getByText(drill)).toBeVisible();
  });

  it('has no backups where the host tells of none', async () => {
    await open(() => answered(buildHome({ backups: null })));
    await screen.findByRole('region', { name: 'Books' });
    expect(screen.queryByRole('region', { name: 'Backups' })).toBeNull();
  });

  it('says so where nothing came, went or was decided', async () => {
    const { flows } = buildHome();
    await open(() => answered(buildHome({ decisions: [], flows: { ...flows, days: [] } })));
    expect(await screen.findByText('No deposit or withdrawal was confirmed in these days.')).toBeVisible();
    expect(screen.getByText('Nobody has decided anything yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
  });

  it('is read again when the window comes to the front', async () => {
    let count = 2;
    await open(() => {
      const home = buildHome();
      const deposits = { ...home.waiting.deposits, count };
      return answered({ ...home, waiting: { ...home.waiting, deposits } });
    });
    const waits = within(await screen.findByRole('list', { name: 'What waits' }));
    count = 77;
    fireEvent(window, new Event('visibilitychange'));
    expect(await waits.findByText('77')).toBeVisible();
  });

  it('that cannot be read says why, and can be asked for again', async () => {
    let fails = true;
    const { user } = await open(() => (fails ? refusal(400, 'Out of order', 'bad_request') : answered()));
    expect(await screen.findByText('Out of order')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'What waits' })).toBeVisible();
  });

  it('stands first in the menu, and the console still begins with the users', async () => {
    const { user, router } = await open(answered, '/admin');
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    const link = await nav.findByRole('link', { name: 'Home' });
    expect(nav.getAllByRole('link')[0]).toBe(link);
    expect(router.state.location.pathname).toBe('/admin/users');
    await user.click(link);
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  });
});

describe('a host that has no home', () => {
  it('leads to the users from its address', async () => {
    const { router } = await open(null);
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/users');
  });

  it('has no entry of it in the menu', async () => {
    const { host } = await open(null, '/admin/users');
    await screen.findByText('ada@example.com');
    await screen.findByRole('link', { name: 'Books' });
    expect(host.received.some(({ path }) => path === '/api/admin/home')).toBe(false);
    expect(screen.queryByRole('link', { name: 'Home' })).toBeNull();
  });
});
