import { parse } from 'papaparse';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '../../../../contract/transaction';
import type { Answer, Received, StandInHost } from '../../../shared/testing/stand-in-host';
import { buildTransaction } from '../../testing/build-transaction';
import { startInvestorHost } from '../../testing/investor-host';
import { fetchAll } from '../fetch-all';
import { noFilter } from '../transaction-filter';
import { firstPage } from '../transaction-page';
import { toCsv } from './csv';

describe('the file', () => {
  it('has the columns of the list and what people typed', () => {
    const deposit = buildTransaction({ amount: 1_234.5 });
    const withdrawal = buildTransaction({
      trxType: 'WITHDRAWAL',
      plan: null,
      transactionId: null,
      wallet: 'bc1qmyown',
      status: 'CONFIRMED',
    });
    expect(toCsv([deposit, withdrawal]).split('\r\n')).toEqual([
      's/n,trxType,amount (USD),plan,status,currency,date (UTC),transaction id,wallet',
      '1,DEPOSIT,1234.50,Starter,PENDING,Bitcoin,2026-03-01 12:00:00,tx-0001,',
      '2,WITHDRAWAL,500.00,NaN,CONFIRMED,Bitcoin,2026-03-01 12:00:00,,bc1qmyown',
    ]);
  });

  it.each([null, ''])('has no amount where the host has none, but %j', (missing) => {
    const [, line = ''] = toCsv([{ ...buildTransaction(), amount: missing as never }]).split('\r\n');
    expect(line).toMatch(/^1,DEPOSIT,NaN,/);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=1\nx', ' =1'])('neutralises %j', (transactionId) => {
    const [, line = ''] = toCsv([buildTransaction({ transactionId })]).split('\r\n');
    expect(line).toContain(`'${transactionId}`);
  });

  it.each([';', '\t'])('neutralises what would begin a cell where cells end by %j', (delimiter) => {
    const csv = toCsv([buildTransaction({ transactionId: `x${delimiter} =1` })]);
    const { data } = parse<string[]>(csv, { delimiter });
    expect(data.flat().filter((cell) => /^\s*=/.test(cell))).toEqual([]);
  });

  it('keeps commas, quotes and line breaks within their cell', () => {
    expect(toCsv([buildTransaction({ transactionId: 'a,"b"\nc' })])).toContain('"a,""b""\nc"');
  });
});

describe('reading all pages', () => {
  let host: StandInHost;
  afterEach(async () => {
    vi.unstubAllEnvs();
    await host.close();
  });

  async function serve(answer: (request: Received) => Answer): Promise<void> {
    host = await startInvestorHost({ transactions: answer });
    vi.stubEnv('VITE_API_URL', host.url);
  }

  const list = Array.from({ length: 1_200 }, (_, index) => buildTransaction({ _id: `t-${index}` }));
  const queryOf = ({ path }: Received) => new URL(path, 'http://host').searchParams;

  function paged(request: Received, rows: Transaction[] = list): Answer {
    const [from = 0, to = 0] = JSON.parse(queryOf(request).get('range') ?? '[]') as number[];
    return {
      headers: { 'content-range': `items ${from}-${to}/${rows.length}` },
      body: { data: rows.slice(from, to + 1) },
    };
  }

  const never = new AbortController().signal;

  it('takes ranges one after the other, with order and filter, and says how far it is', async () => {
    await serve(paged);
    const progress: number[] = [];
    const request = { ...firstPage, page: 3, filter: { ...noFilter, status: 'PENDING' as const } };
    const rows = await fetchAll(request, never, (done) => progress.push(done));
    expect(rows.map(({ _id }) => _id)).toEqual(list.map(({ _id }) => _id));
    expect(progress).toEqual([500, 975, 1_200]);
    expect(host.received.map((each) => queryOf(each).get('filter'))).toEqual(
      Array.from({ length: 3 }, () => '{"status":"PENDING"}'),
    );
  });

  it('a transaction made meanwhile puts none into the file twice', async () => {
    let asked = 0;
    await serve((request) => {
      asked += 1;
      return paged(request, asked === 1 ? list : [buildTransaction({ _id: 'new' }), ...list]);
    });
    const ids = (await fetchAll(firstPage, never, () => {})).map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(['new', ...list.map(({ _id }) => _id)].toSorted());
  });

  it.each([10, 100, 600])('has every transaction that stays while %i others leave the list', async (gone) => {
    const after = list.slice(gone);
    let asked = 0;
    await serve((request) => {
      asked += 1;
      return paged(request, asked === 1 ? list : after);
    });
    const ids = (await fetchAll(firstPage, never, () => {})).map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(after.map(({ _id }) => _id)));
  });

  it('a host that answers the whole list is filtered here', async () => {
    const declined = buildTransaction({ _id: 't-declined', status: 'DECLINED' });
    await serve(() => ({ body: { data: [buildTransaction(), declined] } }));
    const request = { ...firstPage, filter: { ...noFilter, status: 'DECLINED' as const } };
    expect(await fetchAll(request, never, () => {})).toEqual([declined]);
  });

  it('stops when it is cancelled', async () => {
    await serve(paged);
    const controller = new AbortController();
    const reading = fetchAll(firstPage, controller.signal, () => controller.abort());
    await expect(reading).rejects.toThrow();
    expect(host.received).toHaveLength(1);
  });
});
