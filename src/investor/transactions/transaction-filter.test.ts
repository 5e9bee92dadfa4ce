import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTransaction } from '../testing/build-transaction';
import { filterQuery, noFilter, passes } from './transaction-filter';
import { firstPage } from './transaction-page';
import { readRequest, writeRequest } from './use-transactions-view';

describe('the address of the transactions page', () => {
  it('brings back page, order and filters as they were', () => {
    const request = {
      page: 2,
      sort: { field: 'amount', order: 'ASC' as const },
      filter: { ...noFilter, type: 'DEPOSIT' as const, currency: 'bitcoin' as const, from: '2026-01-31' },
    };
    expect(readRequest(writeRequest(request))).toEqual(request);
  });

  it('holds nothing for the newest transactions', () => {
    expect(writeRequest(firstPage).size).toBe(0);
  });

  it.each([
    'page=0&sort=balance&order=up&type=LOAN&status=&currency=doge&from=yesterday&to=2026-02-30',
    'page=-3',
    'page=1e9',
    'page=x',
  ])('%s makes no sense and is read as the newest transactions', (query) => {
    expect(readRequest(new URLSearchParams(query))).toEqual(firstPage);
  });
});

describe('days', () => {
  it('are whole days where the reader is', () => {
    const { filter = '' } = filterQuery({ ...noFilter, from: '2026-03-01', to: '2026-03-01' });
    expect(JSON.parse(filter)).toEqual({
      createdAt_gte: new Date(2026, 2, 1).toISOString(),
      createdAt_lte: new Date(2026, 2, 1, 23, 59, 59, 999).toISOString(),
    });
  });
});

describe('the last day', () => {
  it('has its last hour twice where clocks are set back at midnight', () => {
    vi.stubEnv('TZ', 'America/Santiago');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { filter = '' } = filterQuery({ ...noFilter, from: '2026-04-04', to: '2026-04-04' });
    expect(JSON.parse(filter)).toEqual({
      createdAt_gte: '2026-04-04T03:00:00.000Z',
      createdAt_lte: '2026-04-05T03:59:59.999Z',
    });
  });
});

describe('the first and the last day there are', () => {
  it.each(['Asia/Tokyo', 'Pacific/Honolulu'])('are days that a host takes, in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { filter = '' } = filterQuery({ ...noFilter, from: '0001-01-01', to: '9999-12-31' });
    expect(JSON.parse(filter)).toEqual({
      createdAt_gte: expect.stringMatching(/^0001-01-01T/),
      createdAt_lte: expect.stringMatching(/^9999-12-31T/),
    });
  });

  it('come after the year 0 of an address, which is none', () => {
    expect(readRequest(new URLSearchParams('from=0000-12-31'))).toEqual(firstPage);
  });
});

describe('a host that answers the whole list is filtered here', () => {
  const transaction = buildTransaction({ createdAt: new Date(2026, 2, 1, 12).toISOString() });

  it.each([
    [{}, true],
    [{ type: 'DEPOSIT' as const, status: 'PENDING' as const, currency: 'bitcoin' as const }, true],
    [{ type: 'WITHDRAWAL' as const }, false],
    [{ status: 'CONFIRMED' as const }, false],
    [{ currency: 'ethereum' as const }, false],
    [{ from: '2026-03-01', to: '2026-03-01' }, true],
    [{ from: '2026-03-02' }, false],
    [{ to: '2026-02-28' }, false],
  ])('by %o', (filter, expected) => {
    expect(passes(transaction, { ...noFilter, ...filter })).toBe(expected);
  });
});
