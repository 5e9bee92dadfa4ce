import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FilterLiveForm, useListContext } from 'ra-core';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { ChoiceFilter, FlagFilter, SearchFilter, TextFilter } from './filter-inputs';
import { type Filter, filterNames } from './filters';
import { RangeFilter } from './RangeFilter';

/** Fetched where something is referred to: a list of records to choose from is much code. */
const ReferenceChoice = lazyPart(() => import('./ReferenceChoice'));

interface Props {
  /** What the search is called; null where there is none. */
  search: string | null | undefined;
  filters: readonly Filter[];
  /** Shown when asked for, or when one of them is set. */
  moreFilters: readonly Filter[];
  /** The order the list begins with. */
  order: { field: string; order: 'ASC' | 'DESC' };
  children?: ReactNode;
}

function FilterInput({ filter }: { filter: Filter }) {
  switch (filter.kind) {
    case 'choice':
      return <ChoiceFilter {...filter} />;
    case 'text':
      return <TextFilter {...filter} kind="text" />;
    case 'reference':
      return (
        <Box sx={{ width: { xs: '100%', sm: 232 } }}>
          <Suspense>
            <ReferenceChoice
              source={filter.field}
              label={filter.label}
              reference={filter.reference}
              asFilter
            />
          </Suspense>
        </Box>
      );
    case 'flag':
      return <FlagFilter {...filter} kind="flag" />;
    default:
      return <RangeFilter {...filter} />;
  }
}

/** Search and the filters of a list. What is set stands in the address of the page. */
export function FilterBar({ search, filters, moreFilters, order, children }: Props) {
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const [asked, setAsked] = useState(false);
  const changed =
    Object.keys(filterValues).length > 0 || sort.field !== order.field || sort.order !== order.order;
  const more = asked || moreFilters.flatMap(filterNames).some((name) => name in filterValues);
  const hasMore = moreFilters.length > 0 && !more;
  const shown = more ? [...filters, ...moreFilters] : filters;

  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        flexWrap: { sm: 'wrap' },
        gap: 1.5,
        mb: 2,
        alignItems: { sm: 'center' },
        '& form': { display: 'flex', flexWrap: 'wrap', gap: 1.5 },
      }}
    >
      <FilterLiveForm debounce={300}>
        {search !== null && <SearchFilter label={search} />}
        {shown.map((filter) => (
          <FilterInput key={filter.field} filter={filter} />
        ))}
      </FilterLiveForm>
      {children}
      {(hasMore || changed) && (
        <Box sx={{ display: 'flex', gap: 0.5 }}>
          {hasMore && (
            <Button size="small" onClick={() => setAsked(true)}>
              More filters
            </Button>
          )}
          {changed && (
            <Button
              size="small"
              onClick={() => {
                setFilters({}, {});
                setSort(order);
              }}
            >
              Reset
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
