import { useListContextWithProps } from 'ra-core';

/** Gives the serial number of a row by its place on the page: 1 is the first of the whole list, or of a table that is in none. */
export function useSerialNumber(): (index: number) => number {
  const { page = 1, perPage = 0 } = useListContextWithProps();
  return (index) => (page - 1) * perPage + index + 1;
}
