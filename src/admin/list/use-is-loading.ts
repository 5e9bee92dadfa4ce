import { useListContext } from 'ra-core';

/** While another page, order or filter is fetched, react-admin still holds the rows of the one before. */
export function useIsLoading(): boolean {
  const { isPending, isPlaceholderData } = useListContext();
  return isPending || isPlaceholderData === true;
}
