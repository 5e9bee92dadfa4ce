// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { zodResolver } from '@hookform/resolvers/zod';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { passwordResetFormSchema } from '../../contract/auth';
import { FormField } from './FormField';
import { SubmitButton } from './SubmitButton';
import { useComparedField } from './use-compared-field';

afterEach(cleanup);

function Form() {
  const form = useForm({
    resolver: zodResolver(passwordResetFormSchema),
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  });
  useComparedField(form, 'password', 'confirmPassword');
  return (
    <form onSubmit={form.handleSubmit(() => {})}>
      <FormField control={form.control} name="password" label="Password" />
      <FormField control={form.control} name="confirmPassword" label="Confirm" />
      <SubmitButton control={form.control}>Send</SubmitButton>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText(label);
const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

/** As a password manager does: nothing happens between the two. */
const fillBoth = (password: string, confirm: string, order: 'down' | 'up' = 'down') =>
  act(async () => {
    const steps = [() => enter('Password', password), () => enter('Confirm', confirm)];
    for (const step of order === 'down' ? steps : steps.reverse()) step();
  });

function touch(): void {
  for (const label of ['Password', 'Confirm']) {
    fireEvent.focus(field(label));
    fireEvent.blur(field(label));
  }
}

const mismatch = () => screen.queryByText(/match/i);
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

it.each([
  ['never looked at', 'down'],
  ['never looked at', 'up'],
  ['left before', 'down'],
  ['left before', 'up'],
] as const)('two fields %s that are filled at once, %s the page, can be sent', async (how, order) => {
  render(<Form />);
  if (how === 'left before') touch();
  await settled();
  await fillBoth('correct horse', 'correct horse', order);
  await settled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  expect(mismatch()).toBeNull();
});

it('two that were the same and are both changed at once can be sent again', async () => {
  render(<Form />);
  await fillBoth('first secret', 'first secret');
  touch();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  await fillBoth('second secret', 'second secret');
  await settled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  expect(mismatch()).toBeNull();
});

it('the confirmation says at once that the password has become another one', async () => {
  render(<Form />);
  await fillBoth('first secret', 'first secret');
  touch();
  enter('Password', 'second secret');
  await waitFor(() => expect(mismatch()).toBeVisible());
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});
