// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Create, Edit, ImageField, ImageInput, SimpleForm, TextInput } from 'react-admin';
import { expect, it, onTestFinished, vi } from 'vitest';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Files in forms of react-admin's own parts, as docs/extending.md says to send them: in a text of the record. */

const readFile = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

const shown = (photo: unknown) => (typeof photo === 'string' ? { src: photo } : photo);

async function withPhoto(data: Record<string, unknown>) {
  const chosen: { rawFile?: unknown } = Object(data.photo);
  return chosen.rawFile instanceof Blob ? { ...data, photo: await readFile(chosen.rawFile) } : data;
}

const Inputs = () => (
  <SimpleForm>
    <TextInput source="title" />
    <ImageInput source="photo" format={shown} maxSize={40_000}>
      <ImageField source="src" />
    </ImageInput>
  </SimpleForm>
);

const edit = () => (
  <Edit transform={withPhoto}>
    <Inputs />
  </Edit>
);
const create = () => (
  <Create transform={withPhoto} redirect="edit">
    <Inputs />
  </Create>
);

it('a picture is sent as a text, and shown from it', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here' }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const made = { _id: 'n-1', title: 'First', photo: 'data:image/png;base64,AQID', version: 1 };
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged([made]),
    'GET /api/admin/notes/n-1': () => ({ body: { data: made } }),
    'POST /api/admin/notes': () => ({ status: 201, body: { data: made } }),
    'PUT /api/admin/notes/n-1': () => ({ body: { data: { ...made, title: 'Second', version: 2 } } }),
  });
  const part = { name: 'notes', list: () => <p>Notes</p>, edit, create };
  renderConsole(host, '/admin/notes/create', { props: { resources: [async () => ({ default: part })] } });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'First');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('Nothing takes a file');
  await user.upload(input, new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' }));
  await waitFor(() => expect(document.querySelector('img[src="blob:here"]')).not.toBeNull());
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'New');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.querySelector(`img[src="${made.photo}"]`)).not.toBeNull());

  const title = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Second');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Renamed');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    const sent = host.received.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ body }) => body)).toEqual([
      { title: 'First', photo: made.photo },
      { title: 'Second' },
    ]);
  });
});
