import { useListContext } from 'ra-core';
import { useDeferredValue } from 'react';

/**
 * While another page, order or filter is fetched, react-admin still holds the rows of the one before. Rows that have come are
 * rendered in slices, so that the browser answers to people meanwhile: for as long they count as fetched. That there are none, or why,
 * is told at once.
 */
export function useIsLoading(): boolean {
  const { isPending, isPlaceholderData, data } = useListContext();
  const loading = isPending || isPlaceholderData === true;
  const before = useDeferredValue(loading);
  return loading || (before && Boolean(data?.length));
}
