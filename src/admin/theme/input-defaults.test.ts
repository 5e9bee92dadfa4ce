import { createTheme } from '@mui/material/styles';
import { expect, it } from 'vitest';
import { filterTheme } from './input-defaults';

it("inputs among filters are small, and otherwise as the operator's theme has them", () => {
  const defaultProps = { variant: 'filled', size: 'medium' } as const;
  const styleOverrides = { root: { opacity: 1 } };
  const theme = filterTheme(createTheme({ components: { RaSelectInput: { defaultProps, styleOverrides } } }));
  expect(theme.components?.RaSelectInput).toEqual({
    defaultProps: { variant: 'filled', size: 'small' },
    styleOverrides,
  });
  expect(theme.components?.RaAutocompleteInput?.defaultProps).toEqual({ size: 'small' });
  expect(theme.components?.RaSelectArrayInput?.defaultProps).toEqual({ size: 'small' });
});
