import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type SortPayload, useListContext } from 'ra-core';
import { useConsoleText } from '../console-text';

interface Props {
  /** react-admin's form takes it for a filter, shown at once. */
  source: string;
  alwaysOn: true;
  /** Shows the other filters; undefined where they are shown. */
  onMore: (() => void) | undefined;
  /** The order the list begins with. */
  order: SortPayload;
}

/** Brings back the list without filters, in the order it begins with where that is given. Nothing while it is so. */
export function ResetButton({ order }: Partial<Pick<Props, 'order'>>) {
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const text = useConsoleText();
  const ordered = order && (sort.field !== order.field || sort.order !== order.order);
  if (Object.keys(filterValues).length === 0 && !ordered) return null;
  return (
    <Button
      size="small"
      onClick={() => {
        setFilters({}, {});
        if (order) setSort(order);
      }}
    >
      {text('Reset')}
    </Button>
  );
}

/** Behind the filters of our own lists: the others, and the list as it was at first. */
export function FilterButtons({ onMore, order }: Props) {
  const text = useConsoleText();
  return (
    <Box sx={{ display: 'flex', gap: 0.5, ml: { xs: -1.5, sm: 0 }, '&:empty': { display: 'none' } }}>
      {onMore && (
        <Button size="small" onClick={onMore}>
          {text('More filters')}
        </Button>
      )}
      <ResetButton order={order} />
    </Box>
  );
}
