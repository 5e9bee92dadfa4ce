import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type SortPayload, useListContext } from 'ra-core';

interface Props {
  /** react-admin's form takes it for a filter, shown at once. */
  source: string;
  alwaysOn: true;
  /** Shows the other filters; undefined where they are shown. */
  onMore: (() => void) | undefined;
  /** The order the list begins with. */
  order: SortPayload;
}

/** Behind the filters: the others, and the list as it was at first. */
export function FilterButtons({ onMore, order }: Props) {
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const changed =
    Object.keys(filterValues).length > 0 || sort.field !== order.field || sort.order !== order.order;
  if (!onMore && !changed) return null;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, ml: { xs: -1.5, sm: 0 } }}>
      {onMore && (
        <Button size="small" onClick={onMore}>
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
  );
}
