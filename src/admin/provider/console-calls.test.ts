import { HttpError } from 'ra-core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, type StandInHost, startStandInHost } from '../../shared/testing/stand-in-host';
import { SentForApprovalNotice, waitingOf } from '../sent-for-approval';
import { refusal } from '../testing/console-host';
import { consoleCalls } from './console-calls';

let host: StandInHost;

async function start(answer: () => Answer): Promise<void> {
  host = await startStandInHost(answer);
  onTestFinished(() => host.close());
  vi.stubEnv('VITE_API_URL', host.url);
}

afterEach(() => vi.unstubAllEnvs());

const signal = new AbortController().signal;
const at = '2026-03-04T10:00:00.000Z';
const row = { _id: 't-1', version: 3 };
const rows = { first: 20, count: 10 };
const reason = 'Asked by phone';

/** What each call asks of the host: how it is made, and what arrives. */
const reads: Record<
  string,
  [ask: (signal: AbortSignal) => Promise<unknown>, arrives: string, body?: object]
> = {
  readOffered: [(signal) => consoleCalls.readOffered({ signal }), 'GET /api/admin/offered'],
  readDocuments: [
    (signal) => consoleCalls.readDocuments({ userId: 'u-1', signal }),
    'GET /api/user/u-1/documents',
  ],
  listSessions: [
    (signal) => consoleCalls.listSessions({ userId: 'u-1', signal }),
    'GET /api/user/u-1/sessions',
  ],
  readErasure: [(signal) => consoleCalls.readErasure({ userId: 'u-1', signal }), 'GET /api/user/u-1/erasure'],
  listEntries: [
    (signal) => consoleCalls.listEntries({ userId: 'u-1', field: 'balance', ...rows, signal }),
    'GET /api/account/u-1/entries?filter={"field":"balance"}&sort=["createdAt","DESC"]&range=[20,29]',
  ],
  listFigureDays: [
    (signal) => consoleCalls.listFigureDays({ userId: 'u-1', from: '2026-03-01', to: '2026-03-04', signal }),
    'GET /api/account/u-1/figures/days?from=2026-03-01&to=2026-03-04',
  ],
  readFigures: [
    (signal) => consoleCalls.readFigures({ userId: 'u-1', at, signal }),
    `GET /api/account/u-1/figures?at=${at}`,
  ],
  listAllFigureDays: [
    (signal) => consoleCalls.listAllFigureDays({ from: '2026-03-01', to: '2026-03-04', signal }),
    'GET /api/account/all/figures/days?from=2026-03-01&to=2026-03-04',
  ],
  readAllFigures: [
    (signal) => consoleCalls.readAllFigures({ at, signal }),
    `GET /api/account/all/figures?at=${at}`,
  ],
  listStatements: [
    (signal) => consoleCalls.listStatements({ userId: 'u-1', signal }),
    'GET /api/account/u-1/statements',
  ],
  readStatement: [
    (signal) => consoleCalls.readStatement({ userId: 'u-1', period: '2026-02', signal }),
    'GET /api/account/u-1/statements/2026-02',
  ],
  previewStatus: [
    (signal) => consoleCalls.previewStatus({ trxId: 't-1', status: 'CONFIRMED', signal }),
    'POST /api/transaction/t-1/preview',
    { status: 'CONFIRMED' },
  ],
  previewStatuses: [
    (signal) => consoleCalls.previewStatuses({ status: 'DECLINED', ids: ['t-1'], signal }),
    'POST /api/transaction/bulk/preview',
    { status: 'DECLINED', ids: ['t-1'] },
  ],
  readReview: [
    (signal) => consoleCalls.readReview({ trxId: 't-1', signal }),
    'GET /api/transaction/t-1/review',
  ],
  readProposal: [
    (signal) => consoleCalls.readProposal({ proposalId: 'p-1', signal }),
    'GET /api/admin/proposals/p-1',
  ],
  readHome: [(signal) => consoleCalls.readHome({ signal }), 'GET /api/admin/home'],
  readBooks: [(signal) => consoleCalls.readBooks({ signal }), 'GET /api/admin/books/state'],
  recheckBooks: [(signal) => consoleCalls.recheckBooks({ signal }), 'GET /api/admin/books/recheck'],
  readHistory: [(signal) => consoleCalls.readHistory({ signal }), 'GET /api/admin/history'],
  checkHistory: [(signal) => consoleCalls.checkHistory({ signal }), 'GET /api/admin/history/check'],
  listOffenders: [
    (signal) => consoleCalls.listOffenders({ check: 'book-balance', ...rows, signal }),
    'GET /api/admin/books/book-balance?range=[20,29]',
  ],
  readReport: [
    (signal) => consoleCalls.readReport({ reportId: 'r-1', signal }),
    'GET /api/admin/reports/r-1',
  ],
  readSecurityPolicy: [
    (signal) => consoleCalls.readSecurityPolicy({ signal }),
    'GET /api/admin/security/policy',
  ],
};

