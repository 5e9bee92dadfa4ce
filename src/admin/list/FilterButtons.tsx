import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type SortPayload, useListContext } from 'ra-core';
import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useConsoleText } from '../console-text';
import { focusAfterReset } from './focus';

interface Props {
  /** react-admin's form takes it for a filter, shown at once. */
  source: string;
  alwaysOn: true;
  /** Shows the other filters; undefined where they are shown. */
  onMore: (() => void) | undefined;
  /** The order the list begins with. */
  order: SortPayload;
}

/** What the address of a list says that has no filters, and no order but the one it begins with. */
const unfiltered = `?${new URLSearchParams({ filter: '{}', displayedFilters: '{}' })}`;

/**
 * Brings back the list without filters, in the order it begins with. Nothing while it is so. Where nobody says what that order is, the
 * address of the list brings it back, by not naming one.
 */
export function ResetButton({ order }: Partial<Pick<Props, 'order'>>) {
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const navigate = useNavigate();
  const { search } = useLocation();
  const text = useConsoleText();
  const ordered = order && (sort.field !== order.field || sort.order !== order.order);
  if (Object.keys(filterValues).length === 0 && !ordered) return null;
  // A list within another page may keep its filters to itself.
  const isAddressed = new URLSearchParams(search).get('filter') === JSON.stringify(filterValues);

  function reset(event: MouseEvent): void {
    focusAfterReset(event);
    if (!order && isAddressed) {
      navigate({ search: unfiltered });
      return;
    }
    setFilters({}, {});
    if (order) setSort(order);
  }

  return (
    <Button size="small" onClick={reset}>
      {text('Reset')}
    </Button>
  );
}

/** Behind the filters of our own lists: the others, and the list as it was at first. */
export function FilterButtons({ onMore, order }: Props) {
  const text = useConsoleText();
  return (
    <Box sx={{ display: 'flex', gap: 0.5, ml: { xs: -1.5, sm: 0 } }}>
      {onMore && (
        <Button size="small" onClick={onMore}>
          {text('More filters')}
        </Button>
      )}
      <ResetButton order={order} />
    </Box>
  );
}
