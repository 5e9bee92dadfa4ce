// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { zodResolver } from '@hookform/resolvers/zod';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { z } from '../../contract/zod';
import { FormField } from './FormField';
import { SubmitButton } from './SubmitButton';

afterEach(cleanup);

const schema = z.object({ name: z.string().min(2) });

function Form({ send }: { send: () => Promise<void> }) {
  const { control, handleSubmit } = useForm({
    mode: 'onTouched',
    defaultValues: { name: 'Ada' },
    resolver: zodResolver(schema),
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
