import Menu from '@mui/material/Menu';
import { useListContext } from 'ra-core';
import type { ReactElement } from 'react';
import { FilterButtonMenuItem } from 'react-admin';
import { get } from 'react-hook-form';
import { isSet } from './filter-set';

/** A filter of react-admin's form: its input. */
export type FilterElement = ReactElement<{ source: string; alwaysOn?: boolean; disabled?: boolean }>;

interface Props {
  /** The button that opened it, and the id of that. */
  anchor: HTMLElement;
  labelledBy: string;
  filters: FilterElement[];
  onClose: () => void;
  /** Told which filter was shown. */
  onShow: (source: string) => void;
}

/**
 * Which of the other filters of a list are shown. react-admin's `FilterButton` was tried: its menu has the saved views a second time,
 * which stand among the tools of a list here.
 */
export default function FilterMenu({ anchor, labelledBy, filters, onClose, onShow }: Props) {
  const { displayedFilters, filterValues, showFilter, hideFilter } = useListContext();

  const isShown = (source: string) => Boolean(displayedFilters?.[source]) || isSet(get(filterValues, source));

  function show({ source, defaultValue }: { source: string; defaultValue: unknown }): void {
    // An empty one would be sent as a filter.
    showFilter(source, defaultValue === '' ? undefined : defaultValue);
    onShow(source);
    onClose();
  }

  function hide({ source }: { source: string }): void {
    hideFilter(source);
    onClose();
  }

  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-labelledby': labelledBy, dense: true } }}
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
  );
}
