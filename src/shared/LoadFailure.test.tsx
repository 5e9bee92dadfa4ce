// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadFailure } from './LoadFailure';
import { takeFocusAtOnce } from './testing/take-focus-at-once';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

it('who tries again by keyboard, and in vain, can do so once more', async () => {
  takeFocusAtOnce();
  const refetch = vi.fn();
  const failure = (isFetching: boolean) => (
    <LoadFailure query={{ error: new Error('Not now'), isFetching, refetch }} />
  );
  const { rerender } = render(failure(false));
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  rerender(failure(true));
  expect(screen.getByRole('button', { name: /Try again/ })).toBeDisabled();
  rerender(failure(false));
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(refetch).toHaveBeenCalledTimes(2);
});
