// @vitest-environment jsdom
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from './api-error';
import { queryClient, retryDelay, worthRetrying } from './query-client';

beforeEach(() => queryClient.clear());

function failed(status: number, retryAfter?: number): ApiError {
  return new ApiError(status, [{ error: 'no', message: 'no', code: 'internal' }], retryAfter);
}

/** The same failure as react-admin's hooks get it. */
function wrapped(error: ApiError): Error {
  return Object.assign(new Error(error.message, { cause: error }), { status: error.status });
}

it.each([400, 401, 403, 404, 409, 412, 422, 429])('a read refused with %i is asked once', async (status) => {
  for (const error of [failed(status), wrapped(failed(status)), Object.assign(new Error('no'), { status })]) {
    let asked = 0;
    const read = queryClient.fetchQuery({
      queryKey: [status, error],
      queryFn: () => {
        asked += 1;
        throw error;
      },
      // fetchQuery alone asks once by default; this is what the pages' queries have.
      retry: worthRetrying,
    });
    await expect(read).rejects.toBe(error);
    expect(asked).toBe(1);
  }
});

it('a limit is not asked again even when it says how long it lasts', () => {
  expect(worthRetrying(0, failed(429, 1))).toBe(false);
});

it('a service that is down or unreachable is asked three times in all', () => {
  for (const error of [failed(0), failed(500), wrapped(failed(503)), new TypeError('Failed to fetch')]) {
    expect([0, 1, 2].map((failures) => worthRetrying(failures, error))).toEqual([true, true, false]);
    expect([0, 1].map((failures) => retryDelay(failures, error))).toEqual([1_000, 2_000]);
  }
});

it('a busy service is asked when it said, and not by itself when that is long', () => {
  expect(worthRetrying(0, wrapped(failed(503, 4)))).toBe(true);
  expect(retryDelay(0, wrapped(failed(503, 4)))).toBe(4_000);
  expect(worthRetrying(0, failed(503, 3_600))).toBe(false);
});

it('is what every query of the app has', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({ retry: worthRetrying, retryDelay });
});

it('a browser without a network does not put a read off: it fails, and is asked again with the network', async () => {
  queryClient.mount();
  onTestFinished(() => {
    onlineManager.setOnline(true);
    queryClient.unmount();
  });
  onlineManager.setOnline(false);
  const answers = [Promise.reject(failed(0)), Promise.resolve('read')];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['away'],
    queryFn: () => answers.shift(),
    retry: false,
  });
  const stop = observer.subscribe(() => {});
  onTestFinished(stop);
  await expect.poll(() => observer.getCurrentResult().status).toBe('error');
  onlineManager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().data).toBe('read');
});

it('a browser without a network does not put a write off, to be sent when nobody expects it any more', async () => {
  queryClient.mount();
  onTestFinished(() => {
    onlineManager.setOnline(true);
    queryClient.unmount();
  });
  onlineManager.setOnline(false);
  const send = vi.fn(() => Promise.reject(failed(0)));
  const observer = new MutationObserver(queryClient, { mutationFn: send });
  await expect(observer.mutate()).rejects.toMatchObject({ status: 0 });
  onlineManager.setOnline(true);
  expect(send).toHaveBeenCalledOnce();
});
