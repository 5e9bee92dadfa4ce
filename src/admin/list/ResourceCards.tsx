import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type RaRecord, RecordContextProvider, useListContext } from 'ra-core';
import { Fragment } from 'react';
import type { Column } from './columns';
import { CardsLoader } from './ListStates';
import { fullName, type Person } from './person';
import { useSerialNumber } from './serial-number';

interface Props<R extends RaRecord> {
  label: string;
  columns: readonly Column<R>[];
  personOf: (record: R) => Person | null | undefined;
  loading: boolean;
}

/** The list as cards, for narrow screens: who it is about, then the other columns line by line. */
export function ResourceCards<R extends RaRecord>({ label, columns, personOf, loading }: Props<R>) {
  const { data = [] } = useListContext<R>();
  const serialOf = useSerialNumber();
  const lines = columns.filter((column) => !column.inHeading);
  if (loading) return <CardsLoader />;
  return (
    <Box component="ul" aria-label={label} sx={{ display: 'grid', gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
      {data.map((record, index) => (
        <RecordContextProvider key={record.id} value={record}>
          <Card component="li" sx={{ p: 2 }}>
            <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
                {serialOf(index)}
              </Box>
              {fullName(personOf(record)) || personOf(record)?.email}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {personOf(record)?.email}
            </Typography>
            <Box
              component="dl"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto 1fr',
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
              {lines.map(({ label: name, render }) => (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>{render(record)}</dd>
                </Fragment>
              ))}
            </Box>
          </Card>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
