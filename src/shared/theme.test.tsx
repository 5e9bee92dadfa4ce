// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import Dialog from '@mui/material/Dialog';
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { mediaWhere } from './testing/browser-stubs';
import { pageTheme } from './theme';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['fades for others', false, 1],
  ['is gone at once for whoever wants less motion', true, 0],
])('a dialog that closes %s', (_, less, left) => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'matchMedia',
    mediaWhere((media) => less && media.includes('prefers-reduced-motion: reduce')),
  );
  const dialog = (open: boolean) => (
    <ThemeProvider theme={pageTheme()}>
      <Dialog open={open}>Whole</Dialog>
    </ThemeProvider>
  );
  const { rerender } = render(dialog(true));
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  rerender(dialog(false));
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryAllByText('Whole')).toHaveLength(left);
});
