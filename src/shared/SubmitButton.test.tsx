// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { zodResolver } from '@hookform/resolvers/zod';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from '../../contract/zod';
import { FormField } from './FormField';
import { SubmitButton } from './SubmitButton';

afterEach(cleanup);

const schema = z.object({ name: z.string().min(2) });

const check = zodResolver(schema);

function Form({ send, resolver = check }: { send: () => Promise<void>; resolver?: typeof check }) {
  const { control, handleSubmit } = useForm({
    mode: 'onTouched',
    defaultValues: { name: 'Ada' },
    resolver,
  });
  return (
    <form onSubmit={handleSubmit(send)}>
      <FormField control={control} name="name" label="Name" />
      <SubmitButton control={control}>Send</SubmitButton>
    </form>
  );
}

it('a form can be sent once it is valid and changed, and not while it is being sent', async () => {
  const user = userEvent.setup();
  let answer = () => {};
  const send = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  render(<Form send={send} />);
  const button = screen.getByRole('button', { name: 'Send' });
  const name = screen.getByLabelText('Name');
  expect(button).toBeDisabled();
  await user.clear(name);
  await user.type(name, 'B');
  await waitFor(() => expect(button).toBeDisabled());
  await user.type(name, 'ob');
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  answer();
  await waitFor(() => expect(button).toBeEnabled());
});

it('Enter that comes before the form was checked sends it once that is done, unless something is typed meanwhile', async () => {
  const user = userEvent.setup();
  const release: (() => void)[] = [];
  // As one whose code is still being fetched.
  const slow: typeof check = async (...form) => {
    await new Promise<void>((resolve) => release.push(resolve));
    return check(...form);
  };
  const send = vi.fn(async () => {});
  render(<Form send={send} resolver={slow} />);
  const checked = () => {
    for (const done of release.splice(0)) done();
  };
  const button = screen.getByRole('button', { name: 'Send' });
  await user.type(screen.getByLabelText('Name'), ' L{Enter}o');
  checked();
  await waitFor(() => expect(button).toBeEnabled());
  expect(send).not.toHaveBeenCalled();

  await user.clear(screen.getByLabelText('Name'));
  checked();
  await waitFor(() => expect(button).toBeDisabled());
  await user.type(screen.getByLabelText('Name'), 'Bob{Enter}');
  expect(send).not.toHaveBeenCalled();
  await waitFor(() => {
    checked();
    expect(send).toHaveBeenCalledTimes(1);
  });
});

/** The form of a section, empty of changes once it was sent. */
function Saved() {
  const { control, handleSubmit, reset } = useForm({ defaultValues: { name: 'Ada' }, resolver: check });
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        Names
      </h2>
      <form onSubmit={handleSubmit(async (values) => reset(values))}>
        <FormField control={control} name="name" label="Name" />
        <SubmitButton control={control}>Send</SubmitButton>
      </form>
    </section>
  );
}

it('what was sent from the button and leaves it off puts the focus on the heading of its section', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  await user.type(screen.getByLabelText('Name'), ' L');
  const button = screen.getByRole('button', { name: 'Send' });
  await waitFor(() => expect(button).toBeEnabled());
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button).toBeDisabled());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Names' })).toHaveFocus());
});