describe('a read of the console', () => {
  test.each(Object.entries(reads))(
    '%s asks the host and gives its answer',
    async (_, [ask, arrives, body]) => {
      await start(() => ({
        headers: { 'content-range': 'items 20-20/21' },
        body: { data: [{ is: 'here' }] },
      }));
      const answer = await ask(signal);
      const paged = arrives.includes('range=');
      expect(answer).toEqual(paged ? { data: [{ is: 'here' }], total: 21 } : [{ is: 'here' }]);
      expect(host.received.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)).toEqual([
        arrives,
      ]);
      expect(host.received[0]?.body ?? undefined).toEqual(body);
    },
  );

  test.each(Object.entries(reads))('%s is given up with the page that wanted it', async (_, [ask]) => {
    await start(() => ({ body: { data: [] } }));
    await expect(ask(AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(host.received).toEqual([]);
  });

  test.each(Object.entries(reads))('%s says what the host refuses as records do', async (_, [ask]) => {
    const refused = { error: 'not now', message: 'not now', code: 'conflict', field: 'at' };
    await start(() => ({ status: 429, body: { errors: [refused] } }));
    const failure = await ask(signal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ status: 429, body: { errors: { at: 'not now' } } });
  });

  test.each(['readHome', 'readHistory', 'previewStatus', 'readOffered'] as const)(
    '%s: a host that has no such call has nothing to say, which is no failure',
    async (name) => {
      await start(() => ({ status: 404, body: { errors: [{ message: 'no such route' }] } }));
      expect(await reads[name]?.[0](signal)).toEqual(name === 'readOffered' ? [] : null);
    },
  );
});

interface Write {
  ask: () => Promise<unknown>;
  arrives: string;
  body?: object;
  /** The version that was seen. */
  ifMatch?: string;
  /** What it gives, where that is not the host's answer. */
  gives?: 'nothing';
}

const person = { userId: 'u-1', reason };
const writes: Record<string, Write> = {
  'ends one session': {
    ask: () => consoleCalls.endSessions({ ...person, sessionId: 's-1' }),
    arrives: 'DELETE /api/user/u-1/sessions/s-1',
    gives: 'nothing',
  },
  'ends all sessions': {
    ask: () => consoleCalls.endSessions(person),
    arrives: 'DELETE /api/user/u-1/sessions',
    gives: 'nothing',
  },
  'disables a person': {
    ask: () => consoleCalls.changeStanding({ ...person, act: 'disable', version: 4 }),
    arrives: 'POST /api/user/u-1/disable',
    ifMatch: '"4"',
  },
  'enables a person': {
    ask: () => consoleCalls.changeStanding({ ...person, act: 'enable', version: 4 }),
    arrives: 'POST /api/user/u-1/enable',
    ifMatch: '"4"',
  },
  'offboards a person': {
    ask: () => consoleCalls.changeStanding({ ...person, act: 'offboard', version: 4 }),
    arrives: 'POST /api/user/u-1/offboard',
    ifMatch: '"4"',
  },
  'invites somebody': {
    ask: () => consoleCalls.invite({ email: 'grace@example.com', type: 'auditor', reason }),
    arrives: 'POST /api/admin/invitations',
    body: { email: 'grace@example.com', type: 'auditor' },
  },
  'sends an invitation again': {
    ask: () => consoleCalls.sendInvitation({ invitationId: 'i-1', reason }),
    arrives: 'POST /api/admin/invitations/i-1/send',
  },
  'takes an invitation back': {
    ask: () => consoleCalls.revokeInvitation({ invitationId: 'i-1', reason }),
    arrives: 'DELETE /api/admin/invitations/i-1',
    gives: 'nothing',
  },
  'erases a person': {
    ask: () => consoleCalls.erasePerson({ ...person, email: 'ada@example.com' }),
    arrives: 'POST /api/user/u-1/erasure',
    body: { email: 'ada@example.com' },
  },
  'freezes an account': {
    ask: () => consoleCalls.freezeAccount({ ...person, frozen: true, version: 7 }),
    arrives: 'PUT /api/account/u-1/frozen',
    body: { frozen: true },
    ifMatch: '"7"',
  },
  'changes the status of many': {
    ask: () => consoleCalls.changeStatuses({ status: 'DECLINED', rows: [row, { _id: 't-2' }], reason }),
    arrives: 'POST /api/transaction/bulk',
    body: { status: 'DECLINED', rows: [row, { _id: 't-2', version: 0 }] },
  },
  'removes second factors': {
    ask: () => consoleCalls.resetFactors(person),
    arrives: 'DELETE /api/user/u-1/factors',
  },
  'approves a proposal, by the effect that was seen': {
    ask: () =>
      consoleCalls.decideProposal({ proposalId: 'p-1', decision: 'approve', effectHash: 'abc', reason }),
    arrives: 'POST /api/admin/proposals/p-1/approve',
    body: { effectHash: 'abc' },
  },
  'declines a proposal': {
    ask: () => consoleCalls.decideProposal({ proposalId: 'p-1', decision: 'decline', reason }),
    arrives: 'POST /api/admin/proposals/p-1/decline',
  },
  'takes an own proposal back': {
    ask: () => consoleCalls.decideProposal({ proposalId: 'p-1', decision: 'withdraw', reason }),
    arrives: 'POST /api/admin/proposals/p-1/withdraw',
  },
  'closes a report': {
    ask: () =>
      consoleCalls.closeReport({
        reportId: 'r-1',
        finding: 'mistake',
        others: ['r-2'],
        allowWithdrawals: true,
        reason,
      }),
    arrives: 'PUT /api/admin/reports/r-1',
    body: { finding: 'mistake', others: ['r-2'], allowWithdrawals: true },
  },
};

