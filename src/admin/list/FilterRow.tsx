import Box from '@mui/material/Box';
import { styled, ThemeProvider } from '@mui/material/styles';
import { useFilterContext } from 'ra-core';
import { type FormHTMLAttributes, isValidElement, type ReactNode } from 'react';
import { printing } from '../../shared/print-styles';
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

/** The filters of a list that are not always shown; undefined where the list has its buttons among its filters, as our own have. */
function useOtherFilters(): FilterElement[] | undefined {
  const filters = useFilterContext()?.filter(isFilter) ?? [];
  if (filters.some(({ type }) => type === FilterButtons)) return undefined;
  return filters.filter(({ props }) => !props.alwaysOn);
}

/** The class of a row in which no filter has react-admin's sign that takes it away: the menu behind the filters does. */
export const withMenu = 'with-menu';

/** The filters of a list in a row, and what changes which there are at its end: react-admin has that among its tools. */
export function FilterRow({ children, className, ...rest }: FormHTMLAttributes<HTMLFormElement>) {
  const others = useOtherFilters();
  // A filter that may not be changed is not to be chosen in the menu either.
  const hasMenu = others !== undefined && others.length > 0 && !others.some(({ props }) => props.disabled);
  return (
    <Form
      {...rest}
      className={hasMenu ? [className, withMenu].join(' ') : className}
      data-print={printing.off}
    >
      <ThemeProvider theme={filterTheme}>{children}</ThemeProvider>
      {others && (
        <Box sx={buttonsSx}>
          {others.length > 0 && <MoreFilters filters={others} />}
          <ResetButton />
        </Box>
      )}
    </Form>
  );
}
