// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Edit, SaveButton, SimpleForm, TextInput, Toolbar, UpdateButton, useSaveContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Pages of several forms, each with a reason: that of the form that is sent goes along with its write. */

let host: StandInHost;

/** A page on which a note is edited by what is given, and does not lead on. What is written is there then, if the host keeps it. */
async function open(forms: ReactNode, keeps = false) {
  let data = { _id: 'n-1', title: 'First', details: 'Short', status: 'open', version: 4 };
  host = await startConsoleHost({
    'GET /api/admin/notes/n-1': () => ({ body: { data } }),
    'PUT /api/admin/notes/n-1': ({ body }) => {
      if (keeps) data = { ...data, ...(body as object), version: data.version + 1 };
      return { body: { data } };
    },
  });
  const notes = {
    name: 'notes',
    list: () => null,
    edit: () => (
      <Edit redirect={false} component="div">
        {forms}
      </Edit>
    ),
    options: { label: 'Notes' },
  };
  renderConsole(host, '/admin/notes/n-1', { props: { resources: [async () => ({ default: notes })] } });
  return userEvent.setup();
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = () =>
  host.received
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => decodeURIComponent(String(headers['x-reason'])));

/** Sends the form around it later, as one that saves by itself does. */
function SendLater() {
  const { handleSubmit } = useFormContext<{ title: string }>();
  const { save } = useSaveContext();
  const send = handleSubmit(async (values) => void (await save?.(values)));
  return (
    <button type="button" onClick={() => setTimeout(() => void send(), 20)}>
      Later
    </button>
  );
}

/** Saves what no form was asked for. */
function SaveDirectly() {
  const { save } = useSaveContext();
  return (
    <button type="button" onClick={() => void save?.({ title: 'Directly' })}>
      Directly
    </button>
  );
}

const two = ['What', 'Whose'].map((name) => (
  <section key={name} aria-label={name}>
    <SimpleForm>
      <TextInput source="title" />
      <SendLater />
    </SimpleForm>
  </section>
));

/** Enters something in both, each for a reason of its own. */
async function fillBoth(user: ReturnType<typeof userEvent.setup>) {
  for (const name of ['What', 'Whose']) {
    const form = await region(name);
    await user.type(await form.findByRole('textbox', { name: 'Title' }), '!');
    await user.type(await form.findByRole('textbox', { name: 'Reason' }), `Of ${name}`);
  }
}

it('the reason of the one that is sent goes along, and the other keeps its own', async () => {
  const user = await open(two);
  await fillBoth(user);
  await user.click((await region('Whose')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual(['Of Whose']));
  expect((await region('What')).getByRole('textbox', { name: 'Reason' })).toHaveValue('Of What');
});

it('so it does when the other was sent before, and this one is sent by code', async () => {
  const user = await open(two);
  await fillBoth(user);
  await user.click((await region('Whose')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await screen.findByText('Saved');
  await user.click((await region('What')).getByRole('button', { name: 'Later' }));
  await waitFor(() => expect(sent()).toEqual(['Of Whose', 'Of What']));
});

function Inner() {
  const [open, setOpen] = useState(true);
  return (
    open && (
      <section aria-label="Inner">
        <SimpleForm
          onSubmit={() => setOpen(false)}
          toolbar={
            <Toolbar>
              <SaveButton alwaysEnable />
            </Toolbar>
          }
        >
          <TextInput source="other" />
        </SimpleForm>
      </section>
    )
  );
}

it('one that was sent and is gone has no say in what the page saves later', async () => {
  const user = await open(
    <>
      <Inner />
      <section aria-label="Outer">
        <SimpleForm>
          <TextInput source="title" />
          <SaveDirectly />
        </SimpleForm>
      </section>
    </>,
  );
  const inner = await region('Inner');
  await user.type(await inner.findByRole('textbox', { name: 'Reason' }), 'Of the inner');
  await user.type(await (await region('Outer')).findByRole('textbox', { name: 'Reason' }), 'Of the outer');
  await user.click(inner.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Inner' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Directly' }));
  await waitFor(() => expect(sent()).toEqual(['Of the outer']));
});

it('what was typed in the one that was not sent stays, when the other or a button of the page was', async () => {
  const user = await open(
    <>
      <section aria-label="What">
        <SimpleForm>
          <TextInput source="title" />
          <TextInput source="status" />
        </SimpleForm>
      </section>
      <section aria-label="More">
        <SimpleForm>
          <TextInput source="details" />
        </SimpleForm>
      </section>
      <UpdateButton label="End it" data={{ status: 'ended' }} />
    </>,
    true,
  );
  const [what, more] = [await region('What'), await region('More')];
  const title = await what.findByRole('textbox', { name: 'Title' });
  await user.type(title, '!');
  await user.type(await more.findByRole('textbox', { name: 'Details' }), '!');
  await user.type(await more.findByRole('textbox', { name: 'Reason' }), 'Of more');
  await user.click(more.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual(['Of more']));
  await screen.findByText('Saved');
  // The one that was sent has nothing left to send.
  await waitFor(() => expect(more.getByRole('button', { name: 'Save' })).toBeDisabled());
  expect(more.getByRole('textbox', { name: 'Details' })).toHaveValue('Short!');
  await waitFor(() => expect(title).toHaveValue('First!'));
  await user.click(screen.getByRole('button', { name: 'End it' }));
  const question = within(await screen.findByRole('dialog'));
  await user.type(await question.findByRole('textbox', { name: 'Reason' }), 'Over');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(what.getByRole('textbox', { name: 'Status' })).toHaveValue('ended'));
  await waitFor(() => expect(title).toHaveValue('First!'));
  await user.type(what.getByRole('textbox', { name: 'Reason' }), 'Of what');
  await user.click(what.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual(['Of more', 'Over', 'Of what']));
});
