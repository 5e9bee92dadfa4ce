// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CopyButton } from './CopyButton';

beforeEach(() => {
  // For its clipboard: jsdom has none.
  userEvent.setup();
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const button = (name: string) => screen.queryByRole('button', { name });

it('says Copied for 1.5 s, and anew for as long after another click', async () => {
  render(<CopyButton value="bc1q" label="Copy address" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
  // What is copied is known a moment later.
  await pass(0);
  await pass(1_400);
  fireEvent.click(screen.getByRole('button', { name: 'Copied' }));
  await pass(0);
  await pass(1_400);
  expect(button('Copied')).toBeVisible();
  await pass(200);
  expect(button('Copied')).toBeNull();
  expect(button('Copy address')).toBeVisible();
});
