import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { PageRequest } from './transaction-page';

const orders: Record<string, { label: string; sort: PageRequest['sort'] }> = {
  newest: { label: 'Newest first', sort: { field: 'createdAt', order: 'DESC' } },
  oldest: { label: 'Oldest first', sort: { field: 'createdAt', order: 'ASC' } },
  largest: { label: 'Largest amount first', sort: { field: 'amount', order: 'DESC' } },
  status: { label: 'By status', sort: { field: 'status', order: 'ASC' } },
};

/** The name of an order in the list above; one chosen in the grid may not be there. */
function orderOf({ field, order }: PageRequest['sort']): string {
  return (
    Object.keys(orders).find(
      (name) => orders[name]?.sort.field === field && orders[name]?.sort.order === order,
    ) ?? ''
  );
}

interface Props {
  request: PageRequest;
  onRequest: (request: PageRequest) => void;
  /** The host says when each was made. */
  dated: boolean;
}

/** The order of the list where there are no column heads to click. */
export function OrderSelect({ request, onRequest, dated }: Props) {
  const chosen = orderOf(request.sort);
  const shown = Object.entries(orders).filter(([, { sort }]) => dated || sort.field !== 'createdAt');
  return (
    <TextField
      select
      size="small"
      label="Order"
      value={shown.some(([name]) => name === chosen) ? chosen : ''}
      onChange={(event) => {
        const order = orders[event.target.value];
        if (order) onRequest({ ...request, page: 0, sort: order.sort });
      }}
    >
      {shown.map(([name, { label }]) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
