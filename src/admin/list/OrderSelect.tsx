import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type RaRecord, type SortPayload, useListContext } from 'ra-core';
import type { ListSpec } from '../../../contract/list-query';
import { useConsoleText } from '../console-text';
import { useOffers } from '../offered';
import type { Column } from './columns';

/** What cards may be ordered by, and what that is called. */
export interface SortField {
  sortBy: string;
  label: string;
}

interface OrderFieldProps {
  fields: readonly SortField[];
  /** Whether they may be ordered by when they were made, whatever is shown of that. */
  byTime: boolean;
}

function nameOf({ field, order }: SortPayload): string {
  return `${field} ${order}`;
}

/** The order of the cards of a list, which have no headers to click. */
export function OrderField({ fields, byTime }: OrderFieldProps) {
  const { sort, setSort } = useListContext();
  const text = useConsoleText();
  const orders = new Map<string, { label: string; sort: SortPayload }>();
  if (byTime) {
    const newest: SortPayload = { field: 'createdAt', order: 'DESC' };
    orders.set(nameOf(newest), { label: text('Newest first'), sort: newest });
  }
  for (const { label, sortBy: field } of fields) {
    const [up, down] = [
      { field, order: 'ASC' },
      { field, order: 'DESC' },
    ] as const;
    orders.set(nameOf(up), { label: text('%{column}, ascending', { column: label }), sort: up });
    orders.set(nameOf(down), { label: text('%{column}, descending', { column: label }), sort: down });
  }

  return (
    <TextField
      select
      fullWidth
      size="small"
      label={text('Order')}
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

interface Props<R extends RaRecord> {
  columns: readonly Column<R>[];
  spec: ListSpec;
  /** react-admin's form takes it for a filter, shown at once. */
  source: string;
  alwaysOn: true;
}

/**
 * Whether the host does not say when the records of a list were made, which other hosts do not. Accounts never say it: ours
 * are ordered by it all the same.
 */
function useTimeless(): boolean {
  const { resource, data = [] } = useListContext();
  const offers = useOffers();
  if (resource === 'accounts') return !offers('readAccountById');
  const timed = resource === 'users' || resource === 'transactions';
  return timed && data.length > 0 && data.every((record) => !record.createdAt);
}

/** The same among the filters of our own lists. */
export function OrderSelect<R extends RaRecord>({ columns, spec }: Props<R>) {
  const fields = columns.flatMap(({ label, sortBy }) => (sortBy ? [{ label, sortBy }] : []));
  // A declared list is newest first unless it says otherwise, also where no column shows when.
  const timeless = useTimeless();
  const byTime = !timeless && (spec.sortable.includes('createdAt') || spec.defaultSort[0] === 'createdAt');
  return <OrderField fields={fields} byTime={byTime} />;
}
