import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { useListContext } from 'ra-core';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { FilterButtonMenuItem } from 'react-admin';
import { get } from 'react-hook-form';
import { useConsoleText } from '../console-text';
import { filterField } from './focus';

/** A filter of react-admin's form: its input. */
export type FilterElement = ReactElement<{ source: string; alwaysOn?: boolean; disabled?: boolean }>;

/** A filter that was shown just now, and the form it is in. */
interface Shown {
  source: string;
  form: HTMLFormElement | null;
}

/** Whether react-admin's form of filters shows one for this value alone. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(isSet) : true;
}

/**
 * Which of the other filters of a list are shown. react-admin's `FilterButton` was tried: its menu has the saved views a second time,
 * which stand among the tools of a list here.
 */
export function MoreFilters({ filters }: { filters: FilterElement[] }) {
  const { displayedFilters, filterValues, showFilter, hideFilter } = useListContext();
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

  const isShown = (source: string) => Boolean(displayedFilters?.[source]) || isSet(get(filterValues, source));

  function show({ source, defaultValue }: { source: string; defaultValue: unknown }): void {
    // An empty one would be sent as a filter.
    showFilter(source, defaultValue === '' ? undefined : defaultValue);
    shown.current = { source, form: anchor?.closest('form') ?? null };
    setAnchor(null);
  }

  function hide({ source }: { source: string }): void {
    hideFilter(source);
    setAnchor(null);
  }

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
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id, dense: true } }}
      >
        {filters.map((filter, index) => (
          <FilterButtonMenuItem
            key={filter.props.source}
            filter={filter}
            displayed={isShown(filter.props.source)}
            onShow={show}
            onHide={hide}
            autoFocus={index === 0}
          />
        ))}
      </Menu>
    </>
  );
}
