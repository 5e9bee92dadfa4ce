// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { pieClasses } from '@mui/x-charts/PieChart';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { holdings } from '../../../../contract/chart';
import type { TrxStatus, TrxType } from '../../../../contract/enums';
import { notBeforeText } from '../../../shared/hold';
import { stubView } from '../../../shared/testing/browser-stubs';
import { pageAnswer } from '../../../shared/testing/entries';
import type { Answer, Received, StandInHost } from '../../../shared/testing/stand-in-host';
import InvestorLayout from '../../InvestorLayout';
import { startInvestorHost } from '../../testing/investor-host';
import { renderDashboard } from '../../testing/render-dashboard';
import DashboardPage from '../DashboardPage';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

async function enter(answers: Parameters<typeof startInvestorHost>[0]): Promise<void> {
  host = await startInvestorHost(answers);
  vi.stubEnv('VITE_API_URL', host.url);
  renderDashboard(<InvestorLayout />, <DashboardPage />);
  await screen.findByRole('heading', { name: 'Recent activity' });
}

const transaction = (day: number, trxType: TrxType, status: TrxStatus) => ({
  _id: `t-${day}`,
  trxType,
  amount: day * 100,
  plan: null,
  crypto: 'ethereum',
  status,
  createdAt: new Date(Date.UTC(2026, 0, day, 12)).toISOString(),
});

const history = [
  transaction(7, 'WITHDRAWAL', 'PENDING'),
  transaction(6, 'DEPOSIT', 'CONFIRMED'),
  transaction(5, 'DEPOSIT', 'PENDING'),
  transaction(4, 'DEPOSIT', 'DECLINED'),
  transaction(3, 'WITHDRAWAL', 'CONFIRMED'),
  transaction(2, 'DEPOSIT', 'CONFIRMED'),
];

/** A host that pages and filters. */
function paged(request: Received): Answer {
  const filter = new URL(request.path, 'http://host').searchParams.get('filter') ?? '{}';
  const { status }: { status?: string } = JSON.parse(filter);
  return pageAnswer(
    history.filter((row) => !status || row.status === status),
    request,
  );
}
const linesOf = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

const pending = [
  'Withdrawal, EthereumJan 7, 2026$700.00Reserved',
  'Deposit, EthereumJan 5, 2026$500.00Not counted yet',
];
const recent = [
  'Withdrawal, EthereumJan 7, 2026$700.00PENDING',
  'Deposit, EthereumJan 6, 2026$600.00CONFIRMED',
  'Deposit, EthereumJan 5, 2026$500.00PENDING',
  'Deposit, EthereumJan 4, 2026$400.00DECLINED',
  'Withdrawal, EthereumJan 3, 2026$300.00CONFIRMED',
];

it('what is pending is listed with what is reserved, and the latest five with status and date', async () => {
  await enter({ account: { held: 700 }, transactions: paged });
  expect(await linesOf('Pending')).toEqual(pending);
  expect(await linesOf('Recent activity')).toEqual(recent);
  expect(within(screen.getByRole('region', { name: 'Pending' })).getByText('$700.00 reserved')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Withdrawal, Ethereum' })[0]).toHaveAttribute(
    'href',
    '/dashboard/transactions?transaction=t-7',
  );
});

it('a pending withdrawal that waits says until when and why', async () => {
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const held = { ...transaction(7, 'WITHDRAWAL', 'PENDING'), notBefore, holdCause: 'credentials_changed' };
  await enter({ transactions: (request) => pageAnswer([held], request) });
  const [line = ''] = await linesOf('Pending');
  const [day] = notBeforeText(notBefore).split(',');
  expect(line).toContain(`Not before ${day}, `);
  expect(line).toContain('(the password or a second factor was changed)');
  expect(line).toContain('$700.00Reserved');
});

it('what it says of a wait goes by itself when that is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const held = { ...transaction(7, 'WITHDRAWAL', 'PENDING'), notBefore, holdCause: 'new_address' };
  await enter({ transactions: (request) => pageAnswer([held], request) });
  expect((await linesOf('Pending'))[0]).toContain('Not before');
  act(() => vi.advanceTimersByTime(3_600_000));
  await waitFor(async () => expect(await linesOf('Pending')).toEqual([pending[0]]));
});

it('a host that answers the whole list in any order shows the same', async () => {
  await enter({ transactions: () => ({ body: { data: history.toReversed() } }) });
  expect(await linesOf('Pending')).toEqual(pending);
  expect(await linesOf('Recent activity')).toEqual(recent);
});

it('more pending than fit are a link away', async () => {
  const many = Array.from({ length: 8 }, (_, day) => transaction(day + 1, 'DEPOSIT', 'PENDING'));
  await enter({ transactions: (request) => pageAnswer(many, request) });
  expect(await screen.findByRole('link', { name: '3 more pending' })).toBeVisible();
});

it('the composition can be read without its colours: each currency with amount and share', async () => {
  await enter({ account: { bitcoin: 750, ethereum: 250 } });
  expect(await linesOf('Amount and share of each currency')).toEqual(
    holdings.flatMap(({ label, field, overview }) => {
      if (field === 'bitcoin') return 'Bitcoin$750.0075.0%';
      if (field === 'ethereum') return 'Ethereum$250.0025.0%';
      return overview ? `${label}$0.000%` : [];
    }),
  );
});

it('the ring has a part for each currency there is, once it comes near the view', async () => {
  stubView();
  class SeesAll extends IntersectionObserver {
    constructor(private readonly seen: IntersectionObserverCallback) {
      super(seen);
    }
    override observe(target: Element): void {
      const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
      this.seen([entry], this);
    }
  }
  vi.stubGlobal('IntersectionObserver', SeesAll);
  await enter({ account: { bitcoin: 750, ethereum: 250 } });
  await screen.findByRole('list', { name: 'Amount and share of each currency' });
  await waitFor(() => expect(document.querySelectorAll(`.${pieClasses.arc}`)).toHaveLength(2));
});

it.each([
  [5_120.5, /^Your currencies come to \$5,000\.00\. Your Wallet Balance is \$120\.50 more:/],
  [4_999.9, /^Your currencies come to \$5,000\.00\. Your Wallet Balance is \$0\.10 less:/],
])('a wallet balance of %d beside currencies of 5000 is explained', async (walletBalance, why) => {
  await enter({ account: { walletBalance }, transactions: paged });
  expect(await screen.findByText('Sum of currencies')).toBeInTheDocument();
  expect(screen.getByText(why)).toBeVisible();
});

it('one that is their sum, to the cent, needs no word', async () => {
  const account = { walletBalance: 0.3, bitcoin: 0.1, usdt: 0.2 };
  await enter({ account, transactions: paged });
  expect(await screen.findByText('Sum of currencies')).toBeInTheDocument();
  expect(screen.queryByText(/Your currencies come to/)).toBeNull();
});

it('an empty account has a quiet line instead of a chart', async () => {
  await enter({ account: { bitcoin: 0 } });
  expect(await screen.findByText(/appears here once a deposit is confirmed/)).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Amount and share of each currency' })).toBeNull();
  expect(await screen.findByText('Nothing is waiting for a decision.')).toBeVisible();
});

it('a list that cannot be read says so, and the rest stands', async () => {
  await enter({ transactions: () => ({ status: 403, body: { errors: [{ message: 'not today' }] } }) });
  await waitFor(() => expect(screen.getAllByText('not today')).toHaveLength(2));
  expect(screen.getByRole('table', { name: 'Account Overview' })).toBeVisible();
});
