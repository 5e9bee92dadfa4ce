// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './api';
import { noteHostTime } from './host-clock';
import { type StandInHost, startStandInHost } from './testing/stand-in-host';
import { useHold } from './use-hold';

const start = Date.UTC(2026, 2, 1, 12);
const hour = 3_600_000;
const day = 24 * hour;
const at = (moment: number) => new Date(moment).toISOString();
const hostSays = (moment: number) => noteHostTime(new Headers({ date: new Date(moment).toUTCString() }));
const held = (notBefore: number) =>
  ({ status: 'PENDING', notBefore: at(notBefore), holdCause: 'new_address' }) as const;

let host: StandInHost | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  hostSays(Date.now());
  await host?.close();
});

const watch = (notBefore: number) => renderHook(() => useHold(held(notBefore))).result;

it('a hold is over by itself when its time has come, and not before', () => {
  const result = watch(start + hour);
  act(() => vi.advanceTimersByTime(hour - 1));
  expect(result.current).toBeDefined();
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBeUndefined();
});

it('one that ended while the device slept is over within a minute after that', () => {
  const result = watch(start + hour);
  act(() => vi.advanceTimersByTime(60_000));
  vi.setSystemTime(start + 2 * hour);
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current).toBeUndefined();
});

it('one that ended while it was being drawn is over at once', () => {
  const { result } = renderHook(() => {
    // After what is drawn, and before anything waits for its end.
    useLayoutEffect(() => void vi.setSystemTime(start + hour), []);
    return useHold(held(start + hour));
  });
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBeUndefined();
});

it.each([
  ['ahead', day],
  ['behind', -day],
])('on a device whose clock is a day %s it lasts as long', (_, off) => {
  hostSays(start - off);
  const result = watch(start - off + hour);
  act(() => vi.advanceTimersByTime(hour - 1));
  expect(result.current).toBeDefined();
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBeUndefined();
});

it('what an answer was late does not move the clock', () => {
  hostSays(start - 10_000);
  const result = watch(start + hour);
  act(() => vi.advanceTimersByTime(hour));
  expect(result.current).toBeUndefined();
});

it("the host's time is that of its answers", async () => {
  vi.useRealTimers();
  const date = new Date(Date.now() - day).toUTCString();
  host = await startStandInHost(() => ({ headers: { date }, body: { data: [] } }));
  vi.stubEnv('VITE_API_URL', host.url);
  const yesterday = Date.now() - day + hour;
  expect(watch(yesterday).current).toBeUndefined();
  await call('listAddresses');
  expect(watch(yesterday).current).toBeDefined();
});
