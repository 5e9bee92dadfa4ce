import Box from '@mui/material/Box';
import { useDataTableDataContext, useRecordContext } from 'ra-core';
import { DataTable } from 'react-admin';
import { SelectPage, SelectRow } from './selection';
import { useSerialNumber } from './serial-number';

interface Props {
  /** Each row has a box before its number, by which it is chosen. */
  selectable?: boolean;
}

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

const grey = () => ({ color: 'text.secondary' });

/**
 * The serial number of each row, as the first column of a table: 1 is the first row of the whole list. For tables of
 * operators too. On a phone it stands before what the row is called.
 */
export function SerialColumn({ selectable = false }: Props) {
  return (
    <DataTable.Col
      disableSort
      cellSx={grey}
      label={
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {selectable && <SelectPage />}S/N
        </Box>
      }
    >
      <SerialCell selectable={selectable} />
    </DataTable.Col>
  );
}
