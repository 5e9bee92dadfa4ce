// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { themeOf } from '../../shared/theme-options';
import { Markets } from './Markets';

beforeEach(() => {
  // jsdom shows nothing: here everything is in view at once.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(['light', 'dark'] as const)('the market overview is %s where the page is', async (mode) => {
  render(
    <ThemeProvider theme={themeOf(mode)}>
      <Markets />
    </ThemeProvider>,
  );
  expect(screen.getByRole('heading', { name: 'MARKETS' })).toBeVisible();
  const shown = await screen.findByTitle('Market overview');
  expect(shown).toHaveAttribute('src', `/widgets/overview-${mode}.html`);
});
