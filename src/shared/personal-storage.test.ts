// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetPerson } from './personal-data';
import { readOwn, removeOwn, writeOwn } from './personal-storage';
import { clearToken, onTokenChange, storeToken } from './session';
import { endInOtherTab } from './testing/other-tab';
import { tokenOf } from './testing/tokens';

onTokenChange(forgetPerson);

beforeEach(() => {
  storeToken(tokenOf('investor', 'ada'));
  writeOwn('draft', 'of Ada');
});
afterEach(() => {
  clearToken();
  localStorage.clear();
});

test('what a person has begun is there again after a reload', () => {
  expect(readOwn('draft')).toBe('of Ada');
  removeOwn('draft');
  expect(readOwn('draft')).toBeNull();
});

test('a sign-out leaves nothing of theirs in the browser', () => {
  clearToken();
  expect(JSON.stringify(localStorage)).not.toContain('of Ada');
  storeToken(tokenOf('investor', 'ada'));
  expect(readOwn('draft')).toBeNull();
});

test('a session that the server ended leaves it for the same person', () => {
  clearToken('refused');
  expect(readOwn('draft')).toBeNull();
  storeToken(tokenOf('investor', 'ada'));
  expect(readOwn('draft')).toBe('of Ada');
});

test.each(['refused', undefined] as const)(
  'so does one that ended in another tab, for whatever reason but a sign-out: %s',
  (end) => {
    endInOtherTab(end);
    storeToken(tokenOf('investor', 'ada'));
    expect(readOwn('draft')).toBe('of Ada');
  },
);

test('a sign-out in another tab leaves nothing here either', () => {
  endInOtherTab('signed-out');
  expect(JSON.stringify(localStorage)).not.toContain('of Ada');
});

test('another person who signs in after that neither sees it nor leaves it there', () => {
  clearToken('refused');
  storeToken(tokenOf('investor', 'grace'));
  expect(readOwn('draft')).toBeNull();
  expect(JSON.stringify(localStorage)).not.toContain('of Ada');
});

test('nobody signed in keeps nothing', () => {
  clearToken();
  writeOwn('draft', 'of nobody');
  expect(JSON.stringify(localStorage)).not.toContain('of nobody');
});
