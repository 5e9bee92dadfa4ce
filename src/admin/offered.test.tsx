// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { CoreAdminContext, HttpError } from 'ra-core';
import type { PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { calls, offeredAs } from '../../contract/calls';
import { dataProvider } from './data-provider';
import { useOfferedInTime, useOffers } from './offered';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const home = offeredAs(calls.readHome);
const busy = () => Promise.reject(new HttpError('busy', 503));

function watch(readOffered: () => Promise<string[]>) {
  vi.useFakeTimers();
  const client = new QueryClient();
  const provider = { ...dataProvider, readOffered };
  const { result } = renderHook(
    () => {
      useOfferedInTime(client, provider);
      return useOffers()('readHome');
    },
    {
      wrapper: ({ children }: PropsWithChildren) => (
        <CoreAdminContext dataProvider={provider} queryClient={client}>
          {children}
        </CoreAdminContext>
      ),
    },
  );
  return { has: () => result.current, pass: (time: number) => act(() => vi.advanceTimersByTimeAsync(time)) };
}

test('a host that fails for a moment is asked again at once', async () => {
  const ask = vi.fn<() => Promise<string[]>>().mockImplementationOnce(busy).mockResolvedValue([home]);
  const { has, pass } = watch(ask);
  await pass(1_500);
  expect(has()).toBe(true);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('one that goes on to fail has the base calls alone, until it can say what it has', async () => {
  const ask = vi.fn<() => Promise<string[]>>(busy);
  const { has, pass } = watch(ask);
  await pass(10_000);
  expect(has()).toBe(false);
  ask.mockResolvedValue([home]);
  await pass(30_000);
  expect(has()).toBe(true);
  const before = ask.mock.calls.length;
  await pass(3_600_000);
  expect(ask).toHaveBeenCalledTimes(before);
});

test('one that always fails is asked less and less', async () => {
  const ask = vi.fn<() => Promise<string[]>>(busy);
  const { has, pass } = watch(ask);
  await pass(3_600_000);
  expect(has()).toBe(false);
  expect(ask.mock.calls.length).toBeLessThan(40);
});

test("an operator's own provider that does not know has every call, each of which tells for itself", async () => {
  const { has, pass } = watch(() => Promise.reject(new Error('unknown')));
  await pass(10_000);
  expect(has()).toBe(true);
});
