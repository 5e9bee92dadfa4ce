import Button from '@mui/material/Button';
import { useListContext } from 'ra-core';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useConsoleText } from '../console-text';
import type { FilterElement } from './FilterMenu';
import { filterField } from './focus';

/** Fetched when somebody opens it. */
const FilterMenu = lazyPart(() => import('./FilterMenu'));

/** A filter that was shown just now, and the form it is in. */
interface Shown {
  source: string;
  form: HTMLFormElement | null;
}

/** Opens the choice of the other filters of a list; one that was shown by it has the focus. */
export function MoreFilters({ filters }: { filters: FilterElement[] }) {
  const { displayedFilters } = useListContext();
  const text = useConsoleText();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = useRef<Shown>(undefined);

  useEffect(() => {
    if (!shown.current || !displayedFilters?.[shown.current.source]) return;
    const { source, form } = shown.current;
    if (form) filterField(source, form)?.focus();
    shown.current = undefined;
  }, [displayedFilters]);

  return (
    <>
      <Button
        size="small"
        id={id}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text('More filters')}
      </Button>
      {anchor && (
        <Suspense>
          <FilterMenu
            anchor={anchor}
            labelledBy={id}
            filters={filters}
            onClose={() => setAnchor(null)}
            onShow={(source) => {
              shown.current = { source, form: anchor.closest('form') };
            }}
          />
        </Suspense>
      )}
    </>
  );
}
