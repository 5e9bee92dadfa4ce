import Box from '@mui/material/Box';
import Card, { type CardProps } from '@mui/material/Card';
import GlobalStyles from '@mui/material/GlobalStyles';
import Link from '@mui/material/Link';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import {
  DataTableCallbacksContext,
  DataTableRenderContext,
  type RaRecord,
  RecordContextProvider,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableDataContext,
  useGetPathForRecord,
  useGetRecordRepresentation,
  useListContextWithProps,
  useRecordContext,
  useResourceContext,
  useResourceDefinition,
} from 'ra-core';
import { Children, isValidElement, type ReactNode, useCallback } from 'react';
import { SelectRowCheckbox, useDataTableRowSxContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { CardsLoader } from './ListStates';
import { RecordOrder } from './RecordOrder';
import { SerialColumn } from './SerialColumn';
import { useSerialNumber } from './serial-number';

/** What is left of the header of the table is by what the rows can be ordered. */
const headStyles = {
  // Each record is a card of its own, as in the console's other lists.
  '.RaList-content.RaList-content.RaList-content:has(.record-lines)': {
    overflow: 'visible',
    border: 0,
    borderRadius: 0,
    background: 'none',
    boxShadow: 'none',
    '& thead tr': { border: 0 },
    '& thead tr th.MuiTableCell-root.MuiTableCell-root': { background: 'none' },
  },
  '.RaDataTable-table.RaDataTable-table:has(.record-lines)': {
    '&, & thead': { display: 'block' },
    '& thead tr': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 4,
      position: 'relative',
      padding: '4px 8px',
      borderBottom: '1px solid var(--edge)',
      // Labels of a further line begin where those of the first do, behind the box.
      '&:has(.MuiCheckbox-root)': { paddingLeft: 37 },
    },
    '& thead tr th.MuiTableCell-root.MuiTableCell-root': {
      display: 'none',
      height: 'auto',
      padding: 0,
      border: 0,
      '&:has(.MuiTableSortLabel-root)': { display: 'block' },
      '&:has(.MuiCheckbox-root)': { display: 'block', position: 'absolute', top: 14, left: 14 },
    },
    '& thead .MuiTableSortLabel-root': { minHeight: 44, padding: '0 8px' },
    // Here there is no padding for the arrow to stand in: the next label would cover it.
    '& thead .MuiTableSortLabel-icon': { position: 'static' },
    '& thead .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
  },
} as const;

const linesSx = {
  display: 'block',
  padding: 2,
  '& + &': { marginTop: 1.5 },
  fontVariantNumeric: 'tabular-nums',
  // A table that stands in a card has its records one below the other.
  '.MuiCard-root:not(.RaList-content) &': {
    margin: 0,
    border: 0,
    borderBottom: '1px solid var(--edge)',
    borderRadius: 0,
    boxShadow: 'none',
  },
  // More than what a table of many columns says of its cells.
  '& .MuiTableRow-root.MuiTableRow-root.MuiTableRow-root': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 2,
    '&:empty': { display: 'none' },
    '& .MuiTableCell-root': {
      display: 'block',
      height: 'auto',
      minWidth: 0,
      padding: '3px 0',
      border: 0,
      fontSize: '0.875rem',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      textAlign: 'right',
      color: 'text.primary',
      position: 'static',
      boxShadow: 'none',
    },
    '& th.MuiTableCell-root': {
      flex: 'none',
      maxWidth: '50%',
      textAlign: 'left',
      fontWeight: 400,
      color: 'text.secondary',
    },
    '&.heading': {
      paddingBottom: 1.5,
      marginBottom: 1.5,
      borderBottom: '1px solid var(--edge)',
      '& th.MuiTableCell-root': { flex: 1, maxWidth: 'none', typography: 'h5', color: 'text.primary' },
    },
    '&.heading:has(.MuiCheckbox-root) th.MuiTableCell-root': { display: 'flex', alignItems: 'flex-start' },
    '& .MuiCheckbox-root': { m: '-9px -3px -9px -7px' },
  },
} as const;

function CardBody(props: CardProps) {
  return <Card component="tbody" {...props} />;
}

interface HeadingProps {
  record: RaRecord;
  serial: number;
  /** Whether it is part of a record, and none itself. */
  embedded: boolean;
}

