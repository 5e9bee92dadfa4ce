import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type RaRecord, type SortPayload, useListContext } from 'ra-core';
import type { ListSpec } from '../../../contract/list-query';
import type { Column } from './columns';

interface Props<R extends RaRecord> {
  columns: readonly Column<R>[];
  spec: ListSpec;
  /** react-admin's form takes it for a filter, shown at once. */
  source: string;
  alwaysOn: true;
}

function nameOf({ field, order }: SortPayload): string {
  return `${field} ${order}`;
}

/** The order of the cards, which have no headers to click. */
export function OrderSelect<R extends RaRecord>({ columns, spec }: Props<R>) {
  const { sort, setSort } = useListContext();
  const orders = new Map<string, { label: string; sort: SortPayload }>();
  // A declared list is newest first unless it says otherwise, also where no column shows when.
  if (spec.sortable.includes('createdAt') || spec.defaultSort[0] === 'createdAt') {
    const newest: SortPayload = { field: 'createdAt', order: 'DESC' };
    orders.set(nameOf(newest), { label: 'Newest first', sort: newest });
  }
  for (const { label, sortBy } of columns) {
    if (!sortBy) continue;
    for (const order of ['ASC', 'DESC'] as const) {
      const choice = { field: sortBy, order };
      const way = order === 'ASC' ? 'ascending' : 'descending';
      orders.set(nameOf(choice), { label: `${label}, ${way}`, sort: choice });
    }
  }

  return (
    <TextField
      select
      size="small"
      label="Order"
      value={orders.has(nameOf(sort)) ? nameOf(sort) : ''}
      onChange={(event) => {
        const chosen = orders.get(event.target.value);
        if (chosen) setSort(chosen.sort);
      }}
    >
      {[...orders].map(([name, { label }]) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
