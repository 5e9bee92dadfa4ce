import { useCanAccess } from 'ra-core';

/** What is done to a record of the console besides looking at it. */
type Change = 'create' | 'edit' | 'delete';

/**
 * Whether the signed-in person may change records of a resource; undefined while that is not known yet. The server
 * decides: this one only chooses what is offered.
 */
export function useMay(action: Change, resource: string): boolean | undefined {
  return useCanAccess({ action, resource }).canAccess;
}
