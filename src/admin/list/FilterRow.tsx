import Box from '@mui/material/Box';
import { styled, ThemeProvider } from '@mui/material/styles';
import { useFilterContext, useListContext } from 'ra-core';
import { type FormHTMLAttributes, isValidElement, type ReactNode, Suspense, useId } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { printing } from '../../shared/print-styles';
import { filterTheme } from '../theme/input-defaults';
import { FilterButtons, ResetButton } from './FilterButtons';
import type { FilterElement } from './FilterMenu';
import { isSet } from './filter-set';
import { MoreFilters } from './MoreFilters';

/** Fetched where there is something to say on paper. */
const FiltersOnPaper = lazyPart(() => import('./FiltersOnPaper'));

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
function otherFilters(filters: FilterElement[]): FilterElement[] | undefined {
  if (filters.some(({ type }) => type === FilterButtons)) return undefined;
  return filters.filter(({ props }) => !props.alwaysOn);
}

/** The class of a row in which no filter has react-admin's sign that takes it away: the menu behind the filters does. */
export const withMenu = 'with-menu';

/**
 * The filters of a list in a row, and what changes which there are at its end: react-admin has that among its tools. On paper they
 * are those that are set, as text.
 */
export function FilterRow({ children, className, ...rest }: FormHTMLAttributes<HTMLFormElement>) {
  const filters = useFilterContext()?.filter(isFilter) ?? [];
  const others = otherFilters(filters);
  const { filterValues } = useListContext();
  const filtered = isSet(filterValues);
  const id = useId();
  // A filter that may not be changed is not to be chosen in the menu either.
  const hasMenu = others !== undefined && others.length > 0 && !others.some(({ props }) => props.disabled);
  return (
    <Form
      {...rest}
      id={id}
      className={hasMenu ? [className, withMenu].join(' ') : className}
      {...(!filtered && { 'data-print': printing.off })}
    >
      {filtered && (
        <Suspense>
          <FiltersOnPaper form={id} sources={filters.map(({ props }) => props.source)} />
        </Suspense>
      )}
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
