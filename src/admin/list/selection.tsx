import Checkbox from '@mui/material/Checkbox';
import { type Identifier, useDataTableCallbacksContext, useListContext } from 'ra-core';
import type { MouseEvent } from 'react';

const boxSx = { p: 0.25, mr: 0.5, my: -0.5 };

/** Chooses a row, or no longer; in a table, with the shift key, all rows between it and the last one. */
export function SelectRow({ id, serial }: { id: Identifier; serial: number }) {
  const { selectedIds, onToggleItem } = useListContext();
  const { handleToggleItem = onToggleItem } = useDataTableCallbacksContext();
  return (
    <Checkbox
      size="small"
      sx={boxSx}
      checked={selectedIds.includes(id)}
      onClick={(event: MouseEvent) => handleToggleItem(id, event)}
      slotProps={{ input: { 'aria-label': `Select row ${serial}` } }}
    />
  );
}

/** Chooses all rows of the page, or none of them. */
export function SelectPage() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id)).length;
  const all = ids.length > 0 && chosen === ids.length;
  return (
    <Checkbox
      size="small"
      sx={boxSx}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => {
        const others = selectedIds.filter((id) => !ids.includes(id));
        onSelect(all ? others : [...others, ...ids]);
      }}
      slotProps={{ input: { 'aria-label': 'Select all rows of this page' } }}
    />
  );
}
