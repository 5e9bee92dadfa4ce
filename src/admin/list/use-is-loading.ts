import { useListContext } from 'ra-core';
import { useDeferredValue } from 'react';

/**
 * While another page, order or filter is fetched, react-admin still holds the rows of the one before. Rows that have come are
 * rendered in slices, so that the browser answers to people meanwhile: for as long they count as fetched.
 */
export function useIsLoading(): boolean {
  const { isPending, isPlaceholderData } = useListContext();
  const loading = isPending || isPlaceholderData === true;
  return useDeferredValue(loading) || loading;
}