describe('a write of the console', () => {
  test.each(Object.entries(writes))('%s, for a reason', async (_, { ask, arrives, ...expected }) => {
    await start(() => ({ body: { data: { is: 'done' } } }));
    expect(await ask()).toEqual(expected.gives === 'nothing' ? undefined : { is: 'done' });
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: null }] =
      host.received;
    expect(host.received).toHaveLength(1);
    expect(`${method} ${path}`).toBe(arrives);
    // Left out, a write sends an empty object.
    expect(body ?? {}).toEqual(expected.body ?? {});
    expect(headers['x-reason']).toBe(encodeURIComponent(reason));
    expect(headers['if-match']).toBe(expected.ifMatch);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['disables a person', 'enables a person', 'invites somebody'])(
    '%s: one that waits for a second administrator says so, and for which proposal',
    async (name) => {
      await start(() => ({ status: 202, body: { data: { proposal: { _id: 'p-9' } } } }));
      const failure = await writes[name]?.ask().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SentForApprovalNotice);
      expect(failure).toMatchObject({ proposalId: 'p-9' });
    },
  );

  test('what waited already is a refusal that says whose it is, and is not sent', async () => {
    const proposal = { _id: 'p-9', createdAt: '2026-03-04T10:00:00.000Z' };
    const alreadyFrom = { _id: 'u-9', firstName: 'Grace', lastName: 'Hopper' };
    await start(() => ({ status: 202, body: { data: { proposal, alreadyFrom } } }));
    for (const name of ['disables a person', 'removes second factors']) {
      const failure = await writes[name]?.ask().catch((error: unknown) => error);
      expect(failure).toMatchObject({ message: expect.stringContaining('Grace Hopper sent it on') });
      expect(waitingOf(failure)).toMatchObject({ _id: 'p-9', proposer: alreadyFrom });
    }
  });

  test('of many that is still worked on is sent again under its key, and the next one under another', async () => {
    const answers = [refusal(409, 'It is being worked on', 'idempotency_in_flight')];
    await start(() => answers.shift() ?? { body: { data: [] } });
    const batch = { status: 'DECLINED' as const, rows: [row], reason };
    await consoleCalls.changeStatuses(batch).catch(() => {});
    await consoleCalls.changeStatuses(batch);
    await consoleCalls.changeStatuses(batch);
    const [lost, again, next] = host.received.map(({ headers }) => headers['idempotency-key']);
    expect(lost).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(lost);
    expect(next).not.toBe(lost);
  });
});

test('what is kept of a signed act is read', async () => {
  await start(() => ({ body: { data: { is: 'here' } } }));
  expect(await consoleCalls.readActProof({ proofId: 'p-1' })).toEqual({ is: 'here' });
  expect(host.received[0]?.path).toBe('/api/admin/audit/proofs/p-1');
});

test('a statement is fetched as a file', async () => {
  await start(() => ({ headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' }));
  const file = await consoleCalls.printStatement({ userId: 'u-1', period: '2026-02' });
  expect(await file.text()).toBe('%PDF-1.7');
  expect(host.received[0]).toMatchObject({
    method: 'GET',
    path: '/api/account/u-1/statements/2026-02/pdf',
  });
});
