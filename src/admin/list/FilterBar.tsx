import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FilterLiveForm, useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { ChoiceFilter, type FilterChoice, SearchFilter } from './filter-inputs';

interface Props {
  filters: readonly FilterChoice[];
  /** The order the list begins with. */
  order: { field: string; order: 'ASC' | 'DESC' };
  children?: ReactNode;
}

/** Search by name or email and the choices of a list. What is set stands in the address of the page. */
export function FilterBar({ filters, order, children }: Props) {
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const changed =
    Object.keys(filterValues).length > 0 || sort.field !== order.field || sort.order !== order.order;

  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' },
        gap: 1.5,
        mb: 2,
        alignItems: 'center',
        '& form': { display: 'flex', flexWrap: 'wrap', gap: 1.5 },
      }}
    >
      <FilterLiveForm debounce={300}>
        <SearchFilter />
        {filters.map((filter) => (
          <ChoiceFilter key={filter.field} {...filter} />
        ))}
      </FilterLiveForm>
      {children}
      {changed && (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            setFilters({}, {});
            setSort(order);
          }}
        >
          Reset
        </Button>
      )}
    </Box>
  );
}
