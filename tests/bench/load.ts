import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { TrxStatus } from '../../contract/enums';
import { buildDeposit } from '../builders';
import type { BenchData } from './data';

export interface Workload {
  title: string;
  /** Makes the next request. */
  next(request: autocannon.Request): autocannon.Request;
  /** The status of success; anything else fails the run. */
  status: 200 | 201;
}

/** Every one differs in its effect from the one before, so that each request posts. */
const statuses = ['CONFIRMED', 'DECLINED', 'CONFIRMED', 'PENDING'] as const satisfies TrxStatus[];

/** The three calls that docs/benchmark.md compares. */
export function workloads(data: BenchData): Workload[] {
  let turn = 0;
  const tokenOf = () => data.investors[turn++ % data.investors.length] ?? '';
  return [
    {
      title: 'GET /api/account',
      status: 200,
      next: (request) => ({
        ...request,
        method: 'GET',
        path: '/api/account',
        headers: { authorization: `Bearer ${tokenOf()}` },
      }),
    },
    {
      title: 'POST /api/transaction/create',
      status: 201,
      next: (request) => ({
        ...request,
        method: 'POST',
        path: '/api/transaction/create',
        headers: writeHeaders(tokenOf()),
        body: JSON.stringify(buildDeposit()),
      }),
    },
    decisions('PUT /api/transaction/{id}', data.admins, data.transactions),
  ];
}

/** Administrators who decide, sixteen at once, for as many investors as there are, and for one. */
export function decisionsForOne(data: BenchData): { many: Workload; one: Workload } {
  return {
    many: decisions('decisions for many investors', data.admins, data.transactions),
    one: decisions('decisions for one investor', data.admins, data.ofOne),
  };
}

/** Each pass over the transactions sets the next status. */
function decisions(title: string, admins: readonly string[], ids: readonly string[]): Workload {
  let changes = 0;
  return {
    title,
    status: 200,
    next(request) {
      const pass = Math.floor(changes / ids.length);
      const id = ids[changes % ids.length] ?? '';
      const admin = admins[changes % admins.length] ?? '';
      changes += 1;
      return {
        ...request,
        method: 'PUT',
        path: `/api/transaction/${id}`,
        headers: writeHeaders(admin),
        body: JSON.stringify({ status: statuses[pass % statuses.length] }),
      };
    },
  };
}

function writeHeaders(token: string) {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
}

const connections = 16;

/** Requests per second of a server under a workload, over `seconds`. Throws when an answer was not the right one. */
export function measure(address: string, workload: Workload, seconds: number): Promise<number> {
  return load(address, workload, { duration: seconds });
}

/**
 * Requests before a server is measured. A process that has just started compiles its code, and its connections plan each
 * statement, over the first thousands of calls: the time a fresh one takes says nothing of a server that runs.
 */
const warmUp = 2_500;

/** Lets a server answer so many requests that it is as fast as it gets. */
export async function warm(address: string, workload: Workload): Promise<void> {
  await load(address, workload, { amount: warmUp });
}

async function load(
  address: string,
  workload: Workload,
  long: { duration: number } | { amount: number },
): Promise<number> {
  const result = await autocannon({
    url: address,
    connections,
    ...long,
    requests: [{ setupRequest: workload.next }],
  });
  const right = result.statusCodeStats?.[`${workload.status}`]?.count ?? 0;
  const all = result.requests.total;
  if (result.errors > 0 || right < all) {
    throw new Error(
      `${workload.title}: ${all - right} of ${all} answers were wrong, ${result.errors} errors`,
    );
  }
  return all / result.duration;
}
