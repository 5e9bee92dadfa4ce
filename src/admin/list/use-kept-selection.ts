import { type Identifier, useListContext } from 'ra-core';
import { useEffect, useRef } from 'react';

/**
 * Keeps the chosen rows of a list to those that an administrator can know of. Another search or filter empties the choice;
 * a row that goes from the page in view, deleted or changed by somebody else, goes from the choice. Rows of other pages stay
 * chosen. `loading`: the rows at hand are not those that were asked for.
 */
export function useKeptSelection(loading: boolean): void {
  const { data, page, perPage, sort, filterValues, selectedIds, onSelect } = useListContext();
  const filter = JSON.stringify(filterValues);
  const view = JSON.stringify([page, perPage, sort, filterValues]);
  const before = useRef({ filter, view, ids: [] as readonly Identifier[] });

  useEffect(() => {
    const { filter: filterBefore, view: viewBefore, ids } = before.current;
    const sameView = view === viewBefore;
    // While rows are fetched anew those of the same view still count as seen.
    const shown = loading ? (sameView ? ids : []) : (data ?? []).map(({ id }) => id);
    before.current = { filter, view, ids: shown };
    const gone = sameView ? ids.filter((id) => !shown.includes(id)) : [];
    const kept = filter === filterBefore ? selectedIds.filter((id) => !gone.includes(id)) : [];
    if (kept.length < selectedIds.length) onSelect(kept);
  }, [data, filter, loading, onSelect, selectedIds, view]);
}
