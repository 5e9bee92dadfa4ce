// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCreate, useNotify, useUpdate } from 'react-admin';
import { beforeEach, expect, it } from 'vitest';
import { answeredLate } from '../shared/testing/answered-late';
import { letItArrive } from '../shared/testing/let-it-arrive';
import type { Answer, StandInHost } from '../shared/testing/stand-in-host';
import { refusal, startConsoleHost } from './testing/console-host';
import { type RenderOptions, renderConsole } from './testing/render-console';

/* What an operator's page says itself of its writes, by react-admin's own `useNotify`. */

let host: StandInHost;
let answer: () => Answer;
beforeEach(() => {
  answer = () => ({ body: { data: { _id: 'n-1', title: 'Rated', version: 2 } } });
});

function Page() {
  const notify = useNotify();
  const [update] = useUpdate();
  const [create] = useCreate();
  const meta = { reason: 'Seen' };
  const change = { id: 'n-1', data: { title: 'Rated' }, previousData: { id: 'n-1', version: 1 }, meta };
  const acts = {
    rate: () =>
      update('notes', change, {
        mutationMode: 'undoable',
        onSuccess: () => notify('All is well', { type: 'success' }),
      }),
    add: () =>
      create(
        'notes',
        { data: { title: 'New' }, meta },
        { onError: (error) => notify(`Could not: ${error instanceof Error ? error.message : ''}`) },
      ),
    retry: () => update('notes', change, { onError: () => notify('It did not work', { type: 'warning' }) }),
  };
  return Object.entries(acts).map(([name, act]) => (
    <button key={name} type="button" onClick={() => void act()}>
      {name}
    </button>
  ));
}

async function open(options: RenderOptions = {}) {
  host = await startConsoleHost({
    'PUT /api/admin/notes/n-1': () => answer(),
    'POST /api/admin/notes': () => answer(),
  });
  const pages = { name: 'notes', list: () => <Page />, options: { label: 'Notes' } };
  renderConsole(host, '/admin/notes', {
    ...options,
    props: { resources: [async () => ({ default: pages })] },
  });
  const user = userEvent.setup();
  return async (name: string) => user.click(await screen.findByRole('button', { name }));
}

const refused = () => refusal(422, 'There is no room', 'validation');
const writes = () => host.received.filter(({ method }) => method !== 'GET');

it('a success of a page that does not wait is said once the host has taken it', async () => {
  const press = await open();
  await press('rate');
  expect(await screen.findByText('All is well')).toBeVisible();
  expect(writes()).toHaveLength(1);
});

it('is not said when the host refuses; the refusal is', async () => {
  answer = refused;
  const press = await open();
  await press('rate');
  expect(await screen.findByText('There is no room')).toBeVisible();
  expect(screen.queryByText('All is well')).toBeNull();
});

it('nor to an auditor, whose write is never sent', async () => {
  const press = await open({ type: 'auditor' });
  await press('rate');
  expect(await screen.findByText('Your account does not have access to this')).toBeVisible();
  expect(screen.queryByText('All is well')).toBeNull();
  await letItArrive();
  expect(writes()).toEqual([]);
});

it.each([
  ['add', 'Could not: There is no room'],
  ['retry', 'It did not work'],
])('what a page says of a refusal is said, of whatever type (%s)', async (button, text) => {
  answer = refused;
  const press = await open();
  await press(button);
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(screen.queryByText('There is no room')).toBeNull();
});

it.each([
  ['taken', () => answer()],
  ['refused', refused],
])('whoever signs in before the answer hears nothing of it (%s)', async (_, late) => {
  const { after, letNextIn } = answeredLate();
  const made = late();
  answer = () => ({ ...made, after });
  const press = await open();
  await press('rate');
  await waitFor(() => expect(writes()).toHaveLength(1));
  await letNextIn();
  expect(screen.queryByText(/All is well|no room|signed in meanwhile/)).toBeNull();
});
