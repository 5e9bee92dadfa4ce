// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToken, storeToken } from './session';
import { itemNames, readItem, removeItem, writeItem } from './storage';
import { tokenOf } from './testing/tokens';
import { readSession } from './token';

beforeEach(() => writeItem('before', 'old'));
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of itemNames()) removeItem(name);
});

/** The browser reads what it has and takes nothing more, as on a full disk. */
function fill() {
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

test('what a full storage does not take is there as long as the page lasts, in place of what it has', () => {
  fill();
  writeItem('before', 'new');
  writeItem('further', 'new');
  expect(readItem('before')).toBe('new');
  expect(readItem('further')).toBe('new');
  expect(itemNames().sort()).toEqual(['before', 'further']);
});

test('what is removed there is gone', () => {
  fill();
  writeItem('before', 'new');
  removeItem('before');
  expect(readItem('before')).toBeNull();
  expect(itemNames()).toEqual([]);
});

test('what is taken again is what counts', () => {
  const full = fill();
  writeItem('before', 'new');
  full.mockRestore();
  writeItem('before', 'newest');
  expect(readItem('before')).toBe('newest');
  localStorage.setItem('before', 'of another tab');
  expect(readItem('before')).toBe('of another tab');
});

test('a sign-in counts there, and a sign-out ends it', () => {
  fill();
  storeToken(tokenOf('investor'));
  expect(readSession()?.userId).toBe('person-1');
  clearToken();
  expect(readSession()).toBeNull();
});

test('a browser that refuses its storage has one as long as the page lasts', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(readItem('before')).toBeNull();
  writeItem('before', 'new');
  expect(readItem('before')).toBe('new');
  expect(itemNames()).toEqual(['before']);
  removeItem('before');
  expect(itemNames()).toEqual([]);
});