/**
 * The box by which the record is chosen, its number, and what it is called, as a link where a row of the table would lead
 * somewhere. Neither name nor page is known of what is embedded: it is called by its number.
 */
function Heading({ record, serial, embedded }: HeadingProps) {
  const { rowClick, handleToggleItem } = useDataTableCallbacksContext();
  const { hasBulkActions } = useDataTableConfigContext();
  const resource = useResourceContext() ?? '';
  const represent = useGetRecordRepresentation(resource);
  const name = embedded ? serial : represent(record);
  const ofRecord = useCallback(
    (each: RaRecord) => (typeof rowClick === 'function' ? rowClick(each.id, resource, each) : false),
    [rowClick, resource],
  );
  const leadsNowhere =
    rowClick === 'expand' || rowClick === 'toggleSelection' || (embedded && rowClick === undefined);
  const link = typeof rowClick === 'function' ? ofRecord : leadsNowhere ? false : rowClick;
  const path = useGetPathForRecord({ record, resource, ...(link === undefined ? {} : { link }) });
  return (
    <TableRow className="heading">
      <TableCell component="th" scope="rowgroup" colSpan={2}>
        {hasBulkActions && handleToggleItem && <SelectRowCheckbox />}
        {!embedded && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
            {serial}
          </Box>
        )}
        {path ? (
          <Link component={RouterLink} to={path}>
            {name}
          </Link>
        ) : (
          name
        )}
      </TableCell>
    </TableRow>
  );
}

/** Whether a column shows no more than what stands above the lines already: the number, or the field that a record is called by. */
function isHeading(column: ReactNode, name: unknown): boolean {
  if (isValidElement(column) && column.type === SerialColumn) return true;
  if (!isValidElement<{ source?: unknown; children?: ReactNode; render?: unknown; field?: unknown }>(column))
    return false;
  const { source, children, render, field } = column.props;
  return source !== undefined && source === name && !children && !render && !field;
}

/** The columns of a record, a line each: its header, then its cell. */
function Lines({ children, serial }: { children: ReactNode; serial: number }) {
  const { handleSort: _, ...unsorted } = useDataTableCallbacksContext();
  const record = useRecordContext();
  const { recordRepresentation } = useResourceDefinition();
  // The list of an array within a record is of no resource; the page around it is.
  const embedded = useListContextWithProps().resource === '';
  const rowSx = useDataTableRowSxContext();
  if (!record) return null;
  const own: object = rowSx?.(record, 0) ?? {};
  return (
    <TableBody component={CardBody} className="record-lines" sx={{ ...linesSx, ...own }}>
      <Heading record={record} serial={serial} embedded={embedded} />
      {Children.toArray(children)
        .filter((column) => !isHeading(column, embedded ? undefined : recordRepresentation))
        .map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns, which nobody reorders.
          <TableRow key={index}>
            <DataTableCallbacksContext value={unsorted}>
              <DataTableRenderContext value="header">{column}</DataTableRenderContext>
            </DataTableCallbacksContext>
            {column}
          </TableRow>
        ))}
    </TableBody>
  );
}

/** More than the styles of a table, which are those of what it has on wide screens. */
const block = { display: 'block', height: 'auto', padding: 0 };

interface Props {
  /** The columns of the table. */
  children: ReactNode;
  /** Whether the rows at hand are those of the list as it is asked for; else grey blocks stand for them. */
  fetched: boolean;
}

/** The rows of a table of react-admin's on a phone, which has no room for columns: each record is a group of lines. */
export default function RecordLines({ children, fetched }: Props) {
  const data = useDataTableDataContext();
  const serialOf = useSerialNumber();
  return (
    <>
      <GlobalStyles styles={headStyles} />
      <RecordOrder>{children}</RecordOrder>
      {!fetched && (
        <tbody className="record-lines" style={block}>
          <tr style={block}>
            <td style={block}>
              <CardsLoader />
            </td>
          </tr>
        </tbody>
      )}
      {fetched &&
        data?.map((record, index) => (
          // What is embedded may have no id.
          <RecordContextProvider key={record.id ?? index} value={record}>
            <Lines serial={serialOf(index)}>{children}</Lines>
          </RecordContextProvider>
        ))}
    </>
  );
}
