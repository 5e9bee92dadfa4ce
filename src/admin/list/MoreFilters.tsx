import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { useListContext } from 'ra-core';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { FilterButtonMenuItem } from 'react-admin';
import { useConsoleText } from '../console-text';

/** A filter of react-admin's form: its input. */
export type FilterElement = ReactElement<{ source: string; alwaysOn?: boolean }>;

/** The field of a filter that is shown. */
const fieldOf = (source: string) =>
  `form [data-source="${CSS.escape(source)}"] :is(input, [role="combobox"])`;

/**
 * Which of the other filters of a list are shown. react-admin's `FilterButton` was tried: its menu has the saved views a second time,
 * which stand among the tools of a list here.
 */
export function MoreFilters({ filters }: { filters: FilterElement[] }) {
  const { displayedFilters, showFilter, hideFilter } = useListContext();
  const text = useConsoleText();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  /** The filter that was shown just now, whose field takes the focus. */
  const shown = useRef<string>(undefined);

  useEffect(() => {
    if (!shown.current || !displayedFilters?.[shown.current]) return;
    document.querySelector<HTMLElement>(fieldOf(shown.current))?.focus();
    shown.current = undefined;
  }, [displayedFilters]);

  function show({ source, defaultValue }: { source: string; defaultValue: unknown }): void {
    // An empty one would be sent as a filter.
    showFilter(source, defaultValue === '' ? undefined : defaultValue);
    shown.current = source;
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
            displayed={Boolean(displayedFilters?.[filter.props.source])}
            onShow={show}
            onHide={hide}
            autoFocus={index === 0}
          />
        ))}
      </Menu>
    </>
  );
}
