// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { ListContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { takeFocusAtOnce } from '../../shared/testing/take-focus-at-once';
import { ListFailure } from './ListStates';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

it.each([
  ['above the rows of an earlier answer', [{ id: 1 }], 'Refresh'],
  ['in place of the rows', undefined, 'Try again'],
])('who reads a list anew, %s, and in vain, has the focus on the button still', (_, data, name) => {
  takeFocusAtOnce();
  const failure = (isFetching: boolean) => (
    <ListContext value={{ data, error: new Error('Not now'), isFetching, refetch: vi.fn() } as never}>
      <ListFailure what="users" />
    </ListContext>
  );
  const { rerender } = render(failure(false));
  screen.getByRole('button', { name }).focus();
  rerender(failure(true));
  expect(document.body).toHaveFocus();
  rerender(failure(false));
  expect(screen.getByRole('button', { name })).toHaveFocus();
});
