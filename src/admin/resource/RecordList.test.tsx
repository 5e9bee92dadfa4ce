// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { savedBy } from '../testing/saved-file';
import { cellsOf } from '../testing/table';
import { declareResource } from './declare-resource';

const tickets = declareResource({
  name: 'tickets',
  label: 'Tickets',
  singular: 'Ticket',
  icon: ConfirmationNumberOutlined,
  fields: [
    { name: 'subject', label: 'Subject', kind: 'text' },
    { name: 'due', label: 'Due', kind: 'date' },
    { name: 'answeredAt', label: 'Answered', kind: 'moment' },
  ],
});

it('days and moments are exported as the host has them, and shown as people read them', async () => {
  const subject = 'No code came';
  const host = await startConsoleHost({
    'GET /api/admin/tickets': () =>
      paged([
        { _id: 'k-1', subject, due: '2026-03-04', answeredAt: '2026-11-27T15:05:00.000Z' },
        { _id: 'k-2', subject, due: null, answeredAt: null },
      ]),
  });
  renderConsole(host, '/admin/tickets', { props: { resources: [tickets] } });
  const user = userEvent.setup();
  expect(await cellsOf('Tickets', 1)).toContain('Mar 4, 2026');
  const file = await savedBy(async () => user.click(await screen.findByRole('button', { name: 'Export' })));
  expect(file.split('\r\n').slice(1)).toEqual([
    '1,No code came,2026-03-04,2026-11-27T15:05:00.000Z',
    '2,No code came,NaN,NaN',
  ]);
});

const readings = declareResource({
  name: 'readings',
  label: 'Readings',
  singular: 'Reading',
  icon: ConfirmationNumberOutlined,
  fields: [
    { name: 'code', label: 'Code', kind: 'text', fixed: true },
    { name: 'weight', label: 'Weight', kind: 'number', readOnly: true },
  ],
  creatable: false,
  deletable: false,
});

it('a resource of which nothing can be changed is shown without a way to save, its long numbers to the last digit', async () => {
  const reading = { _id: 'r-1', code: 'R-1', weight: '12345678901234567890.5', version: 1 };
  const host = await startConsoleHost({
    'GET /api/admin/readings': () => paged([reading]),
    'GET /api/admin/readings/r-1': () => ({ body: { data: reading } }),
  });
  renderConsole(host, '/admin/readings', { props: { resources: [readings] } });
  const user = userEvent.setup();
  expect(await cellsOf('Readings', 1)).toContain('12,345,678,901,234,567,890.5');
  const file = await savedBy(async () => user.click(await screen.findByRole('button', { name: 'Export' })));
  expect(file.split('\r\n').slice(1)).toEqual(['1,R-1,12345678901234567890.5']);
  expect(screen.queryByRole('link', { name: 'Edit R-1' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Open R-1' }));
  expect(await screen.findByRole('link', { name: 'Back' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Code' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
});
