import { useListContext } from 'ra-core';

/** Gives the serial number of a row by its place on the page: 1 is the first of the whole list. */
export function useSerialNumber(): (index: number) => number {
  const { page, perPage } = useListContext();
  return (index) => (page - 1) * perPage + index + 1;
}
