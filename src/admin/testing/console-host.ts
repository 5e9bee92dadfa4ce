import { onTestFinished, vi } from 'vitest';
import type { AdminAccount } from '../../../contract/account';
import type { AuditEventView } from '../../../contract/audit';
import { calls, offeredAs } from '../../../contract/calls';
import { accountFieldNames } from '../../../contract/chart';
import type { Home } from '../../../contract/home';
import type { Invitation } from '../../../contract/people';
import type { BulkPreview } from '../../../contract/preview';
import type { Proposal } from '../../../contract/proposals';
import { recordOf } from '../../../contract/record-of';
import type { ReportDetails } from '../../../contract/takeover';
import type { Transaction } from '../../../contract/transaction';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../../shared/testing/stand-in-host';

const ada = { _id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const alan = { _id: 'u-2', firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com' };

/** For tests: an invitation of Grace's by Ada. */
export function buildInvitation(overrides: Partial<Invitation> = {}): Invitation {
  return {
    _id: 'i-1',
    email: 'grace@example.com',
    type: 'admin',
    inviter: ada,
    createdAt: '2026-03-04T10:00:00.000Z',
    expiresAt: '2099-03-07T10:00:00.000Z',
    ...overrides,
  };
}

/** For tests: a pending deposit of 500 dollars by Ada. */
export function buildTransaction(overrides: Partial<Transaction> = {}): Transaction {
  return {
    _id: 't-1',
    user: ada,
    trxType: 'DEPOSIT',
    amount: 500,
    plan: 'basic',
    crypto: 'bitcoin',
    transactionId: '0xabc',
    imageUrl: null,
    wallet: null,
    status: 'PENDING',
    version: 3,
    createdAt: '2026-03-04T10:00:00.000Z',
    updatedAt: '2026-03-04T10:00:00.000Z',
    ...overrides,
  };
}

/** For tests: Ada's account with 1,500 dollars to withdraw. */
export function buildAccount(overrides: Partial<AdminAccount> = {}): AdminAccount {
  return {
    _id: 'u-1',
    user: ada,
    ...recordOf(accountFieldNames, () => 0),
    balance: 1_500,
    walletBalance: 2_000,
    profit: 20,
    investment: 500,
    bitcoin: 500,
    frozenAt: null,
    version: 7,
    ...overrides,
  };
}

/** For tests: an administrator's confirmation of a deposit, in the audit log. */
export function buildEvent(overrides: Partial<AuditEventView> = {}): AuditEventView {
  return {
    _id: '9',
    at: '2026-03-04T11:00:00.000Z',
    actor: { _id: 'u-9', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', type: 'admin' },
    action: 'transaction.status_changed',
    subjectType: 'transaction',
    subjectId: 't-1',
    person: null,
    before: { status: 'PENDING', version: 3 },
    after: { status: 'CONFIRMED', version: 4 },
    reason: 'Seen on the chain',
    requestId: 'req-00112233',
    signed: null,
    ...overrides,
  };
}

/** For tests: Grace proposed to set Ada's profit, and it waits. */
export function buildProposal(overrides: Partial<Proposal> = {}): Proposal {
  return {
    _id: 'p-1',
    kind: 'adjustment',
    status: 'PENDING',
    subjectType: 'account',
    subjectId: 'u-1',
    person: ada,
    proposer: {
      _id: 'u-9',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
      type: 'admin',
    },
    reason: 'Return of March',
    effect: { changes: [{ name: 'profit', before: 20, after: 2_020 }], facts: [], versions: {} },
    effectHash: 'a'.repeat(64),
    createdAt: '2026-03-04T10:00:00.000Z',
    decider: null,
    decidedAt: null,
    decisionReason: null,
    result: null,
    ...overrides,
  };
}

/** For tests: a list of two transactions, Ada's deposit and Alan's withdrawal of 75. */
export function twoTransactions(): Transaction[] {
  return [
    buildTransaction(),
    buildTransaction({
      _id: 't-2',
      user: alan,
      trxType: 'WITHDRAWAL',
      amount: 75,
      plan: null,
      crypto: 'usdt-erc-20',
      wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
      createdAt: '2026-03-05T10:00:00.000Z',
    }),
  ];
}

/** For tests: Ada's open report about a withdrawal, with that withdrawal, an address and a sign-in around it. */
export function buildReport(overrides: Partial<ReportDetails> = {}): ReportDetails {
  const at = '2026-03-04T10:00:00.000Z';
  return {
    _id: 'r-1',
    user: { ...ada, type: 'investor' },
    about: 'withdrawal_received',
    mailedAt: at,
    reportedAt: at,
    network: '192.0.2.7',
    device: 'Firefox on Windows',
    closedAt: null,
    closedBy: null,
    finding: null,
    reason: null,
    since: '2026-02-25T10:00:00.000Z',
    frozenAt: at,
    sessions: [
      { _id: 's-1', createdAt: at, endedAt: at, device: 'Chrome on Android', network: '198.51.100.4' },
    ],
    withdrawals: [
      { _id: 't-2', createdAt: at, status: 'PENDING', amount: 75, crypto: 'bitcoin', wallet: 'bc1-loot' },
    ],
    addresses: [{ _id: 'a-1', createdAt: at, label: 'Cold', crypto: 'bitcoin', address: 'bc1-loot' }],
    others: [],
    ...overrides,
  };
}

/** For tests: a home with two pending deposits, flows of two days, and a decision of Grace's about Ada. */
export function buildHome(overrides: Partial<Home> = {}): Home {
  const none = { count: 0, oldest: null };
  return {
    at: '2026-03-04T10:00:00.000Z',
    waiting: {
      deposits: {
        count: 2,
        amount: 650.5,
        byCurrency: [
          { crypto: 'ethereum', count: 1, amount: 350.5 },
          { crypto: 'bitcoin', count: 1, amount: 300 },
        ],
        oldest: '2026-03-01T10:00:00.000Z',
      },
      withdrawals: { ...none, amount: 0, byCurrency: [] },
      reports: { count: 1, oldest: '2026-03-04T07:00:00.000Z' },
      proposals: none,
    },
    flows: {
      from: '2026-02-03',
      to: '2026-03-04',
      days: [
        { day: '2026-03-03', crypto: 'bitcoin', in: 5_000, out: 400 },
        { day: '2026-03-04', crypto: 'ethereum', in: 20, out: 0 },
      ],
    },
    sums: { balance: 3_600, held: 1_000 },
    newInvestors: { days7: 3, days30: 1_234 },
    books: { at: '2026-03-04T09:00:00.000Z', holds: true },
    backups: {
      state: 'good',
      newest: '2026-03-04T04:00:00.000Z',
      archived: '2026-03-04T09:59:20.000Z',
      drill: { at: '2026-03-01T10:00:00.000Z', passed: true },
    },
    decisions: [
      {
        _id: '9',
        at: '2026-03-04T09:30:00.000Z',
        action: 'transaction.status_changed',
        actor: {
          _id: 'u-9',
          firstName: 'Grace',
          lastName: 'Hopper',
          email: 'grace@example.com',
          type: 'admin',
        },
        person: ada,
        transaction: { _id: 't-1', trxType: 'DEPOSIT', amount: 500, crypto: 'bitcoin', status: 'CONFIRMED' },
      },
    ],
    ...overrides,
  };
}

/** For tests: what a change of one deposit of $500 would do, among many. */
export function buildBulkPreview(): BulkPreview {
  return {
    count: 1,
    sum: 500,
    byType: { DEPOSIT: { count: 1, sum: 500 }, WITHDRAWAL: { count: 0, sum: 0 } },
    unchanged: 0,
    overdraws: 0,
    frozen: 0,
    duplicates: 0,
    rows: [{ _id: 't-1', version: 3 }],
  };
}

/** For tests: what a host answers that pages, with the size of the whole list. */
export function paged(data: unknown[], total = data.length): Answer {
  return {
    headers: { 'content-range': `items 0-${Math.max(0, data.length - 1)}/${total}` },
    body: { data },
  };
}

/** For tests: a refusal of one error. */
export function refusal(status: number, message: string, code: string, field?: string): Answer {
  return { status, body: { errors: [{ error: message, message, code, ...(field ? { field } : {}) }] } };
}

type Routes = Record<string, (request: Received) => Answer>;

/** What is asked besides: there are no reports, and every call is there; the home's where the test has one. */
function always(routes: Routes): Routes {
  const has = Object.values(calls).map(offeredAs);
  const home = offeredAs(calls.readHome);
  const offered = new Set([...has.filter((call) => call !== home), ...Object.keys(routes)]);
  return {
    'GET /api/admin/reports': () => paged([]),
    [offeredAs(calls.listOffered)]: () => ({ body: { data: [...offered] } }),
  };
}

/** For tests: a host that answers as `routes` say by 'METHOD /path' without the query, 404 to the rest; until the test ends. */
export async function startConsoleHost(routes: Routes): Promise<StandInHost> {
  const known = { ...always(routes), ...routes };
  const host = await startStandInHost((request) => {
    const route = known[`${request.method} ${request.path.split('?')[0]}`];
    return route ? route(request) : refusal(404, 'Not found', 'not_found');
  });
  onTestFinished(() => host.close());
  return host;
}

/** For tests: the parameters of a request's query, each parsed from JSON. */
export function queryOf(request: Received | undefined): Record<string, unknown> {
  const query = new URLSearchParams(request?.path.split('?')[1]);
  return Object.fromEntries([...query].map(([name, value]) => [name, JSON.parse(value)]));
}

/** For a test: a host that has what `routes` name and answers 404 to the rest, as long as the test lasts. */
export async function startRoutes(
  routes: Record<string, (request: Received) => Answer>,
): Promise<StandInHost> {
  const host = await startStandInHost((request) => {
    const route = routes[`${request.method} ${request.path.split('?')[0]}`];
    return route ? route(request) : refusal(404, 'no such route', 'not_found');
  });
  onTestFinished(() => host.close());
  vi.stubEnv('VITE_API_URL', host.url);
  return host;
}
