// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { takeFocusAtOnce } from '../testing/take-focus-at-once';
import { WaitButton } from './WaitButton';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const form = (loading: boolean) => (
  <form>
    <input aria-label="Amount" disabled={loading} />
    <WaitButton wait={undefined} loading={loading}>
      Save
    </WaitButton>
  </form>
);

test.each([
  ['the button', 'button', 'Save'],
  ['a field of its form', 'textbox', 'Amount'],
] as const)(
  'the focus that %s has lost while it loads comes back, however early it went',
  (_, role, name) => {
    takeFocusAtOnce();
    const { rerender } = render(form(false));
    screen.getByRole(role, { name }).focus();
    rerender(form(true));
    expect(document.body).toHaveFocus();
    rerender(form(false));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  },
);

test('focus that was elsewhere, or has gone elsewhere, stays there', () => {
  takeFocusAtOnce();
  const both = (loading: boolean) => (
    <>
      {form(loading)}
      <button type="button">Other</button>
    </>
  );
  const { rerender } = render(both(false));
  screen.getByRole('button', { name: 'Save' }).focus();
  rerender(both(true));
  screen.getByRole('button', { name: 'Other' }).focus();
  rerender(both(false));
  expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
  rerender(both(true));
  rerender(both(false));
  expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
});
