import Card, { type CardProps } from '@mui/material/Card';
import { useTheme } from '@mui/material/styles';
import { ListContextProvider, useListContext } from 'ra-core';
import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  useMemo,
} from 'react';
import { DataTable, DataTableHead, type DataTableProps } from 'react-admin';
import { chosenByNumber, SerialColumn, SerialField } from '../list/SerialColumn';
import { TableRows } from '../list/TableRows';
import { whileFetched } from '../list/unread-list';

/** What of a table is made of cells, a cell for each column. */
const ofCells = ['body', 'head', 'foot'];
/** What of a table may read rows besides its body. */
const readers = [...ofCells, 'expand', 'isRowSelectable', 'isRowExpandable'];

function isTableWithout(props: readonly string[], child: ReactNode): child is ReactElement<DataTableProps> {
  return (
    isValidElement<DataTableProps>(child) &&
    child.type === DataTable &&
    !props.some((name) => name in child.props)
  );
}

/** The columns of a table, also of those that stand together in a fragment. */
function columnsIn(children: ReactNode): ReactNode[] {
  return Children.toArray(children).flatMap((column) =>
    isValidElement<PropsWithChildren>(column) && column.type === Fragment
      ? columnsIn(column.props.children)
      : [column],
  );
}

/** The parts of a table whose rows have a number, and before it the box that chooses them. */
const parts = { head: chosenByNumber(DataTableHead), body: chosenByNumber(TableRows) };

/** Whether it is react-admin's older table without cells of an operator's own: known by its name, as the console does not load it. */
function isOlderTable(child: ReactNode): child is ReactElement<PropsWithChildren> {
  return (
    isValidElement<object>(child) &&
    Reflect.get(Object(child.type), 'displayName') === 'Datagrid' &&
    !['body', 'header'].some((name) => name in child.props)
  );
}

/** The table with a serial number before each row, unless it has that, or rows of an operator's own, which would lack its cell. */
function numbered(child: ReactNode): ReactNode {
  if (isOlderTable(child)) {
    const number = <SerialField key="serial" label="S/N" sortable={false} />;
    return cloneElement(child, {}, number, ...Children.toArray(child.props.children));
  }
  if (!isTableWithout(ofCells, child)) return child;
  const { children } = child.props;
  const isNumbered = columnsIn(children).some(
    (column) => isValidElement(column) && column.type === SerialColumn,
  );
  return isNumbered
    ? cloneElement(child, parts)
    : cloneElement(child, parts, <SerialColumn key="serial" />, ...Children.toArray(children));
}

/** Whether all tables are of the console's own cells, and not of those that an operator's theme names. */
function useOwnCells(): boolean {
  const { body, head, foot } = useTheme().components?.RaDataTable?.defaultProps ?? {};
  return body === TableRows && head === undefined && foot === undefined;
}

/**
 * What a list of react-admin's own parts shows its rows in: those of a table are numbered, and it has its header while they are
 * read for the first time, where nothing but the console's own rows (../list/TableRows.tsx) would read the row that stands for others.
 */
export function ListContent({ children, ...rest }: CardProps) {
  const list = useListContext();
  const ownCells = useOwnCells();
  const unread =
    ownCells && list.isPending && Children.toArray(children).every((child) => isTableWithout(readers, child));
  const value = useMemo(() => (unread ? whileFetched(list) : list), [unread, list]);
  const content = useMemo(
    () => (ownCells ? Children.map(children, numbered) : children),
    [ownCells, children],
  );
  return (
    <Card {...rest}>
      <ListContextProvider value={value}>{content}</ListContextProvider>
    </Card>
  );
}
