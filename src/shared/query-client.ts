import { QueryClient } from '@tanstack/react-query';
import { apiErrorOf } from './api-error';
import { onPersonChange } from './personal-data';

/** How often a read is asked again, at most. */
const retries = 2;
/** Milliseconds a page waits before it asks again; a service that wants more time is not asked on its own. */
const longestWait = 10_000;

/** Milliseconds that a page waits to be told what the host has besides the base calls. */
export const patience = 4_000;

/** The HTTP status of a failure, also of one that another data provider threw; undefined without an answer. */
function statusOf(error: Error): number | undefined {
  const status: unknown = Reflect.get(error, 'status');
  return typeof status === 'number' && status > 0 ? status : undefined;
}

/**
 * The one answer to whether a failed read is asked again by itself. A refusal (4xx, a limit included) stays one when
 * asked again; a service that is down or cannot be reached may be back, unless it has named a time too long to wait for.
 */
export function worthRetrying(failures: number, error: Error): boolean {
  const status = statusOf(error);
  if (status !== undefined && status < 500) return false;
  const wanted = apiErrorOf(error)?.retryAfter;
  return failures < retries && (wanted === undefined || wanted * 1_000 <= longestWait);
}

/** Milliseconds until the next attempt: what the service asked for, else one second, then two. */
export function retryDelay(failures: number, error: Error): number {
  const wanted = apiErrorOf(error)?.retryAfter;
  return wanted === undefined ? 1_000 * 2 ** failures : wanted * 1_000;
}

/**
 * The one query client, shared by every face; it is emptied when another person signs in. What a browser without a network would
 * put off fails like any other call: a read is asked again once there is a network, and a write is not sent when nobody
 * expects it any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
});

onPersonChange(() => queryClient.clear());
