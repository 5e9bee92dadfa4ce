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
