import Box from '@mui/material/Box';
import { styled, ThemeProvider } from '@mui/material/styles';
import { useFilterContext } from 'ra-core';
import { type FormHTMLAttributes, isValidElement, type ReactNode } from 'react';
import { filterTheme } from '../theme/input-defaults';
import { FilterButtons, ResetButton } from './FilterButtons';
import { type FilterElement, MoreFilters } from './MoreFilters';

/** react-admin's form of filters, by the name that the theme has for it. */
const Form = styled('form', { name: 'RaFilterForm', overridesResolver: (_, styles) => styles.root })({});

const buttonsSx = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 40,
  gap: 0.5,
  ml: { xs: -1.5, sm: 0 },
  '&:empty': { display: 'none' },
};

const isFilter = (node: ReactNode): node is FilterElement => isValidElement(node);

/** Behind the filters of a list of react-admin's own parts: those that are not always shown, and the way back to none. */
function StockButtons() {
  const filters = useFilterContext()?.filter(isFilter) ?? [];
  // Our own lists have their buttons among the filters.
  if (filters.some(({ type }) => type === FilterButtons)) return null;
  const others = filters.filter(({ props }) => !props.alwaysOn);
  return (
    <Box sx={buttonsSx}>
      {others.length > 0 && <MoreFilters filters={others} />}
      <ResetButton />
    </Box>
  );
}

/** The filters of a list in a row, and what changes which there are at its end: react-admin has that among its tools. */
export function FilterRow({ children, ...rest }: FormHTMLAttributes<HTMLFormElement>) {
  return (
    <Form {...rest}>
      <ThemeProvider theme={filterTheme}>{children}</ThemeProvider>
      <StockButtons />
    </Form>
  );
}
