// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { OutboxMail } from '../../../contract/mail';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';

let host: StandInHost;

const failed: OutboxMail = {
  _id: 'm-1',
  createdAt: '2026-03-04T11:00:00.000Z',
  recipient: 'ada@example.com',
  userId: 'u-1',
  subject: 'Deposit received',
  state: 'failed',
  attempts: 3,
  lastError: '550 5.1.1 unknown user',
  nextAttemptAt: null,
  endedAt: '2026-03-04T12:05:00.000Z',
};
const waiting: OutboxMail = {
  ...failed,
  _id: 'm-2',
  state: 'waiting',
  attempts: 4,
  lastError: null,
  nextAttemptAt: '2026-03-04T11:00:05.000Z',
  endedAt: null,
};

async function open(mails: OutboxMail[] = [failed, waiting]) {
  host = await startConsoleHost({ 'GET /api/admin/mail': () => paged(mails) });
  renderConsole(host, '/admin/mail');
  return userEvent.setup();
}

const asked = () => queryOf(host.received.filter(({ path }) => path.startsWith('/api/admin/mail?')).at(-1));

it('says to whom each mail goes, what became of it, after how many tries, and why', async () => {
  await open();
  expect(await headersOf('Mail')).toEqual(['S/N', 'When', 'To', 'Subject', 'State', 'Tries', 'Last error']);
  const [, , to, subject, state, tries, error] = await cellsOf('Mail', 1);
  expect([to, subject, tries, error]).toEqual([
    'ada@example.com',
    'Deposit received',
    '3',
    '550 5.1.1 unknown user',
  ]);
  expect(state).toMatch(/^Failed/);
  expect((await cellsOf('Mail', 2))[4]).toMatch(/^Waitingnext try /);
  expect(asked().sort).toEqual(['createdAt', 'DESC']);
});

it('leads to the person who has the address', async () => {
  await open([failed, { ...waiting, recipient: 'nobody@example.com', userId: null }]);
  const address = await screen.findByTitle('ada@example.com');
  expect(address.closest('a')).toHaveAttribute('href', '/admin/users/u-1/show');
  expect(screen.getByTitle('nobody@example.com').closest('a')).toBeNull();
});

it('is filtered by what became of them', async () => {
  const user = await open();
  await cellsOf('Mail', 1);
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Failed' }));
  await waitFor(() => expect(asked().filter).toEqual({ state: 'failed' }));
});

it('says so where there is none', async () => {
  await open([]);
  expect(await screen.findByText('There are no mails yet.')).toBeVisible();
});
