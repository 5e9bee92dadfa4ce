// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from '../../../contract/zod';
import { noteHostTime } from '../../shared/host-clock';
import { storeToken } from '../../shared/session';
import { tokenOf } from '../../shared/testing/tokens';
import { dropPending, keepPending, readPending } from './pending-submission';

const form = z.object({ amount: z.string() });
const day = 24 * 60 * 60_000;
const read = () => readPending('withdrawal', form);
const hostSays = (moment: number) => noteHostTime(new Headers({ date: new Date(moment).toUTCString() }));

beforeEach(() => storeToken(tokenOf('investor')));
afterEach(() => {
  vi.useRealTimers();
  hostSays(Date.now());
  localStorage.clear();
});

/** The device's clock goes on by so much; the session lasts as long. */
function setClock(ahead: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead });
  storeToken(tokenOf('investor'));
}

test('of several that had no answer the last is read first, and each is dropped by itself', () => {
  const first = keepPending('withdrawal', { amount: '1' });
  setClock(1_000);
  const second = keepPending('withdrawal', { amount: '2' });
  keepPending('deposit', { amount: '3' });
  expect(read()).toEqual(second);
  dropPending('withdrawal', second.key, 'person-1');
  expect(read()).toEqual(first);
  dropPending('withdrawal', first.key, 'person-1');
  expect(read()).toBeNull();
});

test('one that is sent again counts from its first time, and cannot be once its key may be forgotten', () => {
  const { key } = keepPending('withdrawal', { amount: '1' });
  setClock(28 * day);
  expect(keepPending('withdrawal', { amount: '1' }, key)).toEqual(read());
  expect(read()?.values).toEqual({ amount: '1' });
  setClock(day);
  expect(read()).toMatchObject({ key, values: null });
});

test('a clock of the device that is set ahead makes none older: the host says the time', () => {
  const sent = keepPending('withdrawal', { amount: '1' });
  const now = Date.now();
  setClock(60 * day);
  hostSays(now);
  expect(read()).toEqual(sent);
});

test('one that does not fit the form any more was sent all the same', () => {
  const { key } = keepPending('withdrawal', { sum: '1' });
  expect(read()).toMatchObject({ key, values: null });
});
