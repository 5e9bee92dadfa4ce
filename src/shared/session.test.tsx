// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../contract/storage-keys';
import { clearToken, lastSessionEnd, storeToken } from './session';
import { clearInOtherTab, endInOtherTab, signInInOtherTab } from './testing/other-tab';
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

  it.each([{}, { type: null }, { type: '' }, { type: 7 }])(
    'is a session without a role where it says %j',
    (said) => {
      expect(sessionOf(tokenWith({ user: { _id: 'a', ...said } }))).toEqual({ userId: 'a', type: '' });
    },
  );

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
    tokenWith({ user: { _id: 'a', type: 'admin' }, exp: 'never' }),
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

  it.each([
    ['signed-out', 'signed-out'],
    ['refused', 'refused'],
    [undefined, 'refused'],
  ] as const)('sees an end in another tab, and hears why: %s counts as %s', (end, counted) => {
    clearToken(counted === 'refused' ? 'signed-out' : 'refused');
    localStorage.clear();
    storeToken(tokenOf('investor'));
    const { result } = renderHook(() => useSession());
    expect(lastSessionEnd()).toBeUndefined();
    act(() => endInOtherTab(end));
    expect(result.current).toBeNull();
    expect(lastSessionEnd()).toBe(counted);
    act(() => signInInOtherTab(tokenOf('investor')));
    expect(lastSessionEnd()).toBeUndefined();
  });

  it('that the way back brings as it was left sees whose session it is now', () => {
    storeToken(tokenOf('investor', 'id-1'));
    const { result } = renderHook(() => useSession());
    // No event of the storage reaches a page that is put away.
    const show = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    localStorage.setItem(storageKeys.token, tokenOf('investor', 'id-2'));
    act(show);
    expect(result.current?.userId).toBe('id-2');
    localStorage.setItem(storageKeys.sessionEnd, 'signed-out');
    localStorage.removeItem(storageKeys.token);
    act(show);
    expect(result.current).toBeNull();
    expect(lastSessionEnd()).toBe('signed-out');
  });

  it('asks nobody why an earlier session ended', () => {
    clearToken('signed-out');
    storeToken(tokenOf('investor'));
    renderHook(() => useSession());
    act(() => endInOtherTab());
    expect(lastSessionEnd()).toBe('refused');
  });

  it('takes a storage that was cleared for no sign-out', () => {
    storeToken(tokenOf('investor'));
    const { result } = renderHook(() => useSession());
    act(() => clearInOtherTab());
    expect(result.current).toBeNull();
    expect(lastSessionEnd()).toBe('refused');
  });

  it('tells the other tabs why before the token goes', () => {
    const written: string[] = [];
    const remember = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      written.push(localStorage.getItem(storageKeys.sessionEnd) ?? 'nothing');
    });
    clearToken('refused');
    clearToken();
    remember.mockRestore();
    expect(written).toEqual(['refused', 'signed-out']);
  });
});
