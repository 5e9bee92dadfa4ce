// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Statement } from '../../../contract/statements';
import { lightTheme } from '../light-theme';
import { heldBack } from '../testing/held-back';
import { withStyles } from '../testing/styles';
import { takeFocusAtOnce } from '../testing/take-focus-at-once';
import { StatementView } from './StatementView';
import type { StatementSource } from './statement-source';

withStyles();
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const march: Statement = {
  _id: '2026-03',
  from: '2026-03-01',
  to: '2026-03-31',
  entries: 0,
  lines: [{ field: 'balance', opening: 0, deposits: 500, withdrawals: 0, adjustments: 0, closing: 500 }],
  stored: null,
  userId: '00000000-0000-4000-8000-000000000001',
  items: [],
  months: [],
  intact: null,
};
const source: StatementSource = {
  key: ['statements'],
  list: async () => ({ statements: [march], mailed: false }),
  read: async () => march,
  print: async () => new Blob(),
};

/** The style sheet's rules of an element's own class. */
function rulesOf(element: Element): string {
  const name = `.${[...element.classList].find((each) => each.startsWith('css-'))}`;
  return [...document.querySelectorAll('style')]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.includes(name))
    .join('\n');
}

it('a table without room for its columns is a list, in which names stand to the left of their figures', async () => {
  render(
    <ThemeProvider theme={lightTheme}>
      <QueryClientProvider client={new QueryClient()}>
        <StatementView source={source} period="2026-03" />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const room = await screen.findByRole('region', { name: 'Figures' });
  const rules = rulesOf(screen.getByRole('table', { name: 'Figures' }));
  // The room that is measured is that of the table: a window of 900 px with a sidebar has as little as one of 640 px.
  expect(rulesOf(room)).toContain('container-type:inline-size');
  expect(rules).toMatch(/@container \(max-width: 40rem\)\{[^@]*thead[^@]*\{display:none;\}/);
  // To the right, a cell of MUI has its parts in the opposite order.
  expect(rulesOf(screen.getByRole('columnheader', { name: 'Closing' }))).toContain(
    'flex-direction:row-reverse;',
  );
  expect(rules).toMatch(/td:not\(\[data-zero\]\)\{[^}]*;flex-direction:row;/);
});

it('a file that could not be saved leaves the focus on the button that was pressed for it', async () => {
  takeFocusAtOnce();
  const { after, release } = heldBack();
  const print = async () => {
    await after;
    throw new Error('Not now');
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StatementView source={{ ...source, print }} period="2026-03" />
    </QueryClientProvider>,
  );
  (await screen.findByRole('button', { name: 'Save as PDF' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeDisabled();
  expect(document.body).toHaveFocus();
  release();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save as PDF' })).toHaveFocus());
});
