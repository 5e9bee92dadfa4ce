import type { ListControllerResult } from 'ra-core';

/** Stands for rows that have not come yet. */
const unread = [{ id: '' }];

/** It is not to be chosen. */
const nothing = () => {};

/**
 * The list as one whose rows are being fetched. Before the first have come one stands for them, so that a table has its
 * header already: react-admin's would show nothing for a second, and then blocks.
 */
export function whileFetched(list: ListControllerResult): ListControllerResult {
  const first = list.data?.length
    ? {}
    : { data: unread, total: 1, error: null, isPending: false, onSelect: nothing };
  return { ...list, ...first, isPlaceholderData: true } as ListControllerResult;
}
