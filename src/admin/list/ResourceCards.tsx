import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type RaRecord, RecordsIterator } from 'ra-core';
import { Fragment } from 'react';
import { printing } from '../../shared/print-styles';
import { actionStyle } from '../theme/table-defaults';
import { type Column, columnKey } from './columns';
import { LinkedCell } from './LinkedCell';
import { CardsLoader } from './ListStates';
import { fullName, type Person } from './person';
import { SelectRow } from './selection';
import { useSerialNumber } from './serial-number';

interface Props<R extends RaRecord> {
  label: string;
  columns: readonly Column<R>[];
  personOf?(record: R): Person | null | undefined;
  loading: boolean;
  /** Cards can be chosen, for what is done with several at once. */
  selectable: boolean;
  /** Whether this one can; all if not given. */
  isRowSelectable?: (record: R) => boolean;
}

/** What is done with a record is nothing for paper. */
function printed({ pinned }: { pinned?: true }) {
  return pinned && { 'data-print': printing.off };
}

/** The list as cards, for narrow screens: who it is about (else the first heading column), then the other columns line by line. */
export function ResourceCards<R extends RaRecord>({
  label,
  columns,
  personOf,
  loading,
  selectable,
  isRowSelectable = () => true,
}: Props<R>) {
  const serialOf = useSerialNumber();
  const lines = columns.filter((column) => !column.inHeading);
  const heading = columns.find((column) => column.inHeading);
  const linked = columns.find((column) => column.inHeading && column.linkTo);
  if (loading) return <CardsLoader />;
  return (
    <Box component="ul" aria-label={label} sx={{ display: 'grid', gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
      <RecordsIterator<R>
        render={(record, index) => (
          <Card component="li" sx={{ p: 2 }}>
            <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {selectable && (
                <SelectRow id={record.id} serial={serialOf(index)} closed={!isRowSelectable(record)} />
              )}
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
                {serialOf(index)}
              </Box>
              {personOf && (fullName(personOf(record)) || personOf(record)?.email)}
              {!personOf &&
                (linked ? <LinkedCell column={linked} record={record} /> : heading?.render(record))}
            </Typography>
            {personOf && (
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {linked ? <LinkedCell column={linked} record={record} /> : personOf(record)?.email}
              </Typography>
            )}
            <Box
              component="dl"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
                alignItems: 'center',
                columnGap: 2,
                rowGap: 0.5,
                m: 0,
                mt: 1.5,
                pt: 1.5,
                borderTop: 1,
                borderColor: 'divider',
                fontSize: '0.875rem',
                fontVariantNumeric: 'tabular-nums',
                '& dd .MuiButton-text': actionStyle,
                '& dt': { color: 'text.secondary' },
                '& dd': {
                  m: 0,
                  textAlign: 'right',
                  overflowWrap: 'anywhere',
                  minHeight: 28,
                  alignContent: 'center',
                },
              }}
            >
              {lines.map((column) => (
                <Fragment key={columnKey(column)}>
                  <dt {...printed(column)}>{column.label}</dt>
                  <dd {...printed(column)}>
                    <LinkedCell column={column} record={record} />
                  </dd>
                </Fragment>
              ))}
            </Box>
          </Card>
        )}
      />
    </Box>
  );
}
