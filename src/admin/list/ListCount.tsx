import Typography from '@mui/material/Typography';
import { useListContext } from 'ra-core';
import { totalText } from '../list-total';
import { useIsLoading } from './use-is-loading';

/** How many rows the list has, beside its title; nothing while that is being asked. */
export function ListCount() {
  const { total, meta } = useListContext();
  const loading = useIsLoading();
  if (total === undefined || loading) return null;
  return (
    <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {totalText(total, meta)}
    </Typography>
  );
}
