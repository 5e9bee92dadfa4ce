import { useSaveContext } from 'ra-core';
import { allName } from '../list/filters';

/** What the choice of nothing is called: all rows in a filter; nothing in the form of a record, which can be saved. */
export function NoChoice() {
  return useSaveContext()?.save ? 'None' : allName;
}
