import GlobalStyles from '@mui/material/GlobalStyles';
import { useListContextWithProps, useResourceContext, useTranslateLabel } from 'ra-core';
import { Children, isValidElement, type ReactNode } from 'react';
import { DataTable, type DataTableColumnProps } from 'react-admin';
import { OrderField } from './OrderSelect';
import { SerialColumn } from './SerialColumn';

/** What the header of a table still has where the order is chosen here: the box that chooses all rows, beside that choice. */
const styles = {
  '.RaDataTable-table.RaDataTable-table.RaDataTable-table:has(.record-order)': {
    position: 'relative',
    '& thead': { position: 'absolute', top: 0, left: 0, zIndex: 1 },
    '& thead tr': { padding: 0, border: 0 },
    '& thead tr th.MuiTableCell-root.MuiTableCell-root': {
      '&:has(.MuiTableSortLabel-root)': { display: 'none' },
      '&:has(.MuiCheckbox-root)': { position: 'absolute', top: 19, left: 14 },
    },
    '& .record-order': {
      '&, & tr, & td': { display: 'block', height: 'auto', padding: 0, border: 0 },
      // The label of the choice stands on its edge, which the table would cut off.
      '& td': { paddingBlock: '8px 12px' },
    },
    '&:has(thead .MuiCheckbox-root) .record-order td': { paddingLeft: 45 },
  },
} as const;

/** By which columns rows can be ordered; undefined where one is a component of an operator's own, or named by more than a text. */
function sortable(children: ReactNode): { source: string; label?: string }[] | undefined {
  const found = Children.toArray(children).map((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return undefined;
    if (column.type === SerialColumn) return [];
    if (column.type !== DataTable.Col && column.type !== DataTable.NumberCol) return undefined;
    const { source, label, disableSort } = column.props;
    if (typeof source !== 'string' || disableSort) return [];
    if (label === undefined) return [{ source }];
    return typeof label === 'string' ? [{ source, label }] : undefined;
  });
  return found.includes(undefined) ? undefined : found.flatMap((columns) => columns ?? []);
}

/**
 * Chooses the order of the records of a table that are told one by one, as that of the console's own cards. Nothing where the table's headers
 * have to say it.
 */
export function RecordOrder({ children }: { children: ReactNode }) {
  const { sort, setSort } = useListContextWithProps();
  const resource = useResourceContext() ?? '';
  const translateLabel = useTranslateLabel();
  const columns = sortable(children);
  if (!columns?.length || !sort || !setSort) return null;
  const fields = columns.map((column) => ({
    sortBy: column.source,
    label: String(translateLabel({ ...column, resource })),
  }));
  const byTime = sort.field === 'createdAt' || columns.some(({ source }) => source === 'createdAt');
  return (
    <tbody className="record-order">
      <tr>
        <td>
          <GlobalStyles styles={styles} />
          <OrderField fields={fields} byTime={byTime} />
        </td>
      </tr>
    </tbody>
  );
}
