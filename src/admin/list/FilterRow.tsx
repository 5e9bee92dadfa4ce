import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useFilterContext } from 'ra-core';
import { type FormHTMLAttributes, isValidElement } from 'react';
import { FilterButton } from 'react-admin';
import { FilterButtons, ResetButton } from './FilterButtons';

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

/** Behind the filters of a list of react-admin's own parts: those that are not shown yet, and the way back to none. */
function StockButtons() {
  const filters = useFilterContext()?.filter((each) => isValidElement<{ alwaysOn?: unknown }>(each)) ?? [];
  // Our own lists have their buttons among the filters.
  if (filters.some(({ type }) => type === FilterButtons)) return null;
  return (
    <Box sx={buttonsSx}>
      {filters.some(({ props }) => !props.alwaysOn) && <FilterButton />}
      <ResetButton />
    </Box>
  );
}

/** The filters of a list in a row, and what changes which there are at its end: react-admin has that among its tools. */
export function FilterRow({ children, ...rest }: FormHTMLAttributes<HTMLFormElement>) {
  return (
    <Form {...rest}>
      {children}
      <StockButtons />
    </Form>
  );
}
