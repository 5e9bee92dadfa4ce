// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatMoment } from '../../shared/format';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { buildEvent, paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';

let host: StandInHost;

async function open(event = buildEvent()) {
  host = await startConsoleHost({
    'GET /api/admin/audit': () => paged([event]),
    'GET /api/admin/audit/proofs/proof-1': () => ({ body: { data: { _id: 'proof-1' } } }),
  });
  renderConsole(host, '/admin/audit');
  return userEvent.setup();
}

const asked = () => queryOf(host.received.filter(({ path }) => path.startsWith('/api/admin/audit')).at(-1));

it('says who changed what, from what to what, why, and in which request', async () => {
  await open();
  expect(await headersOf('Audit')).toEqual([
    'S/N',
    'When',
    'Who',
    'What',
    'Before and after',
    'Reason',
    'Request',
  ]);
  const [, , who, what, difference, reason, request] = await cellsOf('Audit', 1);
  expect(who).toBe('Grace Hopper');
  expect(what).toContain('Transaction: status changed');
  expect(difference).toBe('Status: PENDINGbecame CONFIRMED');
  expect(reason).toBe('Seen on the chain');
  expect(request).toBe('…00112233');
  expect(asked().sort).toEqual(['at', 'DESC']);
});

it('says that a passkey has signed an act, and gives the proof', async () => {
  const user = await open(buildEvent({ signed: { proofId: 'proof-1', factor: 'Laptop' } }));
  expect((await cellsOf('Audit', 1))[3]).toContain('Signed with a passkey, Laptop');
  await user.click(screen.getByRole('button', { name: 'Download the proof' }));
  await waitFor(() =>
    expect(host.received.map(({ path }) => path)).toContain('/api/admin/audit/proofs/proof-1'),
  );
});

it('is filtered by what was done and by the request', async () => {
  const user = await open();
  await cellsOf('Audit', 1);
  await user.click(screen.getByRole('combobox', { name: 'What' }));
  await user.click(await screen.findByRole('option', { name: 'Wallets: updated' }));
  await waitFor(() => expect(asked().filter).toEqual({ action: 'wallets.updated' }));
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.type(await screen.findByRole('textbox', { name: 'Request id' }), 'req-1');
  await waitFor(() => expect(asked().filter).toEqual({ action: 'wallets.updated', requestId: 'req-1' }));
});

it('is filtered by what it is about, by the names of the console', async () => {
  const user = await open();
  await cellsOf('Audit', 1);
  await user.click(screen.getByRole('combobox', { name: 'About' }));
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toEqual(
    expect.arrayContaining([
      'User',
      'Account',
      'Transaction',
      'Invitation',
      'Proposal',
      'Erasure',
      'Wallets',
    ]),
  );
  await user.click(screen.getByRole('option', { name: 'Erasure' }));
  await waitFor(() => expect(asked().filter).toEqual({ subjectType: 'erasure' }));
});

it('shows moments where the reader is and ids by their ends, with the whole of them at hand', async () => {
  const report = '01890a5d-ac96-774b-bcce-b302d67ef7d4';
  const mailedAt = '2026-11-27T18:56:00.602Z';
  await open(
    buildEvent({
      action: 'user.takeover_reported',
      subjectType: 'user',
      before: null,
      after: { report, about: 'withdrawal_received', mailedAt },
    }),
  );
  expect((await cellsOf('Audit', 1))[4]).toBe(
    `Report: …d67ef7d4About: A withdrawal that was asked forMailed at: ${formatMoment(mailedAt)}`,
  );
  expect(screen.getByTitle(report)).toBeVisible();
});

it('leads to the investor whom an event tells about', async () => {
  await open(
    buildEvent({ person: { _id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' } }),
  );
  expect((await cellsOf('Audit', 1))[3]).toContain(' of Ada Lovelace');
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/admin/users/u-1/show');
});
