// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { storageKeys } from '../../contract/storage-keys';
import { clearToken, lastSessionEnd, storeToken } from './session';
import { tokenOf, tokenWith } from './testing/tokens';
import { readSession, readToken, sessionOf } from './token';
import { useSession } from './use-session';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const inSeconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

describe('a stored token', () => {
  it('is kept under its key and says who is signed in', () => {
    storeToken(tokenOf('admin', 'id-1'));
    expect(localStorage.getItem('token')).toBe(readToken());
    expect(readSession()).toEqual({ userId: 'id-1', type: 'admin' });
  });

  it('with letters outside ASCII in it is read', () => {
    expect(sessionOf(tokenWith({ user: { _id: 'Zoë', type: 'investor' } }))?.userId).toBe('Zoë');
  });

  it('that names nothing but a type, as other hosts have it, is the session of an investor or an administrator', () => {
    const token = tokenWith({ user: { type: 'user' } });
    expect(sessionOf(token)).toEqual({ userId: token, type: 'investor' });
    expect(sessionOf(tokenWith({ user: { type: 'admin' } }))?.type).toBe('admin');
  });

  it.each([
    [7, '7'],
    [0, '0'],
    [null, undefined],
    [{}, undefined],
  ])('may name the person by %j', (_id, userId) => {
    const token = tokenWith({ user: { _id, type: 'admin' } });
    expect(sessionOf(token)).toEqual({ userId: userId ?? token, type: 'admin' });
  });

  it('past its end is no session', () => {
    expect(sessionOf(tokenWith({ user: { _id: 'a', type: 'admin' }, exp: inSeconds(-1) }))).toBeNull();
    expect(sessionOf(tokenWith({ user: { _id: 'a', type: 'admin' }, exp: inSeconds(60) }))).not.toBeNull();
  });

  it.each([
    '',
    'x',
    'a.b.c',
    'a.%%%.c',
    tokenWith(null),
    tokenWith({ user: 'ada' }),
    tokenWith({ user: { _id: 'a' } }),
  ])('that cannot be read is no session: %s', (token) => {
    expect(sessionOf(token)).toBeNull();
  });
});

describe('a component that uses the session', () => {
  it('sees a sign-in and a sign-out in its own tab', () => {
    const { result } = renderHook(() => useSession());
    expect(result.current).toBeNull();
    act(() => storeToken(tokenOf('investor', 'id-2')));
    expect(result.current).toEqual({ userId: 'id-2', type: 'investor' });
    act(() => clearToken());
    expect(result.current).toBeNull();
  });

  it('sees a sign-out in another tab, and takes it for one', () => {
    storeToken(tokenOf('investor'));
    clearToken('refused');
    storeToken(tokenOf('investor'));
    const { result } = renderHook(() => useSession());
    act(() => {
      localStorage.removeItem(storageKeys.token);
      window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
    });
    expect(result.current).toBeNull();
    expect(lastSessionEnd()).toBe('signed-out');
  });
});
