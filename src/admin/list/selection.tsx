import Checkbox from '@mui/material/Checkbox';
import {
  type Identifier,
  type RaRecord,
  useDataTableCallbacksContext,
  useDataTableDataContext,
  useDataTableSelectedIdsContext,
  useListContext,
} from 'ra-core';
import type { MouseEvent } from 'react';
import { useConsoleText } from '../console-text';

const boxSx = { p: 0.25, mr: 0.5, my: -0.5 };

/** What is chosen of the rows at hand, those of a table or else of the list, and what changes that. */
function useSelection() {
  const { data, selectedIds, onToggleItem, onSelect } = useListContext();
  const table = useDataTableCallbacksContext();
  return {
    rows: useDataTableDataContext() ?? data ?? [],
    chosen: useDataTableSelectedIdsContext() ?? selectedIds,
    toggle: table.handleToggleItem ?? onToggleItem,
    choose: table.onSelect ?? onSelect,
    mayBeChosen: (record: RaRecord) => table.isRowSelectable?.(record) ?? true,
  };
}

/** Chooses a row, or no longer; in a table, with the shift key, all rows between it and the last one. */
export function SelectRow({ id, serial }: { id: Identifier; serial: number }) {
  const { rows, chosen, toggle, mayBeChosen } = useSelection();
  const text = useConsoleText();
  const record = rows.find((row) => row.id === id);
  const disabled = record !== undefined && !mayBeChosen(record);
  return (
    <Checkbox
      size="small"
      sx={boxSx}
      checked={!disabled && chosen.includes(id)}
      disabled={disabled}
      onClick={(event: MouseEvent) => {
        // The row itself may lead to its record.
        event.stopPropagation();
        toggle(id, event);
      }}
      slotProps={{ input: { 'aria-label': text('Select row %{row}', { row: String(serial) }) } }}
    />
  );
}

/** Chooses all rows of the page, or none of them. */
export function SelectPage() {
  const { rows, chosen, choose, mayBeChosen } = useSelection();
  const text = useConsoleText();
  const ids = rows.filter(mayBeChosen).map(({ id }) => id);
  const count = ids.filter((id) => chosen.includes(id)).length;
  const all = ids.length > 0 && count === ids.length;
  return (
    <Checkbox
      size="small"
      sx={boxSx}
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={() => {
        const others = chosen.filter((id) => !ids.includes(id));
        choose(all ? others : [...others, ...ids]);
      }}
      slotProps={{ input: { 'aria-label': text('Select all rows of this page') } }}
    />
  );
}
