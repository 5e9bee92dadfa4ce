// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { zodResolver } from '@hookform/resolvers/zod';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { z } from '../../contract/zod';
import { FormField } from './FormField';
import { lightTheme } from './light-theme';
import { withStyles } from './testing/styles';

withStyles();

afterEach(cleanup);

const schema = z.object({ wallet: z.string().min(8, 'invalid address') });

function Form({ hint }: { hint?: string }) {
  const { control } = useForm({
    mode: 'onTouched',
    defaultValues: { wallet: '' },
    resolver: zodResolver(schema),
  });
  return (
    <ThemeProvider theme={lightTheme}>
      <FormField control={control} name="wallet" label="Wallet" helperText={hint} />
    </ThemeProvider>
  );
}

it('an error stands beneath its field in small red text, and a screen reader reads it with the field', async () => {
  render(<Form />);
  const field = screen.getByLabelText('Wallet');
  fireEvent.blur(field);
  const error = await screen.findByText('invalid address');
  expect(field.compareDocumentPosition(error) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(error).toHaveStyle({
    color: lightTheme.palette.error.main,
    fontSize: lightTheme.typography.caption.fontSize,
  });
  expect(field).toHaveAccessibleDescription('invalid address');
});

it('a hint stays beneath what is wrong, and is no part of its colour', async () => {
  render(<Form hint="As your wallet shows it" />);
  const field = screen.getByLabelText('Wallet');
  expect(field).toHaveAccessibleDescription('As your wallet shows it');
  fireEvent.blur(field);
  expect(await screen.findByText('invalid address')).toHaveStyle({ color: lightTheme.palette.error.main });
  expect(screen.getByText('As your wallet shows it')).toHaveStyle({
    color: lightTheme.palette.text.secondary,
  });
  expect(field).toHaveAccessibleDescription('invalid address As your wallet shows it');
});
