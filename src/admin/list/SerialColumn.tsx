import Box from '@mui/material/Box';
import {
  DataTableConfigContext,
  useDataTableConfigContext,
  useDataTableDataContext,
  useListContextWithProps,
  useRecordContext,
} from 'ra-core';
import { type ComponentType, createContext, type PropsWithChildren, useContext, useMemo } from 'react';
import { DataTable } from 'react-admin';
import { SelectPage, SelectRow } from './selection';
import { useSerialNumber } from './serial-number';
import { usePhone } from './use-phone';

interface Props {
  /** Each row has a box before its number, by which it is chosen; so it has in tables that leave that to the number. */
  selectable?: boolean;
}

/** What the table around is told of itself, where its rows are chosen by a box before their number. A table within has its own. */
const ChosenByNumber = createContext<object | null>(null);

/**
 * The head or the body of a table whose rows are chosen by a box before their number, where react-admin has a cell for it. Records on phones
 * have no cells.
 */
export function chosenByNumber(Part: ComponentType<PropsWithChildren>) {
  return function PartOfNumbers({ children }: PropsWithChildren) {
    const config = useDataTableConfigContext();
    const phone = usePhone();
    const byNumber = Boolean(config.hasBulkActions) && !phone;
    const shown = useMemo(
      () => (byNumber ? { ...config, hasBulkActions: false } : config),
      [byNumber, config],
    );
    return (
      <DataTableConfigContext value={shown}>
        <ChosenByNumber value={byNumber ? shown : null}>
          <Part>{children}</Part>
        </ChosenByNumber>
      </DataTableConfigContext>
    );
  };
}

/** The box and the text beside it, on the line of the other headers. */
const line = {
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
} as const;

function SerialCell({ selectable }: Required<Props>) {
  // A table may have rows of its own.
  const data = useDataTableDataContext() ?? [];
  const record = useRecordContext();
  const serial = useSerialNumber()(data.findIndex(({ id }) => id === record?.id));
  if (!record) return null;
  return (
    <>
      {selectable && <SelectRow id={record.id} serial={serial} />}
      {serial}
    </>
  );
}

const grey = () => ({ color: 'text.secondary', whiteSpace: 'nowrap' });

/**
 * The serial number of each row, as the first column of a table: 1 is the first row of the whole list. For tables of
 * operators too. On a phone it stands before what the row is called.
 */
export function SerialColumn(props: Props) {
  const byNumber = useContext(ChosenByNumber) === useDataTableConfigContext();
  const selectable = props.selectable || byNumber;
  return (
    <DataTable.Col
      disableSort
      cellSx={grey}
      label={
        <Box component="span" sx={line}>
          {selectable && <SelectPage />}S/N
        </Box>
      }
    >
      <SerialCell selectable={selectable} />
    </DataTable.Col>
  );
}

/** The same for a table whose columns are fields, react-admin's `Datagrid`, which reads the label of its header. */
export function SerialField(_: { label: string; sortable: boolean }) {
  const { data = [] } = useListContextWithProps();
  const record = useRecordContext();
  const serial = useSerialNumber()(data.findIndex(({ id }) => id === record?.id));
  return (
    <Box component="span" sx={grey()}>
      {serial}
    </Box>
  );
}
