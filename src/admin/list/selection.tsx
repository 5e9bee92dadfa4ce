import Checkbox from '@mui/material/Checkbox';
import {
  type Identifier,
  type RaRecord,
  useDataTableCallbacksContext,
  useDataTableDataContext,
  useDataTableSelectedIdsContext,
  useListContextWithProps,
  useTranslate,
} from 'ra-core';
import type { MouseEvent } from 'react';
import { defaultI18nProvider } from 'react-admin';
import { printing } from '../../shared/print-styles';

/** More than the box is pressed: who misses it by little means it, and not the row. */
const boxSx = {
  p: 0.25,
  mr: 0.5,
  my: -0.5,
  // Digits are higher than the letters that it would stand in the middle of.
  'td &': { top: -2 },
  '& input': { transform: 'scale(1.65)' },
};

/** What is chosen of the rows at hand, those of a table or else of the list, and what changes that. */
function useSelection() {
  const { data = [], selectedIds = [], onToggleItem, onSelect } = useListContextWithProps();
  const table = useDataTableCallbacksContext();
  return {
    rows: useDataTableDataContext() ?? data,
    chosen: useDataTableSelectedIdsContext() ?? selectedIds,
    toggle: table.handleToggleItem ?? onToggleItem,
    choose: table.onSelect ?? onSelect,
    mayBeChosen: (record: RaRecord) => table.isRowSelectable?.(record) ?? true,
  };
}

/** The name of a box in the language of the console; one that does not name it may have react-admin's words for about the same. */
function useBoxName() {
  const translate = useTranslate();
  return (english: string, theirs: 'ra.action.select_row' | 'ra.action.select_all', filled = {}): string => {
    const said = translate(theirs);
    const isEnglish = said === defaultI18nProvider.translate(theirs);
    return translate(english, { ...filled, _: isEnglish ? english : said });
  };
}

interface SelectRowProps {
  id: Identifier;
  serial: number;
  /** It may not be chosen, as a table says of its rows itself. */
  closed?: boolean;
}

/** Chooses a row, or no longer; in a table, with the shift key, all rows between it and the last one. */
export function SelectRow({ id, serial, closed = false }: SelectRowProps) {
  const { rows, chosen, toggle, mayBeChosen } = useSelection();
  const nameOf = useBoxName();
  const record = rows.find((row) => row.id === id);
  const disabled = closed || (record !== undefined && !mayBeChosen(record));
  return (
    <Checkbox
      size="small"
      data-print={printing.off}
      sx={boxSx}
      checked={!disabled && chosen.includes(id)}
      disabled={disabled}
      onClick={(event: MouseEvent) => {
        // The row itself may lead to its record.
        event.stopPropagation();
        toggle?.(id, event);
      }}
      slotProps={{
        input: { 'aria-label': nameOf('Select row %{row}', 'ra.action.select_row', { row: serial }) },
      }}
    />
  );
}

/** Chooses all rows of the page, or none of them. */
export function SelectPage() {
  const { rows, chosen, choose, mayBeChosen } = useSelection();
  const nameOf = useBoxName();
  const ids = rows.filter(mayBeChosen).map(({ id }) => id);
  const count = ids.filter((id) => chosen.includes(id)).length;
  const all = ids.length > 0 && count === ids.length;
  return (
    <Checkbox
      size="small"
      data-print={printing.off}
      sx={boxSx}
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={() => {
        // Also those that may no longer be chosen.
        const others = chosen.filter((id) => !rows.some((row) => row.id === id));
        choose?.(all ? others : [...others, ...ids]);
      }}
      slotProps={{ input: { 'aria-label': nameOf('Select all rows of this page', 'ra.action.select_all') } }}
    />
  );
}
