// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { WaitingProposal } from '../../../contract/proposals';
import { refusals } from '../../../contract/refusals';
import type { Answer, Received } from '../../shared/testing/stand-in-host';
import { buildProposal, buildTransaction, paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/** The dialog of Ada's withdrawal about to be confirmed, on a host that answers so. */
async function ask(write: (request: Received) => Answer, waiting?: WaitingProposal) {
  const host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged([buildTransaction({ trxType: 'WITHDRAWAL' })]),
    'POST /api/transaction/t-1/preview': () => ({
      body: {
        data: {
          ...{ changes: [], overdraws: false, frozen: false, duplicateOf: null, version: 3 },
          ...(waiting && { waiting }),
        },
      },
    }),
    'PUT /api/transaction/t-1': write,
  });
  const user = userEvent.setup();
  renderConsole(host, '/admin/transactions');
  await user.click(
    await screen.findByRole('combobox', { name: 'Status of transaction t-1 by Ada Lovelace' }),
  );
  await user.click(await screen.findByRole('option', { name: 'CONFIRMED' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set to CONFIRMED?' }));
  const send = dialog.getByRole('button', { name: 'Set to CONFIRMED' });
  await waitFor(() => expect(send).toBeEnabled());
  return { user, dialog, send };
}

it('a reason that the host asks for is required from then on, and the error is at its field', async () => {
  const message = refusals.reasonRequired;
  const errors = [{ error: message, message, code: 'validation', field: 'reason' }];
  const { user, dialog, send } = await ask(({ headers }) =>
    headers['x-reason']
      ? { status: 202, body: { data: { proposal: buildProposal() } } }
      : { status: 422, body: { errors } },
  );
  expect(dialog.getByRole('textbox', { name: 'Reason (optional)' })).not.toBeRequired();
  await user.click(send);
  const reason = await dialog.findByRole('textbox', { name: 'Reason' });
  expect(reason).toBeInvalid();
  expect(reason).toBeRequired();
  expect(reason).toHaveAccessibleDescription(message);
  expect(reason).toHaveFocus();
  expect(send).toBeDisabled();
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.type(reason, 'As agreed');
  expect(reason).toBeValid();
  await user.click(send);
  expect(await screen.findByText('Sent for approval')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('what waits for approval already is not sent again: the dialog says so and keeps the reason', async () => {
  const proposal = buildProposal();
  const { user, dialog, send } = await ask(() => ({
    status: 202,
    body: { data: { proposal, alreadyFrom: proposal.proposer } },
  }));
  const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' });
  await user.type(reason, 'As agreed');
  await user.click(send);
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /^Nothing was sent. Already waits for approval: Grace Hopper sent it on .+\. Approve or decline it there$/,
  );
  expect(dialog.getByRole('link', { name: 'Approve or decline it there' })).toHaveAttribute(
    'href',
    '/admin/proposals/p-1/show',
  );
  expect(reason).toHaveValue('As agreed');
});

it('that a payment waits for approval is said before it is sent again, with the way there', async () => {
  const { _id, proposer, createdAt } = buildProposal();
  const { dialog } = await ask(() => ({ status: 500, body: {} }), { _id, proposer, createdAt });
  expect(dialog.getByRole('alert')).toHaveTextContent(
    /^Already waits for approval: Grace Hopper sent it on .+\. Approve or decline it there$/,
  );
  expect(dialog.getByRole('link', { name: 'Approve or decline it there' })).toHaveAttribute(
    'href',
    '/admin/proposals/p-1/show',
  );
});
