import Card, { type CardProps } from '@mui/material/Card';
import { ListContextProvider, useListContext } from 'ra-core';
import { Children, isValidElement, type ReactNode, useMemo } from 'react';
import { DataTable } from 'react-admin';
import { whileFetched } from '../list/unread-list';

/** What of a table may read rows besides its body. */
const readers = ['body', 'head', 'foot', 'expand', 'isRowSelectable', 'isRowExpandable'];

/** Whether nothing but the console's own rows (../list/TableRows.tsx) would read the row that stands for others. */
function isTableOfOurRows(child: ReactNode): boolean {
  return (
    isValidElement<object>(child) &&
    child.type === DataTable &&
    !readers.some((reader) => reader in child.props)
  );
}

/** What a list of react-admin's own parts shows its rows in: a table has its header while they are read for the first time. */
export function ListContent({ children, ...rest }: CardProps) {
  const list = useListContext();
  const unread = list.isPending && Children.toArray(children).every(isTableOfOurRows);
  const value = useMemo(() => (unread ? whileFetched(list) : list), [unread, list]);
  return (
    <Card {...rest}>
      <ListContextProvider value={value}>{children}</ListContextProvider>
    </Card>
  );
}
